"""The texts of the cards: keywords, values and parts tell themselves, the data has what is a card's own."""

from collections.abc import Iterator

from engine.core.cards import sentence_of
from engine.core.words import LANGS, Lang, Words
from engine.games.lotr.cards.effects import VALUES, Values
from engine.games.lotr.cards.registry import REGISTRY
from engine.games.lotr.components.box import BY_ID, NUMBERS
from engine.games.lotr.components.decks import SPHERE_NAMES
from engine.games.lotr.components.schema import CardEntry

KEYWORDS = {
    "guarded": Words("Guarded", "Strzeżona"),
    "restricted": Words("Restricted", "Ograniczenie"),
    "ranged": Words("Ranged", "Dystans"),
    "sentinel": Words("Sentinel", "Wartownik"),
    "doomed": Words("Doomed", "Zguba"),
    "surge": Words("Surge", "Mroczna fala"),
    "victory": Words("Victory", "Zwycięstwo"),
}
_ATTACH_TO = {
    "hero": Words("Attach to a hero.", "Dołącz do bohatera."),
    "character": Words("Attach to a character.", "Dołącz do postaci."),
    "location": Words("Attach to a location.", "Dołącz do obszaru."),
    "engaged-enemy": Words("Attach to an enemy engaged with a player.", "Dołącz do wroga w zwarciu z graczem."),
}
_BEARERS = {
    "hero": Words("Attached hero", "Ten bohater"),
    "location": Words("Attached location", "Ten obszar"),
}
_ADDED = {
    "willpower": Words("{bearer} has {n:+} willpower.", "{bearer} ma {n:+} do siły woli."),
    "threat": Words("{bearer} has {n:+} threat.", "{bearer} ma {n:+} do siły zagrożenia."),
    "hit-points": Words("{bearer} has {n:+} hit points.", "{bearer} ma {n:+} do wytrzymałości."),
}
_TRAIT = Words("{bearer} gains the {trait} trait.", "{bearer} zyskuje cechę {trait}.")
_ICON = Words("{hero} also gains the resource icon of {sphere}.", "{hero} zyskuje też symbol zasobów: {sphere}.")
_OTHERS = {
    "cannot_fight": Words("Attached hero cannot attack or defend.", "Ten bohater nie może atakować ani się bronić."),
    "cannot_attack": Words("Attached enemy cannot attack.", "Ten wróg nie może atakować."),
    "paid_by_different_heroes": Words(
        "Each resource that pays for it must come from a different hero.",
        "Każdy zasób, którym za nią płacisz, musi pochodzić od innego bohatera.",
    ),
    "bears_no_attachments": Words("No attachments may be played on it.", "Nie można zagrywać na tę kartę dodatków."),
    "hides_behind_others": Words(
        "Cannot be engaged optionally while other enemies are in the staging area.",
        "Nie można dobrowolnie wejść z nim w zwarcie, gdy w strefie przeciwności są inni wrogowie.",
    ),
    "must_be_travelled_to": Words(
        "Without an active location, the players must travel here when they may travel.",
        "Jeśli nie ma aktywnego obszaru, gracze, mogąc podróżować, muszą udać się tutaj.",
    ),
    "stops_draws": Words(
        "While this is the active location, players cannot draw cards.",
        "Dopóki to aktywny obszar, gracze nie mogą dobierać kart.",
    ),
    "refresh_threat": Words(
        "Forced: while this is the active location, each player's threat rises by {n} more in the refresh phase.",
        "Wymuszony: dopóki to aktywny obszar, w fazie Odpoczynku zagrożenie każdego gracza rośnie o {n} więcej.",
    ),
    "cost_to_ready": Words(
        "Attached hero readies in the refresh phase only if resources are paid from his pool: {n}.",
        "W fazie Odpoczynku ten bohater przygotowuje się tylko po zapłaceniu zasobami ze swojej puli: {n}.",
    ),
    "one_ally_each_round": Words(
        "The group may play only 1 ally per round.", "Drużyna może zagrać tylko 1 sprzymierzeńca na rundę."
    ),
    "extra_reveals": Words(
        "In each quest phase the number of encounter cards revealed is {n} higher.",
        "W każdej fazie Wyprawy liczba odkrywanych kart Spotkań rośnie o {n}.",
    ),
    "skips_staging": Words("The staging step is skipped.", "Krok odkrywania przeciwności jest pomijany."),
    "skips_engagement_checks": Words(
        "Engagement checks are not made; optional engagement is still allowed.",
        "Nie wykonuje się testów zwarcia; dobrowolne zwarcie jest nadal możliwe.",
    ),
}
"""Values that are a sentence by themselves; `attacks_staging_area` and `is_condition` are part of another one."""


def text_of(entry: CardEntry) -> Words:
    """What a card does: its keywords, its values, the clauses of its parts, its own text and its shadow effect."""
    return Words(*(" ".join(filter(None, _sentences(entry, lang))) for lang in LANGS))


def _sentences(entry: CardEntry, lang: Lang) -> Iterator[str]:
    for keyword in keywords_of(entry):
        yield keyword.say(lang)
    yield from _values_of(entry, VALUES[NUMBERS[entry.id][0]], lang)
    yield from _clauses_of_parts(entry, lang)
    yield Words(entry.text, entry.text_pl).say(lang)
    if entry.shadow_text:
        yield Words(f"Shadow: {entry.shadow_text}", f"Cień: {entry.shadow_text_pl}").say(lang)


def keywords_of(entry: CardEntry) -> list[Words]:
    """The keywords of a card (p. 24), each a sentence."""
    values = {words: getattr(entry, name) for name, words in KEYWORDS.items()}
    return [
        Words(*(f"{words.say(lang)}{'' if value is True else f' {value}'}." for lang in LANGS))
        for words, value in values.items()
        if value
    ]


def _clauses_of_parts(entry: CardEntry, lang: Lang) -> Iterator[str]:
    """The sentences of clauses that the card has from a part it is made of."""
    for clause in REGISTRY.of_card(entry.id):
        if sentence := sentence_of(clause):
            yield sentence.say(lang, **REGISTRY.parameters_of(entry.id))


def _values_of(entry: CardEntry, values: Values, lang: Lang) -> Iterator[str]:
    """The sentences that say what an attachment is attached to and what the values of a card are."""
    if entry.type == "attachment":
        yield _ATTACH_TO[entry.attach_to].say(lang)
    for stat, n in values.adds.items():
        yield _ADDED[stat].say(lang, bearer=_BEARERS[entry.attach_to].say(lang), n=n)
    if values.gives_trait:
        yield _TRAIT.say(lang, bearer=_BEARERS[entry.attach_to].say(lang), trait=values.gives_trait)
    for hero, sphere in values.gives_icon.items():
        yield _ICON.say(lang, hero=BY_ID[hero].called(lang), sphere=SPHERE_NAMES[sphere].say(lang))
    for name, sentence in _OTHERS.items():
        n = getattr(values, name)
        if n:
            yield sentence.say(lang, n=n)
