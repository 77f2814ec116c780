"""The texts of cards, composed at load: each clause that several cards share tells itself, a card's own is typed.

Sentences stand in the order in which the data file names the clauses; `text` of the data holds a card's own.
"""

from collections.abc import Callable
from typing import Any

from engine.core.cards import Clause, sentence_of
from engine.core.words import LANGS, Words
from engine.games.wotr.cards.phrases import filled
from engine.games.wotr.cards.registry import At, Card
from engine.games.wotr.components.box import ENTRIES
from engine.games.wotr.components.schema import Entry
from engine.games.wotr.rules.eliminating import ANY_CAUSE, BATTLE, FORSAKEN_RESERVE, FORSAKEN_TOP, PATH_COMBAT

TEXTS: dict[str, Words] = {}
"""What each component says, by id; filled when the game loads."""


# -- sentences of values; {0} is the value

_AT = {
    "attack": Words("+{0.attack} attack at {0.location:name}.", "+{0.attack} ataku na polu bitwy {0.location:name}."),
    "defence": Words(
        "+{0.defence} defence at {0.location:name}.", "+{0.defence} obrony na polu bitwy {0.location:name}."
    ),
    "path_attack": Words(
        "+{0.path_attack} path attack at {0.location:name}.", "+{0.path_attack} ataku na ścieżce {0.location:name}."
    ),
}
_CYCLED_INSTEAD = {
    ANY_CAUSE: Words(
        "Whenever this card would be eliminated, forsaken included, cycle it instead.",
        "Ilekroć ta karta miałaby zostać wykluczona, także przez poświęcenie, zamiast tego ją zrzuć.",
    ),
    (PATH_COMBAT,): Words(
        "When path combat would eliminate this card, cycle it instead, with any items.",
        "Gdy ta karta miałaby zostać wykluczona w walce na ścieżce, zamiast tego zrzuć ją razem z przedmiotami.",
    ),
    (FORSAKEN_TOP,): Words(
        "Forsaken from the top of your deck: cycle this card, it is not eliminated.",
        "Przy poświęceniu z wierzchu twojej talii: zrzuć tę kartę, zamiast ją wykluczać.",
    ),
    (FORSAKEN_RESERVE,): Words(
        "Forsaken from reserve: cycle this card, it is not eliminated.",
        "Przy poświęceniu z rezerwy: zrzuć tę kartę, zamiast ją wykluczać.",
    ),
}
_SAVES_WIELDER = {
    (PATH_COMBAT,): Words(
        "When path combat would eliminate the wielder, cycle the wielder with all its items.",
        "Gdy dzierżyciel miałby zostać wykluczony w walce na ścieżce, zrzuć go razem z jego przedmiotami.",
    ),
    (PATH_COMBAT, BATTLE): Words(
        "When combat would eliminate the wielder, cycle the wielder with all its items.",
        "Gdy dzierżyciel miałby zostać wykluczony w walce, zrzuć go razem z jego przedmiotami.",
    ),
}


def _icons_at(at: At) -> Words:
    """More icons of each kind that there are more of."""
    return _one_after_another([words for icon, words in _AT.items() if getattr(at, icon)])


