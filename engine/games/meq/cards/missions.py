"""Mission cards: what a side must have achieved when the Finale begins (p. 33)."""

from collections.abc import Callable

from engine.core.words import Words, listed
from engine.games.meq.cards.clauses import Goal
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.components.box import HEROES, MINION, PLOTS
from engine.games.meq.layout import LOC, LOCATIONS
from engine.games.meq.rules.stage import STAGE_ENDS
from engine.games.meq.rules.story import CONQUEST_MARKER, CORRUPTION_MARKER, RING_MARKER
from engine.games.meq.state import GameState, Hero

mission = MISSION_GOALS.card


def _by_hero(count: Callable[[Hero], int]) -> Callable[[GameState], Words]:
    """How a mission stands that counts something of the heroes: hero by hero."""
    return lambda s: Words(", ".join(f"{HEROES[hero.who].name} {count(hero)}" for hero in s.heroes))


def _in_stage_3(marker: int, en: str, pl: str) -> Goal:
    return Goal(
        Words(f"the {en} story marker stands in stage III", f"{pl} znacznik stoi w III części szlaku"),
        lambda s: s.story[marker] > STAGE_ENDS[1],
        lambda s: Words(
            f"it stands on {s.story[marker]}, and stage III begins at {STAGE_ENDS[1] + 1}",
            f"stoi na {s.story[marker]}, a III część zaczyna się od {STAGE_ENDS[1] + 1}",
        ),
    )


mission(
    "the-spear-of-the-west",
    Goal(
        Words(
            "every hero has completed the starting and the advanced quest",
            "każdy bohater ukończył Początkową i Zaawansowaną Wyprawę",
        ),
        lambda s: all(hero.completed == 2 for hero in s.heroes),
        _by_hero(lambda hero: hero.completed),
    ),
)
mission(
    "noble-blood",
    Goal(
        Words("the heroes have at most 1 Corruption card together", "bohaterowie mają razem najwyżej 1 kartę Korupcji"),
        lambda s: sum(len(hero.corruption) for hero in s.heroes) <= 1,
        _by_hero(lambda hero: len(hero.corruption)),
    ),
)
mission(
    "minas-morgul-kept-at-bay",
    Goal(
        Words("at most 2 minions are in play", "w grze jest najwyżej dwóch sług"),
        lambda s: sum(at >= 0 for at in s.minions) <= 2,
        lambda s: Words(str(sum(at >= 0 for at in s.minions))),
    ),
)
mission(
    "against-the-shadow",
    Goal(
        Words("at most 2 monster tokens are in play", "w grze są najwyżej 2 żetony potworów"),
        lambda s: len(s.tokens) <= 2,
        lambda s: Words(str(len(s.tokens))),
    ),
)
mission(
    "isildurs-secret",
    Goal(
        Words("the heroes have at least 5 favor together", "bohaterowie mają razem co najmniej 5 przysług"),
        lambda s: sum(hero.favor for hero in s.heroes) >= 5,
        _by_hero(lambda hero: hero.favor),
    ),
)
mission(
    "his-dark-throne",
    Goal(
        Words("3 plots are active", "aktywne są 3 karty Intrygi"),
        lambda s: len(s.plots) >= 3,
        lambda s: listed(*(PLOTS[card].name for card in s.plots)) if s.plots else Words("0"),
    ),
)
mission("where-the-shadows-lie", _in_stage_3(CORRUPTION_MARKER, "black", "czarny"))
mission("in-darkness-bind-them", _in_stage_3(RING_MARKER, "yellow", "żółty"))
mission("to-rule-them-all", _in_stage_3(CONQUEST_MARKER, "red", "czerwony"))

SHIRE = LOC["the-shire"]
RINGWRAITHS = MINION["ringwraiths"]


def _search(s: GameState) -> Words:
    """Where the Ringwraiths are, and how much influence has reached the Shire."""
    at = s.minions[RINGWRAITHS]
    if at >= 0:
        place = Words(f"the Ringwraiths are in {LOCATIONS[at].name.en}", f"Upiory Pierścienia: {LOCATIONS[at].name.pl}")
    else:
        place = Words("the Ringwraiths are off the board", "Upiory Pierścienia są poza planszą")
    return Words(f"{place.en}, influence {s.influence[SHIRE]}", f"{place.pl}, wpływ {s.influence[SHIRE]}")


mission(
    "to-find-them-all",
    Goal(
        Words("the Ringwraiths or 6 influence are in The Shire", "w lokacji Shire są Upiory Pierścienia lub 6 wpływów"),
        lambda s: s.minions[RINGWRAITHS] == SHIRE or s.influence[SHIRE] >= 6,
        _search,
    ),
)
