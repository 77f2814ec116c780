"""Middle-earth Quest: registration and the table of steps."""

from pathlib import Path

from engine.core.game import Game
from engine.core.words import Words
from engine.games.meq import board, scenarios, view, words
from engine.games.meq.cards import registry
from engine.games.meq.components.listing import components
from engine.games.meq.judge.evaluation import evaluate
from engine.games.meq.judge.features import FEATURE_VERSION, features
from engine.games.meq.judge.terms import TERMS
from engine.games.meq.layout import zones
from engine.games.meq.layout.references import references
from engine.games.meq.layout.whole import layout
from engine.games.meq.state import GameState
from engine.games.meq.steps import clash, combat, command, encounter, finale, sauron, setup, travel, turn
from engine.games.meq.steps.victory import scores

registry.load()

STEPS = {
    "setup": setup.setup,
    "choose-heroes": setup.choose_heroes,
    "hero-setup": setup.hero_setup,
    "starting-plot": setup.starting_plot,
    "sauron-setup": setup.sauron_setup,
    "sauron-cards": setup.sauron_cards,
    "missions": setup.missions,
    "rally": sauron.rally,
    "story": sauron.story,
    "plot": sauron.plot,
    "event": sauron.event,
    "actions": sauron.actions,
    "action": sauron.action,
    "strengthen": sauron.strengthen,
    "command": command.command,
    "hero-draw": sauron.hero_draw,
    "turn": turn.turn,
    "rest": turn.rest,
    "ambush": turn.ambush,
    "travel": travel.travel,
    "arrive": travel.arrive,
    "danger": travel.danger,
    "encounter": encounter.encounter,
    "turn-end": turn.turn_end,
    "combat": combat.combat,
    "prepare": combat.prepare,
    "clash": clash.clash,
    "resolution": combat.resolution,
    "finale": finale.finale,
    "champion": finale.champion,
}

WEIGHTS = Path(__file__).parent / "judge" / "weights"

GAME = Game(
    id="meq",
    title=Words("Middle-earth Quest", "Middle-earth Quest"),
    rules_version=3,
    scenarios=scenarios.SCENARIOS,
    options=scenarios.OPTIONS,
    state=GameState,
    new_state=setup.new_state,
    steps=STEPS,
    observe=view.observe,
    sight=view.sight,
    view=view.MeqView,
    vocabulary=words.VOCABULARY,
    references=references,
    layout=layout,
    describe=words.describe,
    prompt=words.prompt,
    narrate=words.narrate,
    purpose=words.purpose,
    explain=words.explain,
    scores=scores,
    reasons=words.REASONS,
    summary=words.SUMMARY,
    glossary=words.GLOSSARY,
    forced=frozenset(
        {
            "choose",
            "combat",
            "discard",
            "drop-plot",
            "drop-shadow",
            "exhaust",
            "forfeit",
            "haven",
            "keep-plot",
            "purge",
            "relocate",
        }
    ),
    zones=zones,
    unseen=view.unseen,
    barred=view.barred,
    plausible=view.plausible,
    withhold=view.withhold,
    components=components,
    evaluate=evaluate,
    milestones=lambda s: s.round,
    terms=TERMS,
    features=features,
    feature_version=FEATURE_VERSION,
    weights=WEIGHTS,
    draw_board=board.draw_board,
    draw_place=board.draw_place,
)