_VALUES: dict[str, Words | Callable[[Any], Words]] = {
    "extra-draw": Words(
        "In reserve: in each draw phase you draw {0:cards} more.",
        "W rezerwie: w każdej fazie dobierania dobierasz {0:cards} więcej.",
    ),
    "carryover-in-reserve": Words(
        "In reserve: your carryover limit is {0} higher.", "W rezerwie: twój limit pozostałości jest o {0} wyższy."
    ),
    "carryover-in-play": Words(
        "In play: your carryover limit is {0} higher.", "W grze: twój limit pozostałości jest o {0} wyższy."
    ),
    "battle-icons-at": _icons_at,
    "path-icons-at": _icons_at,
    "path-defence": Words(
        "On a path: the path itself, not the wielder, has +{0} path defence.",
        "Na ścieżce: sama ścieżka, a nie dzierżyciel, ma +{0} obrony na ścieżce.",
    ),
    "defends-in-reserve": Words(
        "In reserve: {0.words} has +1 defence and +1 path defence.",
        "W rezerwie: wzmacnia {0.words} (+1 obrony, +1 obrony na ścieżce).",
    ),
    "icons-for-supporting": Words(
        "+{0.icons} attack, +{0.icons} defence while it supports {0.leaders.words}.",
        "+{0.icons} ataku, +{0.icons} obrony, gdy wspiera {0.leaders.words}.",
    ),
    "cycled-instead": _CYCLED_INSTEAD.__getitem__,
    "loses-items": Words(
        "Its items are eliminated all the same.", "Dzierżone przez nią przedmioty i tak zostają wykluczone."
    ),
    "saves-wielder": _SAVES_WIELDER.__getitem__,
    "only-weapon": Words("Must be the only weapon its wielder has.", "Musi być jedyną bronią swojego dzierżyciela."),
    "shows-top": Words(
        "In play: you may look at the top card of your deck whenever you like.",
        "W grze: w dowolnej chwili możesz obejrzeć wierzchnią kartę swojej talii dobierania.",
    ),
    "also-enters": Words(
        "{0:of} battlegrounds are open to this card, played or moved.",
        "Tę kartę można zagrać lub poruszyć na pole bitwy {0:of}.",
    ),
    "supported-by": Words("A {0:of} army can support it.", "Może ją wspierać armia {0:of}."),
    "opens-in-reserve": Words(
        "In reserve: this card opens {0.locations.words} to {0.cards.words}, played or moved.",
        "W rezerwie: {0.cards.words} można zagrywać i poruszać na {0.locations.words}.",
    ),
    "opens-this-round": Words(
        "Until the round ends, this card opens {0.locations.words} to {0.cards.words}, played or moved.",
        "Do końca rundy {0.cards.words} można zagrywać i poruszać na {0.locations.words}.",
    ),
    "supports-this-round": Words(
        "Until the round ends, {0.armies.words} may support {0.leaders.words}.",
        "Do końca rundy {0.leaders.words} może wspierać {0.armies.words}.",
    ),
    "replaced-by": Words("Eliminated as soon as {0:name} is played.", "Po zagraniu karty {0:name} wyklucz tę kartę."),
}
"""For each value that is a clause, its sentence, or what gives it for a value."""


# -- composing


def load() -> None:
    """Compose every text; refuse what is typed though the clauses tell it, and clauses that nothing tells."""
    clauses = {(id, kind): one for kind in _kinds() for id, one in Card.registry.of_kind(kind)}
    for entry in ENTRIES:
        TEXTS[entry.id] = compose(entry, [_sentence(entry.id, clauses[entry.id, kind]) for kind in entry.effects])


def compose(entry: Entry, sentences: list[Words | None]) -> Words:
    """The text of a component: the sentences of its clauses; what is typed stands for the first that has none."""
    own = [n for n, sentence in enumerate(sentences) if sentence is None]
    if own and not (entry.text and entry.text_pl):
        raise LookupError(f"{entry.id} has clauses of its own that no text tells in both languages")
    if not own and (entry.text or entry.text_pl):
        raise LookupError(f"{entry.id} has a text, but its clauses tell themselves")
    typed = {n: Words(entry.text, entry.text_pl) for n in own[:1]}
    return _one_after_another([words for n, one in enumerate(sentences) if (words := one or typed.get(n))])


def _kinds() -> set[str]:
    return {kind for entry in ENTRIES for kind in entry.effects}


def _sentence(id: str, one: Clause) -> Words | None:
    """What tells a clause, or nothing if it is the card's own."""
    if one.kind in _VALUES:
        return _told_by_value(_VALUES[one.kind], one.rule)
    template = sentence_of(one)
    return filled(template, **_parameters(Card.registry.blocks[id])) if template else None


def _told_by_value(template: Words | Callable[[Any], Words], value: object) -> Words:
    return filled(template if isinstance(template, Words) else template(value), value)


def _parameters(block: Card) -> dict[str, object]:
    """What a sentence may name: all that the block has under a public name."""
    return {name: getattr(block, name) for name in dir(block) if not name.startswith("_")}


def _one_after_another(sentences: list[Words]) -> Words:
    return Words(*(" ".join(one.say(lang) for one in sentences) for lang in LANGS))
