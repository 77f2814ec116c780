"""War of the Ring: The Card Game: registration, scenarios and the table of steps."""

from collections.abc import Mapping
from typing import Any

from engine.core.game import Component, Game, GameOption, Role, Scenario
from engine.core.words import Words
from engine.games.wotr import components, view
from engine.games.wotr.board import LEGEND, draw_board
from engine.games.wotr.cards import (  # noqa: F401 - each module registers its cards
    dunedain,
    elf,
    hobbit,
    hooks,
    isengard,
    locations,
    monstrous,
    mordor,
    promos,
    rohan,
    southron,
    wizard,
)
from engine.games.wotr.judge import evaluate
from engine.games.wotr.printed import values_of
from engine.games.wotr.scenarios import (
    AGAINST_THE_SHADOW,
    ALONE,
    CHALLENGING,
    SCENARIOS,
    STANDARD,
    VERSUS,
    War,
    war_of,
)
from engine.games.wotr.shadow import answers, effects  # noqa: F401 - the answers register themselves
from engine.games.wotr.state import WarState
from engine.games.wotr.steps import action, combat, location, scoring, setup

hooks.check_complete()
effects.check_vocabulary()

STEPS = {
    "setup": setup.setup,
    "discard": setup.discard,
    "battleground": location.battleground_phase,
    "path": location.path_phase,
    "action": action.action_turn,
    "combat": combat.combat_phase,
    "victory": scoring.victory_check,
    "draw": scoring.draw_phase,
}

PROMOS = GameOption(
    "promos",
    False,
    (False, True),
    Words("Play with the four promotional cards", "Graj z czterema kartami promocyjnymi"),
)


MODE = GameOption(
    "mode",
    VERSUS,
    (VERSUS, AGAINST_THE_SHADOW),
    Words("People on both sides, or the rules play the Shadow", "Ludzie po obu stronach albo Cień gra sam"),
)

LEVEL = GameOption(
    "level",
    STANDARD,
    (STANDARD, CHALLENGING),
    Words("How many cards the Shadow's bots draw", "Ile kart dobierają boty Cienia"),
    needs=(MODE.name, AGAINST_THE_SHADOW),
)


def _scenario(war: War) -> Scenario:
    def roles(options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
        people = war_of(war.scenario, options.get("mode", VERSUS), options.get("level", STANDARD)).people
        return {len(people): people}

    options = (PROMOS,) if any(seat.promos for seat in war.seats) else ()
    return Scenario(war.scenario, war.title, roles, (*options, *((MODE, LEVEL) if war in ALONE else ())))


_FOR_BOTS = Words("{text} Against the Shadow: {bot}", "{text} Przeciwko Cieniowi: {bot}")


def _text(number: int) -> Words:
    """What a component says, and what its bot version says if that is known to differ."""
    entry, bot = components.ENTRIES[number], components.BOT_CARDS.get(number)
    if bot is None or bot.text is None:
        return Words(entry.text, entry.text_pl)
    en = _FOR_BOTS.say("en", text=entry.text, bot=bot.text)
    return Words(en, _FOR_BOTS.say("pl", text=entry.text_pl, bot=bot.text_pl or bot.text))


def _components() -> list[Component]:
    listed = []
    for id in dict.fromkeys(entry.id for entry in components.ENTRIES):
        numbers = components.copies(id)
        entry = components.ENTRIES[numbers[0]]
        kind = entry.kind if isinstance(entry, components.CardEntry) else "path"
        listed.append(
            Component(
                id=id,
                name=Words(entry.name, entry.name_pl),
                kind="battleground" if numbers[0] in components.BATTLEGROUNDS else kind,
                copies=len(numbers),
                text=_text(numbers[0]),
                implemented=hooks.is_implemented(id),
                numbers=tuple(numbers),
                values=values_of(numbers[0]),
            )
        )
    return listed


GAME = Game(
    id="wotr",
    title=Words("War of the Ring: The Card Game", "Wojna o Pierścień: Gra karciana"),
    rules_version=2,
    scenarios=tuple(_scenario(war) for war in SCENARIOS),
    state=WarState,
    new_state=setup.new_state,
    steps=STEPS,
    observe=view.observe,
    describe=view.describe,
    prompt=view.prompt,
    narrate=view.narrate,
    reasons=view.REASONS,
    zones=view.zones,
    unseen=view.unseen,
    barred=view.barred,
    components=_components,
    evaluate=evaluate,
    draw_board=draw_board,
    legend=LEGEND,
)
