"""Polish words: the rulebook's terms, a name for every component, texts that do not mix languages."""

import re

import pytest

from engine import load
from engine.core.events import Event
from engine.core.flow import Decision, Option
from engine.games.wotr.cards.texts import TEXTS
from engine.games.wotr.components.bot_versions import BOT_CARDS
from engine.games.wotr.components.box import ENTRIES
from engine.games.wotr.components.schema import Entry
from engine.games.wotr.rules.fighting import battleground_combat
from engine.games.wotr.words import describe, narrate, prompt, values_of
from tests.engine.games.wotr.tabletop import Tabletop, number

FOREIGN = sorted({entry.name for entry in ENTRIES if entry.name != entry.name_pl})
"""English names that Polish words must not hold."""


def said(tabletop: Tabletop, *option: str) -> str:
    """An option in Polish, its cards and places by id."""
    ids = {entry.id for entry in ENTRIES}
    parts: Option = (option[0], *(number(part) if part in ids else part for part in option[1:]))
    return describe(tabletop.state, parts, "pl")


def told(tabletop: Tabletop, kind: str) -> str:
    """The last event of a kind in Polish."""
    event = [event for event in tabletop.log if event.kind == kind][-1]
    return narrate(tabletop.state, event, "pl")


# -- names and texts


@pytest.mark.parametrize("entry", {entry.id: entry for entry in ENTRIES}.values(), ids=lambda entry: entry.id)
def test_every_component_has_a_polish_name(entry: Entry) -> None:
    assert entry.name_pl


def test_polish_names_are_all_different() -> None:
    names = {entry.id: entry.name_pl for entry in ENTRIES}
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize("name", FOREIGN)
def test_polish_texts_hold_no_english_name(name: str) -> None:
    texts = [text.pl for text in TEXTS.values()] + [bot.text_pl or "" for bot in BOT_CARDS.values()]
    assert not [text for text in texts if re.search(rf"\b{re.escape(name)}\b", text)]


@pytest.mark.parametrize("name", FOREIGN)
def test_polish_values_hold_no_english_name(name: str) -> None:
    values = [values_of(component).pl for component in range(len(ENTRIES))]
    assert not [text for text in values if re.search(rf"\b{re.escape(name)}\b", text)]


@pytest.mark.parametrize(
    "word", ["Dwarf", "Elf", "Wizard", "Hobbit", "Southron", "Monstrous", "Dúnedain", "Weapon", "Mount"]
)
def test_polish_values_hold_no_english_faction_or_keyword(word: str) -> None:
    values = [values_of(component).pl for component in range(len(ENTRIES))]
    assert not [text for text in values if re.search(rf"\b{word}\b", text)]


@pytest.mark.parametrize(
    ("component", "words"),
    [
        ("gimli", "Krasnoludy"),
        ("arwen", "Elfy"),
        ("boromir", "Dúnedainowie"),
        ("boromir", "przywództwo: atak 1"),
        ("gimli", "symbole na ścieżce 1"),
        ("dwarven-axe", "Broń"),
        ("dwarven-axe", "dzierżyciel: Krasnoludy"),
        ("anduril", "dzierżyciel: Obieżyświat · Aragorn"),
        ("fell-beast", "Wierzchowiec"),
        ("fell-beast", "dzierżyciel: Nazgûle"),
        ("minas-tirith", "bronią: Dúnedainowie · Czarodzieje"),
        ("minas-tirith", "atakują: Mordor · Południowcy"),
    ],
)
def test_printed_values_use_the_words_of_the_book(component: str, words: str) -> None:
    """Pages 3, 4, 7 and 16."""
    assert words in values_of(number(component)).pl


# -- options and decisions


