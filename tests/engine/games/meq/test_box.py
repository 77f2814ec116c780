"""The box: every component is there in the right number, has words in both languages, and a card needs behaviour."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.core.cards import Clause
from engine.games.meq.cards import registry
from engine.games.meq.cards.clauses import NO_EFFECT
from engine.games.meq.cards.parts.polish import damage_pl
from engine.games.meq.components import listing
from engine.games.meq.components.box import COMBAT, ENTRIES, HEROES, KINDS, MINIONS, MONSTERS, TOKENS
from engine.games.meq.game import GAME
from engine.games.meq.layout import ADJACENT, COLOUR_PAIRS, EVERYWHERE, HAVENS, IDS, PATHS, REGIONS, SIZE, STRONGHOLDS
from engine.games.meq.rules.fights import CAUSES
from engine.games.meq.words.events import EVENTS
from engine.games.meq.words.options import OPTIONS
from engine.games.meq.words.prompts import PROMPTS
from engine.games.meq.words.terms import TERMS

BOX = {
    "event": 42,
    "shadow": 24,
    "quest": 15,
    "starting-plot": 3,
    "plot": 15,
    "encounter": 90,
    "peril": 15,
    "monster-reference": 14,
    "monster-card": 75,
    "hero-card": 125,
    "skill": 20,
    "mission": 10,
    "item": 9,
    "corruption": 16,
    "monster-token": 50,
    "character": 8,
    "minion": 5,
    "hero": 5,
}
"""Copies by kind (p. 3); the shadow deck has the 24 cards that are known."""


def test_copies_add_up_to_the_box() -> None:
    found: Counter[str] = Counter()
    for component in GAME.components(GAME.setting()):
        found[component.kind] += component.copies
    assert found == BOX


def test_every_component_has_words_in_both_languages() -> None:
    for component in GAME.components(GAME.setting()):
        assert len(component.text.en) > 5, component.id
        assert len(component.text.pl) > 5, component.id
        assert component.text.en != component.text.pl


def test_numbers_name_every_copy() -> None:
    numbers = sorted(number for component in GAME.components(GAME.setting()) for number in component.numbers)
    assert numbers == list(range(len(ENTRIES)))


NAMES = {
    "components": [one.id for one in GAME.components(GAME.setting())]
    + [one.kind for one in GAME.components(GAME.setting())],
    "cards": [card.key for card in ENTRIES],
    "abilities": [hero.ability for hero in HEROES.values()] + [monster.ability for monster in MONSTERS.values()],
    "places": [*IDS, *(region.id for region in REGIONS), *COLOUR_PAIRS],
    "steps": [*GAME.steps],
    "causes of fights": [*CAUSES],
    "options": [name for one in GAME.options for name in (one.name, *one.allowed) if isinstance(name, str)],
    "roles": [name for role in GAME.setting(seats=4).roles for name in (role.id, role.side)],
    "what is asked, answered and told": [*PROMPTS, *OPTIONS, *EVENTS, *TERMS, *GAME.reasons],
}


@pytest.mark.parametrize("what", NAMES)
def test_names_are_kebab_case(what: str) -> None:
    assert [name for name in NAMES[what] if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)] == []


def test_no_two_components_have_one_id() -> None:
    ids = [component.id for component in GAME.components(GAME.setting())]
    assert len(set(ids)) == len(ids)


def test_a_card_without_behaviour_fails_at_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry.REGISTRY._clauses, "shadow-betrayed")
    with pytest.raises(LookupError, match=r"shadow-betrayed lacks behaviour"):
        registry.check()


def test_behaviour_without_a_card_fails_at_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.REGISTRY, "_clauses", dict(registry.REGISTRY._clauses))
    registry.check()
    registry.REGISTRY.add("shadow-invented", Clause(registry.BEHAVIOUR, NO_EFFECT))
    with pytest.raises(LookupError, match=r"no card has the id shadow-invented"):
        registry.check()


def test_a_card_is_entered_once() -> None:
    with pytest.raises(LookupError, match=r"shadow-betrayed is entered twice"):
        registry.SHADOW_EFFECTS.card("betrayed", NO_EFFECT)


def test_no_rule_or_step_asks_a_card_for_its_name() -> None:
    """What a card does to the rules is a value of the card; keys of one word may be other words of the game."""
    keys = {
        key
        for key in (
            *(card.key for card in ENTRIES),
            *(minion.id for minion in MINIONS),
            *(hero.ability for hero in HEROES.values()),
        )
        if "-" in key
    }
    package = Path(listing.__file__).parents[1]
    for module in (*package.glob("rules/*.py"), *package.glob("steps/*.py")):
        literals = {node.value for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.Constant)}
        assert not keys & literals, module.name


def test_decks_have_25_cards() -> None:
    decks = Counter(card.deck for card in COMBAT.values())
    assert decks.pop("skill") == 20
    assert set(decks.values()) == {25}


def test_four_of_ten_tokens_are_blank() -> None:
    for pool in range(5):
        faces = [token.monster for token in TOKENS.values() if token.pool == pool]
        assert (len(faces), faces.count("")) == (10, 4)


def test_the_map() -> None:
    assert (SIZE, sum(len(ways) for ways in PATHS) // 2, len(REGIONS)) == (63, 106, 10)
    assert [IDS[i] for i in STRONGHOLDS] == ["dol-guldur", "mount-gundabad", "barad-dur"]
    assert len(HAVENS) == 7
    for i in EVERYWHERE:
        assert all(i in ADJACENT[j] for j in ADJACENT[i])


def test_the_game_is_registered() -> None:
    game = engine.load("meq")
    assert game is GAME
    assert [len(game.setting(seats=n).roles) for n in (2, 3, 4)] == [2, 3, 4]
    assert len(KINDS) == len(ENTRIES)


READ = {
    "event-gandalf-visits-frodo": (
        "Stage I, priority 14. When you explore The Shire, you may discard this card: spend 3 favor to advance the "
        "heroes' story marker 1. Place Gandalf in The Shire and 1 favor in Eregion.",
        "Etap I, priorytet 14. Odkrywając lokację Shire, możesz odrzucić tę kartę: wydaj 3 przysługi, a potem przesuń "
        "znacznik bohaterów o 1. Umieść postać Gandalf w lokacji Shire i 1 przysługę w lokacji Eregion.",
    ),
    "encounter-words-spoken-from-the-heart": (
        "Rohan and Gondor, priority 9. If you have no Corruption cards: gain 1 favor; otherwise you may spend 1 favor "
        "to discard 1 of your Corruption cards.",
        "Rohan i Gondor, priorytet 9. Jeśli nie masz kart Korupcji: zyskaj 1 przysługę; w przeciwnym razie: jeśli "
        "chcesz, wydaj 1 przysługę, a potem odrzuć 1 swoją kartę Korupcji.",
    ),
    "encounter-the-olog-hai": (
        "The Brown Lands and Mordor, priority 6. Be dealt 8 damage, less 1 for each shield on cards you discard; if "
        "none is left, gain 1 favor and receive training twice.",
        "Brunatne Ziemie i Mordor, priorytet 6. Otrzymaj 8 ran, o 1 mniej za każdą tarczę na odrzuconych kartach; "
        "jeśli nie zostanie żadna, zyskaj 1 przysługę i odbądź trening dwa razy.",
    ),
    "plot-rise-of-the-uruk-hai": (
        "Requires 3 influence in Isengard or the active plot Saruman Falls to Corruption. Requires 5 influence in the "
        "Shadow Pool. Affects Isengard. Sauron may treat monsters in Rohan as Uruk-hai. The red marker advances 3 in "
        "each Story step. A hero who explores the location may spend 4 favor to discard the plot.",
        "Wymaga: 3 wpływy w lokacji Isengard lub aktywna Intryga Upadek Sarumana. Wymaga w Puli Cienia: 5 wpływów. "
        "Dotyczy lokacji Isengard. Sauron może traktować potwory w Rohanie jako Uruk-hai. Czerwony znacznik przesuwa "
        "się o 3 w każdym kroku Opowieści. Bohater, który odkrywa tę lokację, może wydać 4 przysługi, by odrzucić "
        "Intrygę.",
    ),
    "shadow-dark-promises": (
        "Play at the start of a fight, with at least 3 influence in the Shadow Pool. The hero receives 1 Corruption "
        "card or is dealt 5 damage, as he chooses.",
        "Zagraj na początku walki, mając w Puli Cienia co najmniej 3 wpływy. Bohater wybiera: otrzymuje 1 kartę "
        "Korupcji albo 5 ran.",
    ),
    "hero-card-beravor-parry": (
        "Melee, attack 1, defense 1, cost 1, movement forest. +2 defense if your opponent plays a Melee card.",
        "Bijatyka, atak 1, obrona 1, koszt 1, ruch las. +2 do obrony, jeśli wróg zagrał Bijatykę.",
    ),
    "orc": (
        "Health 3, fortitude 5, strength 4, wisdom 2, combat deck Zealot. If both play Melee cards, deal 1 damage.",
        "Zdrowotność 3, męstwo 5, siła 4, wiedza 2, talia Walki Zealot. Jeśli obaj zagrali Bijatykę, zadaj 1 ranę.",
    ),
}


@pytest.mark.parametrize("id", READ)
def test_a_card_reads_well(id: str) -> None:
    component = next(one for one in GAME.components(GAME.setting()) if one.id == id)
    assert component.text == READ[id]


def test_texts_are_sentences() -> None:
    for component in GAME.components(GAME.setting()):
        for text in component.text:
            assert text.endswith(".")
            assert not re.search(r"\(\d+\)|\(s\)|::|  |\.\.|: \.|, \.", text), (component.id, text)


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 ranę"), (2, "2 rany"), (4, "4 rany"), (5, "5 ran"), (12, "12 ran"), (22, "22 rany")]
)
def test_polish_numbers(n: int, said: str) -> None:
    assert damage_pl(n) == said
