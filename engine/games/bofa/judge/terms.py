"""What a position at the start of a turn is made of, by name: what a learned evaluation adds up.

Each side counts the same and weighs it differently: what is good for one is bad for the other.
"""

from engine.core.game import Terms
from engine.core.words import Words
from engine.games.bofa.components.box import BEORN, BILBO, BOLG, FREE, LORD, SHADOW, SHADOW_PILE, THORIN
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.judge.evaluation import ground_value
from engine.games.bofa.state import GameState
from engine.games.bofa.steps.victory import shadow_points

HURT = 0.4
"""How much of a point of strength a damage takes from an army's pressure."""
CAME = {"bilbo": BILBO, "thorin": THORIN, "lord": LORD, "beorn": BEORN, "bolg": BOLG}
"""Characters that come and go, by the name of their term."""
WORDS = {
    "points": Words("a point of the Shadow's settlements", "punkt za osady Cienia"),
    "fate": Words("a space of the fate track", "pole toru przeznaczenia"),
    "pressure": Words("a point of pressure on the settlements", "punkt nacisku na osady"),
    "walls": Words("a damage on a fortification", "obrażenie umocnienia"),
    "units": Words("a unit of the Shadow's armies", "jednostka w armiach Cienia"),
    "strength": Words("a point of strength of the Shadow's armies", "punkt siły armii Cienia"),
    "damage": Words("a damage on the Shadow's armies", "obrażenie armii Cienia"),
    "free-units": Words("a unit of the Free Peoples' armies", "jednostka w armiach Wolnych Ludów"),
    "free-strength": Words("a point of strength of the Free Peoples' armies", "punkt siły armii Wolnych Ludów"),
    "free-damage": Words("a damage on the Free Peoples' armies", "obrażenie armii Wolnych Ludów"),
    "hand": Words("a card in the Shadow's hand", "karta na ręce Cienia"),
    "free-hand": Words("a card in the Free Peoples' hand", "karta na ręce Wolnych Ludów"),
    "tokens": Words("a recruitment token of the Shadow on the board", "żeton rekrutacji Cienia na planszy"),
    "bats": Words("a Great Bats figure", "figurka wielkich nietoperzy"),
    "eagles": Words("an Eagle", "orzeł"),
    "bodyguards": Words("a bodyguard of Bolg", "przyboczny Bolga"),
    "bilbo": Words("Bilbo in play", "Bilbo w grze"),
    "thorin": Words("Thorin in play", "Thorin w grze"),
    "lord": Words("the Lord of the Eagles in play", "Wódz Orłów w grze"),
    "beorn": Words("Beorn in play", "Beorn w grze"),
    "bolg": Words("Bolg in play", "Bolg w grze"),
}


def count(s: GameState, _seat: int) -> dict[str, float]:
    """How much of each term there is."""
    p = pack_of(s)
    armies = [(place, p.unit_side[army[0]]) for place, army in enumerate(s.armies) if army]
    shadow, free = ([place for place, seat in armies if seat == side] for side in (SHADOW, FREE))
    return {
        "points": shadow_points(s, p),
        "fate": s.fate,
        "pressure": ground_value(s, p, [(place, seat, _power(s, p, place)) for place, seat in armies]),
        "walls": sum(s.wall_damage),
        "hand": len(s.hands[SHADOW]),
        "free-hand": len(s.hands[FREE]),
        "tokens": sum([len(pile) for pile in s.tokens if pile and p.recruitment_tokens[pile[0]].pile == SHADOW_PILE]),
        "bats": sum(s.bats),
        "eagles": sum(s.eagles) + s.eyrie,
        "bodyguards": s.bodyguards,
        **{name: float(s.characters[who] >= 0) for name, who in CAME.items()},
        **_armies(s, p, shadow, ""),
        **_armies(s, p, free, "free-"),
    }


def _armies(s: GameState, p: Pack, places: list[int], whose: str) -> dict[str, float]:
    """The armies in some places, counted under names that say whose they are."""
    return {
        f"{whose}units": sum([len(s.armies[place]) for place in places]),
        f"{whose}strength": sum([p.strength[unit] for place in places for unit in s.armies[place]]),
        f"{whose}damage": sum([s.damage[place] for place in places]),
    }


def _power(s: GameState, p: Pack, place: int) -> float:
    """How strong the army in a place is."""
    return sum([p.strength[unit] for unit in s.armies[place]]) - HURT * s.damage[place]


TERMS = Terms(count, WORDS)