def test_only_forsaking_is_called_so(tabletop: Tabletop) -> None:
    """Page 13: "poświęcić" is to forsake; who is lost in combat is "wykluczony" (p. 14)."""
    assert said(tabletop, "forsake", "gimli") == "Poświęć: Gimli"
    for verb in ("lose", "eliminate", "sacrifice", "slay"):
        assert said(tabletop, verb, "gimli") == "Wyklucz: Gimli"
    assert prompt(tabletop.state, Decision(0, "loss", [("lose", 0)]), "pl") == "Wybierz kartę do wykluczenia"


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (("play", "galadriel", "reserve"), "Zagraj: Galadriela → rezerwa"),
        (("play", "arwen", "rivendell"), "Zagraj: Arwena → Rivendell"),
        (("play", "paths-of-the-dead", "event"), "Zagraj wydarzenie: Ścieżka Umarłych"),
        (("play", "shadowfax", "gandalf-the-grey"), "Zagraj przedmiot: Cienistogrzywy → Gandalf Szary"),
        (("move", "treebeard", "orthanc"), "Porusz: Drzewiec → Orthank"),
        (("cycle", "arwen"), "Zrzuć: Arwena"),
        (("take", "strider"), "Weź na rękę: Obieżyświat"),
        (("activate", "dead-marshes"), "Aktywuj: Martwe Bagna"),
        (("support", "eowyn", "eomer"), "Wesprzyj: Éowina i Éomer"),
        (("yes", "prince-imrahil"), "Użyj tekstu karty: Książę Imrahil"),
    ],
)
def test_options_leave_names_as_they_are(tabletop: Tabletop, option: tuple[str, ...], words: str) -> None:
    assert said(tabletop, *option) == words


# -- events


def test_events_leave_names_as_they_are(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.play("galadriel", to="reserve", pay="high-elves")
    assert told(tabletop, "played") == "Aragorn zagrywa: Galadriela → rezerwa"
    tabletop.reserve("treebeard")
    tabletop.move("treebeard", to="orthanc")
    assert told(tabletop, "moved") == "Frodo porusza: Drzewiec → Orthank"
    tabletop.fight("orthanc")
    assert told(tabletop, "eliminated") == "Wykluczono: Drzewiec"
    assert told(tabletop, "scored") == "Obszar punktacji, Cień: Orthank"


def test_an_event_card_is_told_as_one(tabletop: Tabletop) -> None:
    tabletop.play("the-red-arrow", pay="high-elves")
    assert told(tabletop, "played") == "Aragorn zagrywa wydarzenie: Czerwona Strzała"


@pytest.mark.parametrize(
    ("n", "cards"), [(1, "1 kartę"), (2, "2 karty"), (4, "4 karty"), (5, "5 kart"), (12, "12 kart")]
)
def test_cards_are_counted_as_polish_counts(tabletop: Tabletop, n: int, cards: str) -> None:
    assert narrate(tabletop.state, Event("drew", (0, n)), "pl") == f"Frodo dobiera: {cards}"


def test_what_is_forsaken_unseen_is_not_named(tabletop: Tabletop) -> None:
    words = narrate(tabletop.state, Event("forsook-the-top", (1,)), "pl")
    assert words == "Czarnoksiężnik z Angmaru poświęca wierzchnią kartę talii"


def test_who_chooses_a_loss_is_told_what_the_combat_demands(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.stand("edoras", "village-militia", "riders-of-rohan", "wolf-riders")
    tabletop.direct(lambda s: battleground_combat(s, number("edoras")))
    (decision,) = tabletop.match.pending
    assert decision.kind == "loss"
    assert tabletop.match.prompt(decision) == (
        "Combat at Edoras (attack 2, defence without your cards 1): choose a loss"
    )


@pytest.mark.parametrize(("scenario", "does"), [("trilogy", "draw two cards (once a match)"), ("duel", "draw three")])
def test_the_option_of_the_ring_token_says_what_it_does(scenario: str, does: str) -> None:
    match = load("wotr").new_match(scenario, seed=5)
    texts = []
    while not texts:
        decision = match.pending[0]
        texts = [match.describe(option) for option in decision.options if option == ("ring",)]
        match.choose(decision.seat, 0)
    assert does in texts[0]
