"""The Battle of Five Armies: its registration and the table of steps."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.core.flow import Flow
from engine.core.game import Game, Packs
from engine.games.bofa import view, words
from engine.games.bofa.board import draw_board, draw_place
from engine.games.bofa.components.checks import check
from engine.games.bofa.components.library import load_pack
from engine.games.bofa.components.listing import components
from engine.games.bofa.components.template import write_pack
from engine.games.bofa.judge.evaluation import evaluate
from engine.games.bofa.judge.features import FEATURE_VERSION, features
from engine.games.bofa.judge.terms import TERMS
from engine.games.bofa.layout import zones
from engine.games.bofa.layout.setting_layout import layout, references
from engine.games.bofa.scenarios import OPTIONS, SCENARIOS, TITLE
from engine.games.bofa.state import GameState
from engine.games.bofa.steps import (
    actions,
    battle,
    beorn,
    damage,
    effect,
    end_of_turn,
    fate,
    generals,
    march,
    reorganise,
    retreat,
    setup,
    shadow_leaders,
)
from engine.games.bofa.steps.victory import scores

STEPS: Mapping[str, Callable[[GameState], Flow[None] | None]] = {
    "set-up": setup.set_up,
    "reorganise": reorganise.reorganise,
    "hand-limit": reorganise.trim_hands,
    "activate": generals.activate_generals,
    "captains": generals.place_captains,
    "fate": fate.draw_fate,
    "fate-moves": fate.apply_fate,
    "shadow-leaders": shadow_leaders.shadow_leaders,
    "roll": actions.action_roll,
    "turn": actions.turn,
    "carry-on": march.carry_on,
    "bear": beorn.beorn_carries_on,
    "effect": effect.run_effect,
    "battle": battle.start_battle,
    "round": battle.fight_round,
    "reroll": battle.leader_reroll,
    "assign": damage.assign_damage,
    "casualties": damage.take_casualties,
    "round-end": retreat.end_round,
    "advance": retreat.advance,
    "battle-over": retreat.end_battle,
    "turn-over": actions.turn_over,
    "end-of-turn": end_of_turn.end_turn,
}

WEIGHTS = Path(__file__).parent / "judge" / "weights"

GAME = Game(
    id="bofa",
    title=TITLE,
    rules_version=2,
    scenarios=SCENARIOS,
    options=OPTIONS,
    state=GameState,
    new_state=setup.new_state,
    steps=STEPS,
    observe=view.observe,
    sight=view.sight,
    view=view.BofaView,
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
            "casualties",
            "discard",
            "drop-token",
            "eliminate",
            "enter-at",
            "hand-limit",
            "over-limit",
            "pick",
            "sacrifice",
        }
    ),
    zones=zones,
    unseen=view.unseen,
    withhold=view.withhold,
    components=components,
    evaluate=evaluate,
    milestones=lambda s: s.turn,
    terms=TERMS,
    features=features,
    feature_version=FEATURE_VERSION,
    weights=WEIGHTS,
    draw_board=draw_board,
    draw_place=draw_place,
    packs=Packs(check, load_pack, write_pack),
)
