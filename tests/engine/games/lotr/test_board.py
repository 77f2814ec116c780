"""The table drawn for a terminal: what a seat may see, in words, and nothing else."""

import pytest

from engine.core.words import Lang
from engine.games.lotr.board import draw_board
from engine.games.lotr.rules.knowledge import learn
from engine.games.lotr.state import Attack
from engine.games.lotr.view import observe
from tests.engine.games.lotr.tabletop import Tabletop


def drawn(table: Tabletop, seat: int | None, lang: Lang = "en") -> list[str]:
    """The lines of the board as a seat sees it."""
    return draw_board(observe(table.s, seat), lang).splitlines()


@pytest.fixture
def busy() -> Tabletop:
    """Two players in the middle of a round."""
    table = Tabletop(["aragorn", "gloin"], ["eowyn"])
    s = table.s
    s.progress = 3
    s.cards[table.activate("old-forest-road")].progress = 1
    table.stage("forest-spider")
    aragorn, gloin = s.players[0].heroes
    s.cards[aragorn].exhausted = s.cards[aragorn].committed = True
    s.cards[gloin].damage, s.cards[gloin].resources = 2, 1
    s.cards[table.attach(aragorn, "steward-of-gondor")].exhausted = True
    table.ally(0, "faramir")
    spider = table.engaged(0, "king-spider")
    s.cards[spider].shadows.append(s.encounter_deck.pop())
    table.give(0, "gandalf")
    table.give(1, "northern-tracker")
    return table


def test_quest_location_and_staging_area(busy: Tabletop) -> None:
    lines = drawn(busy, 0)
    size = len(busy.s.encounter_deck)
    assert lines[0] == "Passage Through Mirkwood, round 1, planning phase"
    assert lines[1] == "Stage 1: Flies and Spiders: progress 3/8"
    at = lines.index("Active location:")
    assert lines[at + 1] == "   Old Forest Road [threat 1, progress 1/3]"
    at = lines.index(f"Staging area, threat 2 (encounter deck {size}, discards 0):")
    assert lines[at + 1] == "   Forest Spider [threat 2, engagement 25, attack 2, defense 1, damage 0/4]"


def test_a_player_with_heroes_allies_and_enemies(busy: Tabletop) -> None:
    lines = drawn(busy, 0)
    at = next(i for i, line in enumerate(lines) if line.startswith("Player 1: threat 20, hand 1, deck"))
    assert lines[at].endswith(", first player")
    assert lines[at + 1 : at + 9] == [
        "   heroes:",
        "      Aragorn [willpower 2, attack 3, defense 2, damage 0/5, exhausted, questing]",
        "      + Steward of Gondor [exhausted]",
        "      Glóin [willpower 2, attack 2, defense 1, damage 2/4, resources 1]",
        "   allies:",
        "      Faramir [willpower 2, attack 1, defense 2, damage 0/3]",
        "   engaged:",
        "      King Spider [threat 2, engagement 20, attack 3, defense 1, damage 0/3, shadow cards 1]",
    ]


def test_a_hand_is_drawn_for_its_own_seat_only(busy: Tabletop) -> None:
    gandalf = "      Gandalf [Neutral, unique, cost 5, willpower 4, attack 4, defense 4, hit points 4, Istari]"
    assert drawn(busy, 0).index(gandalf) == drawn(busy, 0).index("   hand:") + 1
    assert any(line.startswith("      Northern Tracker [Spirit, cost 4, ") for line in drawn(busy, 1))
    for other in (1, None):
        assert not any("Gandalf" in line for line in drawn(busy, other))
    assert any(line.startswith("Player 2: threat 20, hand 1, deck") for line in drawn(busy, None))


def test_what_a_player_knows_of_face_down_cards(busy: Tabletop) -> None:
    s = busy.s
    spider = s.players[0].engaged[0]
    top = busy.free("hummerhorns")
    s.encounter_deck.append(top)
    s.cards[spider].shadows = [busy.free("eyes-of-the-forest")]
    learn(s, 0, [top, *s.cards[spider].shadows, *s.players[1].hand])
    lines = drawn(busy, 0)
    assert lines[-1] == "You know: Hummerhorns (encounter deck, 1)"
    assert any(line.endswith("shadow cards 1, you know: Eyes of the Forest]") for line in lines)
    assert any(line.startswith("      Northern Tracker [Spirit, cost 4, ") for line in lines)
    for other in ("Hummerhorns", "Eyes of the Forest"):
        assert not any(other in line for line in drawn(busy, 1))


def test_shadow_cards_once_turned_up(busy: Tabletop) -> None:
    state = busy.s.cards[busy.s.players[0].engaged[0]]
    state.shadows, state.open_shadows = [], [busy.free("hummerhorns")]
    assert any(line.endswith("damage 0/3, shadow: Hummerhorns]") for line in drawn(busy, None))


def test_prisoner_objectives_and_guards() -> None:
    table = Tabletop(["aragorn", "gloin"], scenario="escape-from-dol-guldur")
    s = table.s
    s.prisoner = s.players[0].heroes[0]
    s.cards[s.prisoner].facedown = True
    torch, guard = table.stage("dungeon-torch"), table.stage("cavern-guardian")
    s.cards[guard].guards = torch
    s.aside.append(table.free("nazgul-of-dol-guldur"))
    lines = drawn(table, 0)
    assert "      Aragorn [willpower 2, attack 3, defense 2, damage 0/5, prisoner]" in lines
    assert "   Dungeon Torch" in lines
    assert any(line.startswith("   Cavern Guardian [") and line.endswith("guards Dungeon Torch]") for line in lines)
    assert lines[-1] == "Set aside: Nazgûl of Dol Guldur"


def test_polish(busy: Tabletop) -> None:
    lines = drawn(busy, 0, "pl")
    assert lines[0] == "Przeprawa przez Mroczną Puszczę, runda 1, faza Planowania"
    assert any(line.startswith("Strefa przeciwności, zagrożenie 2 (talia Spotkań") for line in lines)
    assert "      Aragorn [siła woli 2, atak 3, obrona 2, obrażenia 0/5, wyczerpanie, na wyprawie]" in lines
    assert any(line.startswith("Gracz 2: zagrożenie 20, ręka 1, talia") for line in lines)


def test_willpower_against_threat_and_attacks_under_way(busy: Tabletop) -> None:
    s = busy.s
    s.phase = "quest"
    assert drawn(busy, None)[2] == "Willpower 2 against threat 2"
    s.phase, s.attacks = "combat", [Attack(s.players[0].engaged[0], 0, defenders=[s.players[0].heroes[1]], bonus=1)]
    assert drawn(busy, None)[2] == "King Spider attacks Player 1: attack 4, defense 1"
    s.attacks[0] = Attack(s.players[0].engaged[0], 0, attackers=[s.players[0].heroes[1]])
    assert drawn(busy, None, "pl")[2] == "Gracz 1 atakuje, cel Królewski Pająk: atak 2, obrona 1"
