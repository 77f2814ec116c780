"""Mission cards: what a side must have achieved when the Finale begins (p. 33)."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import Goal
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.components.box import MINION
from engine.games.meq.layout import LOC
from engine.games.meq.rules.stage import STAGE_ENDS
from engine.games.meq.rules.story import CONQUEST_MARKER, CORRUPTION_MARKER, RING_MARKER

mission = MISSION_GOALS.card


def _in_stage_3(marker: int, en: str, pl: str) -> Goal:
    return Goal(
        Words(f"the {en} story marker stands in stage III", f"{pl} znacznik stoi w III części szlaku"),
        lambda s: s.story[marker] > STAGE_ENDS[1],
    )


mission(
    "the-spear-of-the-west",
    Goal(
        Words(
            "every hero has completed the starting and the advanced quest",
            "każdy bohater ukończył Początkową i Zaawansowaną Wyprawę",
        ),
        lambda s: all(hero.completed == 2 for hero in s.heroes),
    ),
)
mission(
    "noble-blood",
    Goal(
        Words("the heroes have at most 1 Corruption card together", "bohaterowie mają razem najwyżej 1 kartę Korupcji"),
        lambda s: sum(len(hero.corruption) for hero in s.heroes) <= 1,
    ),
)
mission(
    "minas-morgul-kept-at-bay",
    Goal(
        Words("at most 2 minions are in play", "w grze jest najwyżej dwóch sług"),
        lambda s: sum(at >= 0 for at in s.minions) <= 2,
    ),
)
mission(
    "against-the-shadow",
    Goal(
        Words("at most 2 monster tokens are in play", "w grze są najwyżej 2 żetony potworów"),
        lambda s: len(s.tokens) <= 2,
    ),
)
mission(
    "isildurs-secret",
    Goal(
        Words("the heroes have at least 5 favor together", "bohaterowie mają razem co najmniej 5 przysług"),
        lambda s: sum(hero.favor for hero in s.heroes) >= 5,
    ),
)
mission("his-dark-throne", Goal(Words("3 plots are active", "aktywne są 3 karty Intrygi"), lambda s: len(s.plots) >= 3))
mission("where-the-shadows-lie", _in_stage_3(CORRUPTION_MARKER, "black", "czarny"))
mission("in-darkness-bind-them", _in_stage_3(RING_MARKER, "yellow", "żółty"))
mission("to-rule-them-all", _in_stage_3(CONQUEST_MARKER, "red", "czerwony"))

SHIRE = LOC["the-shire"]
mission(
    "to-find-them-all",
    Goal(
        Words("the Ringwraiths or 6 influence are in The Shire", "w The Shire są Ringwraiths lub 6 wpływów"),
        lambda s: s.minions[MINION["ringwraiths"]] == SHIRE or s.influence[SHIRE] >= 6,
    ),
)
