"""Corruption cards: most lie on the hero and are looked up by the rule they change, two are resolved at once."""

from engine.core.flow import Decision, Flow
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.combine import as_effect, effect
from engine.games.meq.cards.registry import CORRUPTION
from engine.games.meq.layout import IDS, LOC, NEAREST_HAVENS
from engine.games.meq.rules.favor import SAD_FAVOR, lose_favor
from engine.games.meq.rules.hand import trim_hand
from engine.games.meq.rules.heroes import move_to, suffers
from engine.games.meq.state import SAURON, GameState, TurnEnds


def _lies_there(en: str, pl: str) -> Effect:
    """A card that changes a rule while it lies on the hero."""
    return effect(en, pl, lambda _s, _h: None)


def _despair(s: GameState, h: int) -> None:
    hero = s.heroes[h]
    lose_favor(s, h, hero.favor - SAD_FAVOR if hero.favor > SAD_FAVOR else 0)


def heed(s: GameState, h: int) -> Flow[None]:
    """A hero who came by other corruption cards keeps to their limits of hand and favor."""
    yield from trim_hand(s, h)
    if suffers(s.heroes[h], "despairing"):
        _despair(s, h)


@as_effect(
    "your turn ends, and Sauron may move you to the nearest Haven. Shuffle this card and the discards into the deck",
    "twoja runda się kończy, a Sauron może przenieść cię do najbliższej Przystani. Wtasuj tę kartę i odrzucone "
    "do talii",
)
def _wretched(s: GameState, h: int) -> Flow[None]:
    if not s.finale:
        havens = [("carry", h, IDS[i]) for i in NEAREST_HAVENS[s.heroes[h].place]]
        choice = yield Decision(SAURON, "haven", [("stay", h), *havens])
        if choice[0] == "carry":
            move_to(s, h, LOC[choice[2]])
        if s.turn.hero == h:
            raise TurnEnds


CORRUPTION |= {
    "reckless": _lies_there(
        "when Sauron draws Peril cards on your turn he may draw one more",
        "gdy Sauron losuje karty Zagrożenia w twojej rundzie, może wylosować jedną więcej",
    ),
    "indifferent": _lies_there("you draw 2 Encounter cards instead of 3", "losujesz 2 karty Spotkań zamiast 3"),
    "distraught": effect("you never hold more than 7 cards", "nigdy nie masz na ręce więcej niż 7 kart", trim_hand),
    "deranged": _lies_there("your wisdom is 1 lower", "twoja wiedza jest niższa o 1"),
    "helpless": _lies_there("your agility is 1 lower", "twoja zręczność jest niższa o 1"),
    "weary": _lies_there("your fortitude is 1 lower", "twoje męstwo jest niższe o 1"),
    "weak": _lies_there("your strength is 1 lower", "twoja siła jest niższa o 1"),
    "despairing": effect("you never have more than 3 favor", "nigdy nie masz więcej niż 3 przysługi", _despair),
    "isolated": _lies_there(
        "you may not consult characters or trade with heroes",
        "nie możesz konsultować się z postaciami ani wymieniać z bohaterami",
    ),
    "hopeless": _lies_there(
        "you may not move more than 3 times in each future turn",
        "w każdej przyszłej rundzie nie możesz poruszyć się więcej niż 3 razy",
    ),
    "mistrusted": _lies_there(
        "you may not gain more than 1 favor in each future turn",
        "w każdej przyszłej rundzie nie możesz zyskać więcej niż 1 przysługę",
    ),
    "cowardly": _lies_there(
        "discard a random card at the start of each of your future fights",
        "na początku każdej twojej przyszłej walki odrzuć losową kartę",
    ),
    "greedy": _lies_there(
        "when Sauron has played a Shadow card on your turn he may draw one",
        "gdy Sauron zagra kartę Cienia w twojej rundzie, może potem dobrać nową",
    ),
    "despondent": _lies_there(
        "when you rest or are defeated Sauron's leftmost marker advances 2 spaces",
        "gdy odpoczywasz lub zostajesz pokonany, skrajny znacznik Saurona przesuwa się o 2 pola",
    ),
    "careless": effect(
        "lose 2 favor. Shuffle this card and the discards into the deck",
        "tracisz 2 przysługi. Wtasuj tę kartę i odrzucone do talii",
        lambda s, h: lose_favor(s, h, 2),
    ),
    "wretched": _wretched,
}
