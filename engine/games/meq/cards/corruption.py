"""Corruption cards: most change a rule while they lie on a hero, two are resolved at once (p. 26)."""

from engine.core.flow import Decision, Flow, as_flow
from engine.core.words import Words
from engine.games.meq.cards.clauses import CorruptionEffect
from engine.games.meq.cards.registry import CORRUPTION_EFFECTS
from engine.games.meq.components.schema import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.layout import IDS, LOC, NEAREST_HAVENS
from engine.games.meq.rules.favor import lose_favor, trim_favor
from engine.games.meq.rules.hand import trim_hand
from engine.games.meq.rules.heroes import move_to
from engine.games.meq.state import SAURON, GameState, TurnEnds

corruption = CORRUPTION_EFFECTS.card

corruption(
    "reckless",
    CorruptionEffect(
        Words(
            "when Sauron draws Peril cards on your turn he may draw one more",
            "gdy Sauron losuje karty Zagrożenia w twojej rundzie, może wylosować jedną więcej",
        ),
        more_perils=1,
    ),
)
corruption(
    "indifferent",
    CorruptionEffect(
        Words("you draw 2 Encounter cards instead of 3", "losujesz 2 karty Spotkań zamiast 3"), fewer_encounters=1
    ),
)
corruption(
    "distraught",
    CorruptionEffect(
        Words("you never hold more than 7 cards", "nigdy nie masz na ręce więcej niż 7 kart"),
        on_receipt=trim_hand,
        most_cards=7,
    ),
)
corruption(
    "deranged",
    CorruptionEffect(Words("your wisdom is 1 lower", "twoja wiedza jest niższa o 1"), lowered_trait=WISDOM),
)
corruption(
    "helpless",
    CorruptionEffect(Words("your agility is 1 lower", "twoja zręczność jest niższa o 1"), lowered_trait=AGILITY),
)
corruption(
    "weary",
    CorruptionEffect(Words("your fortitude is 1 lower", "twoje męstwo jest niższe o 1"), lowered_trait=FORTITUDE),
)
corruption(
    "weak",
    CorruptionEffect(Words("your strength is 1 lower", "twoja siła jest niższa o 1"), lowered_trait=STRENGTH),
)
corruption(
    "despairing",
    CorruptionEffect(
        Words("you never have more than 3 favor", "nigdy nie masz więcej niż 3 przysługi"),
        on_receipt=as_flow(trim_favor),
        most_favor=3,
    ),
)
corruption(
    "isolated",
    CorruptionEffect(
        Words(
            "you may not consult characters or trade with heroes",
            "nie możesz konsultować się z postaciami ani wymieniać z bohaterami",
        ),
        isolates=True,
    ),
)
corruption(
    "hopeless",
    CorruptionEffect(
        Words(
            "you may not take more than 3 travel steps in each future turn",
            "w każdej przyszłej rundzie nie możesz wykonać więcej niż 3 kroków Podróży",
        ),
        most_travel_steps=3,
    ),
)
corruption(
    "mistrusted",
    CorruptionEffect(
        Words(
            "you may not gain more than 1 favor in each future turn",
            "w każdej przyszłej rundzie nie możesz zyskać więcej niż 1 przysługę",
        ),
        most_gained=1,
    ),
)
corruption(
    "cowardly",
    CorruptionEffect(
        Words(
            "discard a random card at the start of each of your future fights",
            "na początku każdej twojej przyszłej walki odrzuć losową kartę",
        ),
        lost_in_fights=1,
    ),
)
corruption(
    "greedy",
    CorruptionEffect(
        Words(
            "when Sauron has played a Shadow card on your turn he may draw one",
            "gdy Sauron zagra kartę Cienia w twojej rundzie, może potem dobrać nową",
        ),
        shadow_cards=1,
    ),
)
corruption(
    "despondent",
    CorruptionEffect(
        Words(
            "when you rest or are defeated Sauron's leftmost marker advances 2 spaces",
            "gdy odpoczywasz lub zostajesz pokonany, skrajny znacznik Saurona przesuwa się o 2 pola",
        ),
        more_spaces=1,
    ),
)
corruption(
    "careless",
    CorruptionEffect(
        Words(
            "lose 2 favor. Shuffle this card and the discards into the deck",
            "tracisz 2 przysługi. Wtasuj tę kartę i odrzucone do talii",
        ),
        on_receipt=as_flow(lambda s, h: lose_favor(s, h, 2)),
    ),
)


def _wretched(s: GameState, h: int) -> Flow[None]:
    if s.finale:
        return
    havens = [("carry", h, IDS[i]) for i in NEAREST_HAVENS[s.heroes[h].place]]
    choice = yield Decision(SAURON, "haven", [("stay", h), *havens])
    if choice[0] == "carry":
        move_to(s, h, LOC[choice[2]])
    if s.turn.hero == h:
        raise TurnEnds


corruption(
    "wretched",
    CorruptionEffect(
        Words(
            "your turn ends, and Sauron may move you to the nearest Haven. Shuffle this card and the discards into the "
            "deck",
            "twoja runda się kończy, a Sauron może przenieść cię do najbliższej Przystani. Wtasuj tę kartę i odrzucone "
            "do talii",
        ),
        on_receipt=_wretched,
    ),
)
