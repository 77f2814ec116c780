"""Items that heroes carry (p. 26)."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import ItemEffect
from engine.games.meq.cards.registry import ITEM_EFFECTS
from engine.games.meq.layout import LOC, Way

item = ITEM_EFFECTS.card


def _by_boat(way: Way) -> Way:
    return Way(way.to, "any", 1, True) if way.water else way


item(
    "boat",
    ItemEffect(
        Words(
            "water paths cost 1 card; The Grey Havens and Belfalas are joined by a path of 3 cards",
            "szlaki wodne kosztują 1 kartę; lokacje Szare Przystanie i Belfalas łączy ścieżka za 3 karty",
        ),
        changes_path=_by_boat,
        route=(LOC["the-grey-havens"], LOC["belfalas"], 3),
    ),
)


def _on_horseback(way: Way) -> Way:
    return Way(way.to, way.terrain, max(1, way.cost - 1), way.water)


item(
    "horse",
    ItemEffect(
        Words(
            "every path costs 1 card less, but at least 1", "każda ścieżka kosztuje o 1 kartę mniej, lecz co najmniej 1"
        ),
        changes_path=_on_horseback,
    ),
)

item(
    "elven-cloak",
    ItemEffect(
        Words(
            "after Sauron plays a Shadow card on your turn remove 1 influence from the Shadow Pool",
            "gdy Sauron zagra kartę Cienia w twojej rundzie, usuń 1 wpływ z Puli Cienia",
        ),
        drains=1,
    ),
)
