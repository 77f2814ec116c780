"""Leaks that the games once had, planted again: the kit finds each, and the count of worlds naming a card sees it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from benchmarks.traces import NOTES, count
from engine.core import registry
from engine.core.flow import Decision, Flow, as_flow
from engine.core.game import Game, Setting
from engine.core.registry import load
from engine.games.lotr.state import GameState as LotrState
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.state import GameState as MeqState
from engine.testing import Nonconforming, Variant, check_no_trace

LOTR = Variant("passage-through-mirkwood", 3)
LORE = Variant("passage-through-mirkwood", 2, {"decks": ["lore", "leadership"]})
"""Denethor looks at the top of the encounter deck whenever he is ready."""
MEQ = Variant("quest", 4)
Step = Callable[[Any], Flow[None] | None]


class WithPasses(LotrState, kw_only=True):
    """A match of lotr that notes what each player who passed in this window could have used."""

    passes: dict[int, list[int]] = {}


class WithKnown(MeqState, kw_only=True):
    """A match of meq that notes by name what each hero has looked at."""

    known: list[list[int]] = []


def changed(game: Game[Any], state: type[Any], steps: dict[str, Step]) -> Game[Any]:
    """A game whose state has a field more, which some steps fill."""

    def new_state(setting: Setting) -> Any:
        return state(**msgspec.structs.asdict(game.new_state(setting)))

    return replace(game, id=f"planted-{game.id}", state=state, new_state=new_state, steps={**game.steps, **steps})


def asked_for_action(s: WithPasses) -> Flow[None]:
    """A player is asked; if he passes, what he could have used is noted."""
    seat = s.to_ask[0]
    flow = load("lotr").flows["act"](s)
    answer: Any = None
    while True:
        try:
            asked = flow.send(answer)
        except StopIteration:
            return
        answer = yield asked
        if isinstance(asked, Decision) and asked.kind == "action" and answer == ("pass",):
            s.passes[seat] = [int(option[1]) for option in asked.options if len(option) > 1]


def opened_window(s: WithPasses) -> Flow[None]:
    """The notes are kept until the window closes."""
    yield from load("lotr").flows["window"](s)
    if s.step != "act":
        s.passes.clear()


def lotr_with_passes() -> Game[Any]:
    """The field `passes`: cards in the hands of those who passed, by name."""
    return changed(load("lotr"), WithPasses, {"act": asked_for_action, "window": opened_window})


def lotr_with_known_cards() -> Game[Any]:
    """The field `known_cards` of each player, which no world is kept from."""
    return replace(load("lotr"), id="planted-lotr", withhold=lambda s, seat: None)


def noting(step: Step) -> Step:
    """A step after which the notes name what each hero has looked at in it."""
    flow = as_flow(step)

    def noted(s: WithKnown) -> Flow[None]:
        seats = range(1, len(s.heroes) + 1)
        before = {seat: known_to(s, seat) for seat in seats}
        yield from flow(s)
        s.known = s.known or [[] for _ in (0, *seats)]
        hidden = {*s.tokens, *s.plot_hand}
        for seat in seats:
            new = known_to(s, seat) - before[seat] - {*s.known_cards, *s.known[seat]}
            s.known[seat] = [card for card in (*s.known[seat], *sorted(new)) if card in hidden]

    return noted


def meq_with_known() -> Game[Any]:
    """The field `known`: tokens and plots that each hero has looked at, by name."""
    game = load("meq")
    return changed(game, WithKnown, {name: noting(step) for name, step in game.steps.items()})


PLANTED: dict[str, tuple[Callable[[], Game[Any]], Variant, str, int]] = {
    "lotr-passes": (lotr_with_passes, LOTR, r"passes\[", 20),
    "lotr-known-cards": (lotr_with_known_cards, LORE, r"known_cards", 20),
    "meq-known": (meq_with_known, MEQ, r"known\[", 20),
}
"""Each leak: the game with it, the setting, what the kit must name, and in how many matches it does."""


def check_matches(game: Game[Any], variant: Variant, matches: int) -> None:
    for seed in range(matches):
        check_no_trace(game, variant, seed)


@pytest.mark.parametrize("leak", PLANTED)
def test_a_leak_of_a_game_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, variant, words, matches = PLANTED[leak]
    game = plant()
    monkeypatch.setitem(registry._registered, game.id, game)
    with pytest.raises(Nonconforming, match=f"tells what it cannot see: .*{words}"):
        check_matches(game, variant, matches)


@pytest.mark.parametrize("leak", PLANTED)
def test_worlds_with_a_leak_are_counted(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, variant, _, _ = PLANTED[leak]
    game = plant()
    monkeypatch.setitem(registry._registered, game.id, game)
    notes = NOTES[game.id.removeprefix("planted-")]
    assert count(game, variant, notes, worlds=400, seed=0)[0] > 0


@pytest.mark.parametrize("id", sorted(NOTES))
def test_worlds_of_the_games_name_nothing(id: str) -> None:
    game = load(id)
    scenario = game.scenarios[0]
    seats = max(scenario.roles(game.setting(scenario.id).options))
    assert count(game, Variant(scenario.id, seats), NOTES[id], worlds=100, seed=0)[0] == 0
