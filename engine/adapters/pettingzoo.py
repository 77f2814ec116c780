"""Every game as environments of PettingZoo: `env`, in which who has to decide acts, and `parallel_env`."""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from engine.adapters.encoding import ACTIONS, LENGTH, WAIT, Encoding, Observation, Observes
from engine.core.match import Match
from engine.core.registry import load

_ILLEGAL_REWARD = -1.0


class _Seats:
    """What both kinds of environments have in common: the seats of a setting as agents, and a match."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        seats: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        actions: int = ACTIONS,
        length: int = LENGTH,
        observes: Observes = "features",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules = load(game)
        setting = rules.setting(scenario, seats, options)
        self.encoding = Encoding(rules, setting, actions=actions, length=length, observes=observes)
        self.metadata = {
            "name": f"westmarch_{game}_v{rules.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = self.encoding.agents
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.match: Match
        self._rng = random.Random()
        observed = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (length,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent is told: the vector and the mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may answer."""
        return self._action_spaces[agent]

    def view(self, agent: str) -> Any:
        """What an agent sees as plain data: the game's own view."""
        return self.encoding.view(self.match, self.seat_of[agent])

    def render(self) -> str:
        """The board as everybody sees it."""
        draw = self.match.game.draw_board
        return str(self.match.observation(None)) if draw is None else draw(self.match.observation(None), "en")

    def close(self) -> None:
        """Do nothing: PettingZoo asks for it, and nothing is open."""

    def _deal(self, seed: int | None) -> None:
        """Begin a match. A seed makes this and all that follow until the next seed the same again."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.match = self.encoding.new_match(self._rng)

    def _observe(self, agent: str) -> Observation:
        return self.encoding.observe(self.match, self.seat_of[agent])

    def _returns(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.encoding.returns(self.match), strict=True))


class MatchEnv(_Seats, AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """A match in which the agent acts that has to decide; the reward is that of the end."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a match."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choices = dict.fromkeys(self.agents, 0)
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent sees and may do."""
        return self._observe(agent)

    def step(self, action: int | None) -> None:
        """Choose for the agent whose decision it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.seat_of[agent]
        wanted = WAIT if action is None else int(action)
        wanted = WAIT if action is None else int(action)
        self.match.choose(seat, self.encoding.index(seat, self.match.decision(seat), wanted))
        self._choices[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._returns()
        if self.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._choices[agent] == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.match.pending[0].seat]


class ParallelMatchEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """A match in which every agent acts in every cycle; who has nothing to decide waits.

    An action that is not allowed counts as the next one that is, so that every action means something.
    """

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._observe_all(), self._no_infos()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Let everybody act who has to decide."""
        for decision in self.match.pending:
            agent = self.possible_agents[decision.seat]
            slots = self.encoding.slots(decision)
            meant = min(slots, key=lambda slot: (slot - int(actions[agent])) % self.encoding.actions)
            self.match.choose(decision.seat, slots[meant])
        self._cycles += 1
        is_over, is_cut = self.match.is_over, self._cycles == self.max_cycles
        answer = (
            self._observe_all(),
            self._returns(),
            dict.fromkeys(self.agents, is_over),
            dict.fromkeys(self.agents, is_cut and not is_over),
            self._no_infos(),
        )
        if is_over or is_cut:
            self.agents = []
        return answer

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self._observe(agent) for agent in self.agents}

    def _no_infos(self) -> dict[str, Any]:
        return {agent: {} for agent in self.agents}


def env(game: str, scenario: str | None = None, seats: int | None = None, **parameters: Any) -> AECEnv:
    """A match in which who acts against the mask has lost."""
    illegal = wrappers.TerminateIllegalWrapper(MatchEnv(game, scenario, seats, **parameters), _ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def parallel_env(game: str, scenario: str | None = None, seats: int | None = None, **parameters: Any) -> ParallelEnv:
    """A match in which every agent acts in every cycle."""
    return ParallelMatchEnv(game, scenario, seats, **parameters)
