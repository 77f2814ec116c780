"""The Lord of the Rings: The Card Game as it registers with the engine, and its table of steps."""

from pathlib import Path

from engine.core.game import Game, Habits
from engine.core.words import Words
from engine.games.lotr import board, layout, scenarios, view, words
from engine.games.lotr.cards import registry
from engine.games.lotr.components.listing import components
from engine.games.lotr.judge import evaluation, habits
from engine.games.lotr.judge.features import FEATURE_VERSION, features
from engine.games.lotr.state import GameState
from engine.games.lotr.steps import (
    action_windows,
    campaign,
    encounter,
    enemy_attacks,
    planning,
    player_attacks,
    quest,
    refresh,
    resource,
    setup,
    travel,
    victory,
)

registry.load()

STEPS = {
    "lay-out": setup.lay_out,
    "mulligan": setup.mulligan,
    "set-up-quest": setup.set_up_quest,
    "first-stage": setup.first_stage,
    "next-scenario": campaign.next_scenario,
    "window": action_windows.window,
    "act": action_windows.ask_for_action,
    "resource": resource.resources,
    "planning": planning.planning,
    "plan": planning.plan,
    "play": planning.play,
    "quest": quest.quest,
    "commit": quest.commit,
    "staging": quest.staging,
    "stage-card": quest.stage_card,
    "resolve-quest": quest.resolve_quest,
    "travel": travel.travel,
    "encounter": encounter.encounter,
    "engage": encounter.optional_engagement,
    "check": encounter.engagement_check,
    "after-checks": encounter.after_checks,
    "combat": enemy_attacks.combat,
    "enemy-attack": enemy_attacks.enemy_attack,
    "defend": enemy_attacks.defend,
    "shadows": enemy_attacks.shadows,
    "enemy-damage": enemy_attacks.damage,
    "player-attack": player_attacks.player_attack,
    "declare-attackers": player_attacks.declare_attackers,
    "strike": player_attacks.resolve_strike,
    "end-combat": player_attacks.end_combat,
    "refresh": refresh.refresh,
    "end-phase": refresh.end_phase,
    "end-round": refresh.end_round,
}
"""Every step by name, in the order of a round (p. 12, 30-31)."""

WEIGHTS = Path(__file__).parent / "judge" / "weights"

GAME: Game[GameState] = Game(
    id="lotr",
    title=Words("The Lord of the Rings: The Card Game", "Władca Pierścieni: Gra karciana"),
    rules_version=3,
    scenarios=scenarios.SCENARIOS,
    options=scenarios.OPTIONS,
    state=GameState,
    new_state=setup.new_state,
    steps=STEPS,
    observe=view.observe,
    sight=view.sight,
    view=view.LotrView,
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
    forced=frozenset(
        {
            "damage",
            "defender-damage",
            "discard-attachment",
            "discard-character",
            "discard-from-hand",
            "exhaust",
            "leave-quest",
            "leaves-play",
            "lose-objective",
            "return-to-hand",
            "too-many-restricted",
            "undefended-damage",
        }
    ),
    windows=frozenset({"action"}),
    zones=layout.zones,
    unseen=view.unseen,
    withhold=view.withhold,
    components=components,
    draw_board=board.draw_board,
    evaluate=evaluation.evaluate,
    milestones=lambda s: s.round,
    features=features,
    feature_version=FEATURE_VERSION,
    weights=WEIGHTS,
    habits=Habits(habits.choose, doubt=4.0),
)
