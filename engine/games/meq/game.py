"""Middle-earth Quest as the engine knows it: scenarios, options and the table of steps."""

from collections.abc import Mapping
from typing import Any

from engine.core.game import Game, GameOption, Role, Scenario
from engine.core.words import Words
from engine.games.meq import board, judge, layout, view, words
from engine.games.meq.components import listing
from engine.games.meq.state import GameState
from engine.games.meq.steps import clash, combat, command, encounter, finale, sauron, setup, travel, turn

_HEROES = (
    Words("First hero", "Pierwszy bohater"),
    Words("Second hero", "Drugi bohater"),
    Words("Third hero", "Trzeci bohater"),
)


def roles(_options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
    """Sauron and one to three heroes, who win or lose together (p. 7)."""
    dark = Role("sauron", Words("Sauron", "Sauron"), "sauron")
    heroes = [Role(f"hero_{n}", name, "heroes") for n, name in enumerate(_HEROES, 1)]
    return {n + 1: (dark, *heroes[:n]) for n in (1, 2, 3)}


GAME = Game(
    id="meq",
    title=Words("Middle-earth Quest", "Middle-earth Quest"),
    rules_version=2,
    scenarios=(Scenario("quest", Words("Middle-earth Quest", "Wyprawa do Śródziemia"), roles),),
    options=(
        GameOption(
            "heroes",
            "choose",
            ("choose", "random"),
            Words(
                "Whether players choose their heroes or draw them by lot", "Czy gracze wybierają bohaterów, czy losują"
            ),
        ),
        GameOption(
            "advanced_dominance",
            False,
            (False, True),
            Words("Dominance by story steps still needed", "Dominacja według brakujących kroków Opowieści"),
        ),
        GameOption(
            "high_stakes",
            False,
            (False, True),
            Words("Stage III for high stakes", "Etap III o wysoką stawkę"),
        ),
    ),
    state=GameState,
    new_state=setup.new_state,
    steps={
        "setup": setup.setup,
        "choose_heroes": setup.choose_heroes,
        "hero_setup": setup.hero_setup,
        "starting_plot": setup.starting_plot,
        "sauron_setup": setup.sauron_setup,
        "sauron_cards": setup.sauron_cards,
        "missions": setup.missions,
        "rally": sauron.rally,
        "story": sauron.story,
        "plot": sauron.plot,
        "event": sauron.event,
        "actions": sauron.actions,
        "action": sauron.action,
        "strengthen": sauron.strengthen,
        "command": command.command,
        "hero_draw": sauron.hero_draw,
        "turn": turn.turn,
        "rest": turn.rest,
        "ambush": turn.ambush,
        "travel": travel.travel,
        "arrive": travel.arrive,
        "danger": travel.danger,
        "encounter": encounter.encounter,
        "turn_end": turn.turn_end,
        "combat": combat.combat,
        "prepare": combat.prepare,
        "clash": clash.clash,
        "resolution": combat.resolution,
        "finale": finale.finale,
        "champion": finale.champion,
    },
    observe=view.observe,
    describe=words.describe,
    prompt=words.prompt,
    narrate=words.narrate,
    reasons=words.REASONS,
    zones=layout.zones,
    unseen=view.unseen,
    barred=view.barred,
    components=listing.components,
    evaluate=judge.evaluate,
    draw_board=board.draw_board,
)
