"""Every game as a game of OpenSpiel: `register_games()`, then `pyspiel.load_game("westmarch_wotr(scenario=duel)")`.

Chance is sampled: one chance node at the beginning draws the deal, and everything random follows from it.
"""

import json
import random
from collections.abc import Mapping
from typing import Any

import pyspiel

from engine.adapters.encoding import ACTIONS, LENGTH, Encoding
from engine.core.game import Game
from engine.core.match import Match
from engine.core.registry import all_games

_MOST_CHOICES = 100_000
"""A bound for algorithms that want one; no match comes near it."""
_DEAL = 0
"""The one outcome of the chance node."""
_PARAMETERS = {"scenario": "", "seats": 0, "actions": ACTIONS, "length": LENGTH, "seed": -1}


def register_games() -> None:
    """Make every game known to OpenSpiel, as `westmarch_` and its id."""
    known = set(pyspiel.registered_names())
    for rules in all_games():
        kind = _kind_of(rules)
        if kind.short_name not in known:
            pyspiel.register_game(
                kind, type(f"{rules.id.capitalize()}Game", (MatchGame,), {"rules": rules, "kind": kind})
            )


def _kind_of(rules: Game[Any]) -> Any:
    """What OpenSpiel is told of a game."""
    seats = {n for scenario in rules.scenarios for n in scenario.roles(_defaults(rules, scenario.id))}
    return pyspiel.GameType(
        short_name=f"westmarch_{rules.id}",
        long_name=rules.title.say("en"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def _defaults(rules: Game[Any], scenario: str) -> dict[str, Any]:
    return {option.name: option.default for option in rules.options_of(scenario)}


class MatchGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One setting of a game. OpenSpiel keeps classes beyond the end of Python, and nothing else: each game is one."""

    rules: Game[Any]
    kind: Any

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(parameters or {})}
        setting = self.rules.setting(chosen["scenario"] or None, chosen["seats"] or None)
        self.encoding = Encoding(self.rules, setting, actions=chosen["actions"], length=chosen["length"])
        self.rng = random.Random(chosen["seed"] if chosen["seed"] >= 0 else None)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=1,
            num_players=self.encoding.setting.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=_MOST_CHOICES,
        )
        super().__init__(self.kind, info, chosen)

    def new_initial_state(self) -> "MatchState":
        """A match that is not dealt yet."""
        return MatchState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SeatObserver":
        """What tells a seat's observations."""
        return SeatObserver(self.encoding)


class MatchState(pyspiel.State):  # type: ignore[misc]
    """A match as it stands."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.held = _Held(game.encoding, None)

    def current_player(self) -> int:
        """The seat whose decision it is; the first, where several decide at once."""
        match = self.held.match
        if match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if match.is_over else match.pending[0].seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deal, which is drawn when this is applied."""
        return [(_DEAL, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        match = self.held.match
        decision = None if match is None else match.decision(player)
        return [] if decision is None else sorted(self.held.encoding.slots(decision))

    def _apply_action(self, action: int) -> None:
        match, encoding = self.held.match, self.held.encoding
        if match is None:
            self.held.match = encoding.new_match(self.get_game().rng)
        else:
            decision = match.pending[0]
            match.choose(decision.seat, encoding.index(decision.seat, decision, action))

    def _action_to_string(self, player: int, action: int) -> str:
        match = self.held.match
        if match is None:
            return "deal"
        index = self.held.encoding.index(player, match.decision(player), action)
        return f"{action}: {match.describe(match.options(player)[index])}"

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.held.match is not None and self.held.match.is_over

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost."""
        match, encoding = self.held.match, self.held.encoding
        return [0.0] * encoding.setting.seats if match is None else encoding.returns(match)

    def resample_from_infostate(self, player: int, _sampler: Any = None) -> "MatchState":
        """A world: everything that the seat cannot see dealt anew."""
        world: MatchState = self.clone()
        if self.held.match is not None:
            world.held.match = self.held.match.deal_world(player, self.get_game().rng)
        return world

    def __str__(self) -> str:
        """The choices so far, which tell one position from another."""
        return "not dealt" if self.held.match is None else str(self.held.match.choices)


class _Held:
    """The match of a state, copied with it: OpenSpiel copies what its states refer to."""

    def __init__(self, encoding: Encoding, match: Match | None) -> None:
        self.encoding = encoding
        self.match = match

    def __deepcopy__(self, _memo: Any) -> "_Held":
        return _Held(self.encoding, None if self.match is None else self.match.clone())


class SeatObserver:
    """Tells what a seat sees: as a vector, and as its view in JSON."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = encoding.blank()
        self.dict = {"observation": self.tensor}

    def set_from(self, state: MatchState, player: int) -> None:
        """Look at a state."""
        match = state.held.match
        self.tensor[:] = 0 if match is None else self.encoding.observe(match, player)["observation"]

    def string_from(self, state: MatchState, player: int) -> str:
        """A state in JSON."""
        match = state.held.match
        return "" if match is None else json.dumps(self.encoding.view(match, player))
