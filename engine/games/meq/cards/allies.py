"""Characters that heroes consult (p. 24) and items that they carry (p. 26)."""

from engine.core.words import Words
from engine.games.meq.cards.parts.combine import spend
from engine.games.meq.cards.parts.hero import item, level, training
from engine.games.meq.cards.parts.sauron import HOPE, drain, sauron_forgets
from engine.games.meq.cards.registry import CHARACTER, ITEM
from engine.games.meq.components.specs import AGILITY, STRENGTH, WISDOM

CHARACTER |= {
    "aragorn": level(AGILITY),
    "boromir": level(STRENGTH),
    "dain": training(2),
    "denethor": spend(3, HOPE),
    "gandalf": level(WISDOM),
    "saruman": sauron_forgets(2),
    "theoden": item("horse"),
    "thranduil": drain(2),
}

ITEM |= {
    "boat": Words(
        "water paths cost 1 card; The Grey Havens and Belfalas are joined by a path of 3 cards",
        "szlaki wodne kosztują 1 kartę; The Grey Havens i Belfalas łączy ścieżka za 3 karty",
    ),
    "horse": Words(
        "every path costs 1 card less, but at least 1", "każda ścieżka kosztuje o 1 kartę mniej, lecz co najmniej 1"
    ),
    "elven_cloak": Words(
        "after Sauron plays a Shadow card on your turn remove 1 influence from the Shadow Pool",
        "gdy Sauron zagra kartę Cienia w twojej rundzie, usuń 1 wpływ z Puli Cienia",
    ),
}
