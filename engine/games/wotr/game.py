"""War of the Ring: The Card Game: registration and the table of steps."""

from pathlib import Path

from engine.core.game import Game
from engine.core.words import Words
from engine.games.wotr import layout, view, words
from engine.games.wotr.board import LEGEND, draw_board
from engine.games.wotr.cards import registry, texts
from engine.games.wotr.components.listing import components
from engine.games.wotr.judge.evaluation import evaluate
from engine.games.wotr.judge.features import FEATURE_VERSION, features
from engine.games.wotr.judge.terms import TERMS
from engine.games.wotr.rules.against_the_shadow import effects
from engine.games.wotr.rules.against_the_shadow.answers import ANSWERS
from engine.games.wotr.rules.asking import BOT_ANSWERS
from engine.games.wotr.scenarios import SCENARIOS
from engine.games.wotr.state import GameState
from engine.games.wotr.steps import action, combat, draw, location, setup, victory

registry.load()
texts.load()
effects.check_words()
BOT_ANSWERS.update(ANSWERS)

STEPS = {
    "setup": setup.setup,
    "discard": setup.discard,
    "battleground": location.battleground_phase,
    "path": location.path_phase,
    "action": action.action_turn,
    "combat": combat.combat_phase,
    "victory": victory.victory_check,
    "draw": draw.draw_phase,
}

WEIGHTS = Path(__file__).parent / "judge" / "weights"

GAME = Game(
    id="wotr",
    title=Words("War of the Ring: The Card Game", "Wojna o Pierścień: Gra karciana"),
    rules_version=3,
    scenarios=SCENARIOS,
    state=GameState,
    new_state=setup.new_state,
    steps=STEPS,
    observe=view.observe,
    sight=view.sight,
    view=view.WotrView,
    vocabulary=words.VOCABULARY,
    references=layout.references,
    layout=layout.layout,
    describe=words.describe,
    prompt=words.prompt,
    narrate=words.narrate,
    purpose=words.purpose,
    explain=words.explain,
    scores=victory.scores,
    reasons=words.REASONS,
    summary=words.SUMMARY,
    glossary=words.GLOSSARY,
    forced=frozenset({"cycle", "eliminate", "forsake", "loss", "sacrifice", "slay"}),
    zones=layout.zones,
    unseen=view.unseen,
    barred=view.barred,
    components=components,
    evaluate=evaluate,
    milestones=lambda s: s.round,
    terms=TERMS,
    features=features,
    feature_version=FEATURE_VERSION,
    weights=WEIGHTS,
    draw_board=draw_board,
    legend=LEGEND,
)
