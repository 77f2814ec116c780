"""Everything the rules can say has words, also what random play seldom says."""

import re
from pathlib import Path

import pytest

from engine.core.events import Event
from engine.core.words import LANGS, Lang
from engine.games.lotr import words
from engine.games.lotr.components.box import BY_ID, KINDS, copies
from engine.games.lotr.game import GAME
from engine.games.lotr.words import text_of

SOURCE = "".join(file.read_text("utf-8") for file in Path(words.__file__).parent.rglob("*.py"))
KINDS_OF_CHOICE = re.findall(r'(?:choose_card|choose_player)\(\s*s, [^"()]*(?:\([^()]*\))?[^"()]*"([a-z-]+)"', SOURCE)
DECISIONS = re.findall(r'Decision\([^"()]*(?:\([^()]*\))?[^"()]*"([a-z-]+)"', SOURCE)
EVENT_KINDS = re.findall(r'tell\(s, "([a-z-]+)"', SOURCE)
VERBS = re.findall(r'\[\("([a-z0-9-]+)"[,)]', SOURCE)


def test_every_decision_has_a_prompt() -> None:
    assert len(KINDS_OF_CHOICE) > 40
    assert len(DECISIONS) > 15
    assert set(KINDS_OF_CHOICE) | set(DECISIONS) == set(words.PROMPTS)


def test_every_event_is_narrated() -> None:
    assert set(EVENT_KINDS) | {"conceded", "undone"} == set(words.EVENTS)


def test_every_verb_has_words() -> None:
    assert len(VERBS) > 15
    assert set(VERBS) <= set(words.OPTIONS)


@pytest.mark.parametrize("lang", LANGS)
def test_options_and_events_read_well(lang: Lang) -> None:
    match = GAME.new_match("passage-through-mirkwood", 1, 1)
    eowyn, gimli = copies("eowyn")[0], copies("gimli")[0]
    assert match.describe(("use", eowyn), lang) == {"en": "Use Éowyn", "pl": "Użyj: Éowina"}[lang]
    paid = match.describe(("pay", gimli, 2, eowyn, 1), lang)
    assert paid == {"en": "Pay 2 (Gimli), 1 (Éowyn)", "pl": "Zapłać: 2 (Gimli), 1 (Éowina)"}[lang]
    narration = match.narrate(Event("scenario", ("escape-from-dol-guldur",)), lang)
    assert {"en": "Escape from Dol Guldur", "pl": "Ucieczka z Dol Guldur"}[lang] in narration
    narration = match.narrate(Event("committed", (0, gimli, eowyn)), lang)
    assert narration.endswith("Gimli, " + match.describe(("choose", eowyn), lang))


def test_every_card_with_effects_has_text_in_both_languages() -> None:
    for kind in KINDS:
        assert bool(kind.text or kind.shadow_text) == bool(kind.text_pl or kind.shadow_text_pl) == bool(kind.effects)


@pytest.mark.parametrize(("id", "en", "pl"), [
    ("silverlode-archer", "Ranged.", "Dystans."),
    ("endless-caverns", "Doomed 1. Surge.", "Zguba 1. Mroczna fala."),
    ("gondorian-spearman", "Sentinel. ", "Wartownik. "),
    ("dwarven-axe", "Restricted. ", "Ograniczenie. "),
    ("shadow-key", "Guarded. Restricted. ", "Strzeżona. Ograniczenie. "),
])  # fmt: skip
def test_keywords_stand_before_the_text(id: str, en: str, pl: str) -> None:
    text = text_of(BY_ID[id])
    assert text.en.startswith(en)
    assert text.pl.startswith(pl)


def test_every_keyword_of_every_card_is_said() -> None:
    for kind in KINDS:
        text = text_of(kind)
        for has, en, pl in (
            (kind.ranged, "Ranged.", "Dystans."),
            (kind.sentinel, "Sentinel.", "Wartownik."),
            (kind.guarded, "Guarded.", "Strzeżona."),
            (kind.restricted, "Restricted.", "Ograniczenie."),
            (kind.surge, "Surge.", "Mroczna fala."),
            (kind.doomed, f"Doomed {kind.doomed}.", f"Zguba {kind.doomed}."),
            (kind.victory, f"Victory {kind.victory}.", f"Zwycięstwo {kind.victory}."),
        ):
            assert text.en.count(en) == text.pl.count(pl) == bool(has), kind.id
