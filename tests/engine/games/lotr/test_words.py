"""Everything the rules can say has words, also what random play seldom says."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.core.events import Event
from engine.core.flow import Decision, Flow
from engine.core.words import LANGS, Lang, Words
from engine.games import lotr
from engine.games.lotr.cards import texts
from engine.games.lotr.cards.effects import Cue, Trigger, Values
from engine.games.lotr.cards.registry import REGISTRY
from engine.games.lotr.cards.texts import keywords_of, text_of
from engine.games.lotr.components.box import BY_ID, DISTINCT_ENTRIES, copies
from engine.games.lotr.game import GAME
from engine.games.lotr.rules.attacks import combined_defense, current_attack, enemy_damage, enemy_strength
from engine.games.lotr.rules.responses import force
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.state import Attack
from engine.games.lotr.view.types import WindowBefore
from engine.games.lotr.words.events import EVENTS
from engine.games.lotr.words.options import AMOUNTS, CAUSES, OPTIONS, PROMPTS, TRIGGERS, WINDOWS, describe
from engine.games.lotr.words.vocabulary import VOCABULARY
from tests.engine.games.lotr.tabletop import Tabletop

FILES = [file for file in Path(lotr.__file__).parent.rglob("*.py") if file.parent.name != "judge"]
SOURCE = "".join(file.read_text("utf-8") for file in FILES)
KINDS_OF_CHOICE = re.findall(r'(?:choose_card|choose_player)\(\s*s, [^"()]*(?:\([^()]*\))?[^"()]*"([a-z-]+)"', SOURCE)
DECISIONS = re.findall(r'Decision\([^"()]*(?:\([^()]*\))?[^"()]*"([a-z-]+)"', SOURCE)
EVENT_KINDS = re.findall(r'tell\(s, "([a-z-]+)"', SOURCE)
VERBS = re.findall(r'\[\("([a-z0-9-]+)"[,)]', SOURCE)
CAUSE_VERBS = re.findall(r'with because\(s, "([a-z-]+)"', SOURCE)


def test_every_decision_has_a_prompt() -> None:
    assert len(KINDS_OF_CHOICE) > 40
    assert len(DECISIONS) > 15
    assert set(KINDS_OF_CHOICE) | set(DECISIONS) == set(PROMPTS) == set(VOCABULARY.decisions)


def test_every_event_is_narrated_and_has_named_arguments() -> None:
    assert set(EVENT_KINDS) == set(EVENTS)
    assert set(VOCABULARY.events) == {*EVENTS, "held-back", "lasting-effect"}


def test_every_verb_has_words_and_named_arguments() -> None:
    assert len(VERBS) > 15
    assert set(VERBS) <= set(OPTIONS) == set(VOCABULARY.options)


def test_every_cause_has_words_and_named_arguments() -> None:
    """But for those that end a match, which explain its outcome; what is responded to has words by trigger."""
    assert set(CAUSE_VERBS) - {"threat-limit", "no-hero"} == set(CAUSES) == set(VOCABULARY.causes) - {"after"}
    assert set(TRIGGERS) == set(get_args(Trigger))


@pytest.mark.parametrize("lang", LANGS)
def test_options_and_events_read_well(lang: Lang) -> None:
    match = GAME.new_match("passage-through-mirkwood", 1, 1)
    eowyn, gimli = copies("eowyn")[0], copies("gimli")[0]
    assert match.describe(("use", eowyn), lang) == {"en": "Use Éowyn", "pl": "Użyj: Éowina"}[lang]
    paid = match.describe(("pay", gimli, 2, eowyn, 1), lang)
    assert paid == {"en": "Pay 2 (Gimli), 1 (Éowyn)", "pl": "Zapłać: 2 (Gimli), 1 (Éowina)"}[lang]
    narration = match.narrate(Event("scenario", ("escape-from-dol-guldur",)), lang)
    assert {"en": "Escape from Dol Guldur", "pl": "Ucieczka z Dol Guldur"}[lang] in narration
    for removed in (Event("progress", (-2,)), Event("location-progress", (copies("old-forest-road")[0], -2))):
        assert match.narrate(removed, lang).endswith(": -2")
        assert match.narrate(Event(removed.kind, (*removed.data[:-1], 2)), lang).endswith(": +2")
    narration = match.narrate(Event("committed", (0, gimli, eowyn)), lang)
    assert narration.endswith("Gimli, " + match.describe(("choose", eowyn), lang))


def test_every_card_with_effects_has_text_in_both_languages() -> None:
    """Keywords aside, which are no effects."""
    for kind in DISTINCT_ENTRIES:
        keywords = Words(*(" ".join(one.say(lang) for one in keywords_of(kind)) for lang in LANGS))
        assert [said != keyword for said, keyword in zip(text_of(kind), keywords, strict=True)] == [
            bool(kind.effects)
        ] * 2
        assert bool(kind.text) == bool(kind.text_pl)
        assert bool(kind.shadow_text) == bool(kind.shadow_text_pl)


@pytest.mark.parametrize(("id", "en", "pl"), [
    ("citadel-plate", "Attached hero has +4 hit points.", "Ten bohater ma +4 do wytrzymałości."),
    ("power-in-the-earth", "Attached location has -1 threat.", "Ten obszar ma -1 do siły zagrożenia."),
    ("celebrians-stone", "Aragorn also gains the resource icon of Spirit.", "Aragorn zyskuje też symbol"),
    ("steward-of-gondor", "Attached hero gains the Gondor trait.", "Ten bohater zyskuje cechę Gondor."),
    ("gladden-fields", "threat rises by 1 more", "rośnie o 1 więcej"),
    ("caught-in-a-web", "only if resources are paid from his pool: 2.", "po zapłaceniu zasobami ze swojej puli: 2."),
    ("forest-snare", "engaged with a player. Attached enemy cannot attack.", "w zwarciu z graczem. Ten wróg"),
])  # fmt: skip
def test_values_are_told_from_what_they_are(id: str, en: str, pl: str) -> None:
    text = text_of(BY_ID[id])
    assert en in text.en
    assert pl in text.pl


@pytest.mark.parametrize("id", ["gandalfs-map", "dungeon-torch", "shadow-key"])
def test_clauses_of_a_part_are_told_by_the_part(id: str) -> None:
    objective = BY_ID[id]
    claim = "raise your threat by 2 to claim it"
    assert claim in text_of(objective).en
    assert "podnieś swoje zagrożenie o 2, aby zdobyć tę kartę" in text_of(objective).pl
    assert claim not in objective.text, "what the part tells is not typed again"


def test_every_value_that_a_card_has_is_told() -> None:
    """By a sentence of its own, or in one of the data."""
    told = {"adds", "gives_trait", "gives_icon", *texts._OTHERS}
    assert told | {"attacks_staging_area", "is_condition"} == set(Values.__annotations__)
    for id, block in REGISTRY.blocks.items():
        if any(getattr(block, name) != getattr(Values, name) for name in told):
            assert len(text_of(BY_ID[id]).en) > len(BY_ID[id].text), id


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
    for kind in DISTINCT_ENTRIES:
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


@pytest.mark.parametrize("lang", LANGS)
def test_what_ends_planning_reads_otherwise_than_what_ends_committing(lang: Lang) -> None:
    match, done = GAME.new_match("passage-through-mirkwood", 1, 5), ("done",)
    said: dict[str, list[str]] = {}
    while len(said.get("commit", [])) < 2:
        decision = match.pending[0]
        if done in decision.options:
            said.setdefault(decision.kind, []).append(match.describe(done, lang))
        match.choose(0, 0 if decision.kind in ("commit", "mulligan") else len(decision.options) - 1)
    assert set(said["plan"]) == {{"en": "End planning", "pl": "Zakończ planowanie"}[lang]}
    assert (
        said["commit"]
        == {
            "en": ["Commit nobody", "Commit nobody else"],
            "pl": ["Nie przydzielaj nikogo", "Nie przydzielaj nikogo więcej"],
        }[lang]
    )


@pytest.mark.parametrize(("step", "words"), [
    ("player-attack", "Attack no more enemies"),
    ("declare-attackers", "Attack with these"),
    ("defend", "Defend with these"),
])  # fmt: skip
def test_what_ends_a_step_of_combat_says_which(table: Tabletop, step: str, words: str) -> None:
    table.s.step = step
    assert GAME.describe(table.s, ("done",), "en") == words


@pytest.mark.parametrize("lang", LANGS)
def test_a_window_of_actions_says_what_comes_after_it(table: Tabletop, lang: Lang) -> None:
    assert {"", *WINDOWS} == set(get_args(WindowBefore))
    window = Decision(0, "action", [("pass",)])
    said = set()
    for step in WINDOWS:
        table.s.next_step = step
        said.add(GAME.prompt(table.s, window, lang))
    assert len(said) == len(WINDOWS)
    assert not any("{" in one for one in said)


def prompts_of(table: Tabletop, flow: Flow[Any]) -> Iterator[str]:
    """Every question of a flow; the last option is chosen."""
    with suppress(StopIteration):
        decision = next(flow)
        while True:
            assert isinstance(decision, Decision)
            yield GAME.prompt(table.s, decision, "en")
            decision = flow.send(decision.options[-1])


@pytest.mark.card("dol-guldur-orcs")
def test_who_takes_damage_is_asked_with_how_much_it_is(table: Tabletop) -> None:
    heroes = list(table.player(0).heroes)
    table.commit(*heroes)
    table.s.encounter_deck.append(table.free("dol-guldur-orcs"))
    assert list(prompts_of(table, reveal(table.s))) == ["Who takes 2 damage?"]
    assert table[heroes[-1]].damage == 2
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0))
    assert list(prompts_of(table, enemy_damage(table.s))) == ["Which hero takes 2 damage?"]
    assert heroes[-1] not in table.s.cards, "Éowyn has taken 4"
    table.s.attacks.append(Attack(spider, 0, defenders=heroes[:2]))
    taken = enemy_strength(table.s, current_attack(table.s)) - combined_defense(table.s, current_attack(table.s))
    assert list(prompts_of(table, enemy_damage(table.s))) == [f"Which defender takes {max(0, taken)} damage?"]


@pytest.mark.card("goblin-sniper", "hummerhorns")
def test_damage_of_forced_effects_is_asked_with_how_much_it_is(table: Tabletop) -> None:
    hero = table.player(0).heroes[-1]
    sniper = table.stage("goblin-sniper")
    assert "Who takes 1 damage?" in list(prompts_of(table, force(table.s, "combat-ends", sniper, Cue(sniper))))
    assert table[hero].damage == 1
    horns = table.engaged(0, "hummerhorns")
    assert "Who takes 5 damage?" in list(prompts_of(table, force(table.s, "engaged", horns, Cue(horns, 0))))
    assert hero not in table.s.cards or table[hero].damage == 6
    assert set(AMOUNTS) <= set(PROMPTS)


def test_enemies_of_one_name_are_told_apart_by_what_lies_on_them(table: Tabletop) -> None:
    hurt, whole = table.engaged(0, "forest-spider"), table.engaged(0, "forest-spider")
    alone = table.engaged(0, "black-forest-bats")
    table[hurt].damage = table[alone].damage = 1
    labels = [describe(table.s, ("attack", enemy), "en") for enemy in (hurt, whole, alone)]
    assert labels == ["Attack Forest Spider (damage 1)", "Attack Forest Spider", "Attack Black Forest Bats"]
    assert describe(table.s, ("attack", hurt), "pl").endswith("(obrażenia 1)")
