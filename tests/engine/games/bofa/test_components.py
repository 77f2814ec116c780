"""Component packs: the shipped one is sound, broken ones are refused with file, line and reason."""

import re
import shutil
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from engine.core.errors import BadOption
from engine.core.words import BETWEEN, LANGS
from engine.games.bofa.cards.vocabulary import combat, lasting, orders
from engine.games.bofa.components.box import CHARACTERS, PILES, SIDES
from engine.games.bofa.components.checks import check
from engine.games.bofa.components.faults import PackError, UnknownPack
from engine.games.bofa.components.library import SHIPPED, load, load_pack, shipped_packs
from engine.games.bofa.components.lines import find_lines
from engine.games.bofa.components.reader import allowed_values
from engine.games.bofa.game import GAME, STEPS
from engine.games.bofa.words.decisions import PROMPTS
from engine.games.bofa.words.events import EVENTS
from engine.games.bofa.words.names import COUNTERS, FACES, TERRAINS
from engine.games.bofa.words.options import OPTIONS, in_words
from engine.games.bofa.words.outcomes import REASONS
from tests.engine.games.bofa.tabletop import FREE, Tabletop

RECONSTRUCTION = SHIPPED / "reconstruction"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the shipped pack to spoil."""
    return Path(shutil.copytree(RECONSTRUCTION, tmp_path / "mine"))


def spoil(folder: Path, file: str, old: str, new: str) -> int:
    """Replace a piece of a file; the line it stands in."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {file}"
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def row_at(file: Path, line: int) -> int:
    """Which row of a file, as counted by their headings, a line belongs to."""
    return sum(text.startswith("[[") for text in file.read_text(encoding="utf-8").splitlines()[:line])


def test_every_shipped_pack_has_no_fault_and_the_name_of_its_folder() -> None:
    assert "reconstruction" in shipped_packs()
    for name in shipped_packs():
        assert check(SHIPPED / name) == []
        assert load(name).contents.about.id == name


BROKEN = [
    (
        "board.toml",
        'territory = "valley"',
        'territory = "vale"',
        "there is no territory 'vale'; did you mean 'valley'?",
    ),
    (
        "board.toml",
        'terrain = "ruins"',
        'terrain = "forest"',
        "invalid enum value 'forest'; allowed: hills, mountains, plains, ruins, marsh",
    ),
    ("board.toml", 'kind = "slope"', 'kind = "open"', "mountains meet other ground at a slope"),
    (
        "board.toml",
        'between = ["camp", "river-meadow"]',
        'between = ["camp", "rivermeadow"]',
        "no region 'rivermeadow'",
    ),
    ("board.toml", 'exits = ["spur-ridge"]', "exits = []", "needs at least 1 items"),
    ("board.toml", 'id = "lower-slopes"', 'id = "slopes"', "slopes is no settlement in the rules"),
    ("board.toml", "fortification = 5\n", "", "eastern-spur is fortified in the rules"),
    ("board.toml", "settlement = true\n\n", "settlement = true\nfortification = 3\n\n", "not fortified in the rules"),
    ("board.toml", "settlement = true\n\n", "\n", "camp is a settlement in the rules"),
    (
        "board.toml",
        'terrain = "hills"\nat = [430, 190]',
        'terrain = "hills"\nat = [430, 190]\nsettlement = true',
        "gate-terrace is no settlement in the rules",
    ),
    (
        "board.toml",
        'territory = "open-fields"\nterrain = "hills"\nat = [930, 220]',
        'territory = "valley"\nterrain = "hills"\nat = [930, 220]',
        "north-host musters outside the territory 'open-fields'",
    ),
    (
        "range.toml",
        'magic = ["old-orchards", "west-gully", "lower-slopes"]',
        'magic = ["old-orchards", "west-gully", "lower-slopes", "ravenhill"]',
        "ravenhill lies beyond an impassable border of spur-shoulder",
    ),
    ("range.toml", 'of = "camp"', 'of = "gate-terrace"', "the range of gate-terrace is given twice"),
    ("range.toml", 'bow = ["gate-terrace"', 'bow = ["watchtower"', "not the other way round"),
    ("units.toml", "strength = 1", "strength = 7", "expected `int` <= 3"),
    ("units.toml", 'op = "prevent", count = 2', 'op = "prevents", count = 2', "did you mean 'prevent'?"),
    ("units.toml", "figures = 36", "figures = 35", "orcs has 35 figures; the box holds 36"),
    ("units.toml", 'id = "wargs"', 'id = "wolves"', "the box holds no shadow unit 'wolves'"),
    (
        "characters.toml",
        'arrives = [{ op = "region", where = { character = ["thorin"] } }, ',
        "arrives = [",
        "recruit has no place to act on",
    ),
    ("characters.toml", "fate = 5", "fate = 1", "must stand further on the track"),
    ("characters.toml", 'die = "will"', 'dye = "will"', "has no field 'dye'"),
    ("characters.toml", "leadership = 2", "leadershp = 2", "did you mean 'leadership'?"),
    ("characters.toml", "wrath = 8\n", "", "beorn needs wrath tokens"),
    ("characters.toml", "leadership = 0\nfate = 2", "leadership = 0\nwrath = 3\nfate = 2", "bilbo has no wrath tokens"),
    ("tokens.toml", 'units = ["wargs"], count = 6', 'units = ["wargs"], count = 5', "has 26 tokens; the box holds 27"),
    ("setup.toml", 'region = "camp"', 'region = "eastern-spur"', "two groups in eastern-spur"),
    ("setup.toml", 'characters = ["bard"]', 'characters = ["bolg"]', "a group belongs to one side"),
    ("setup.toml", "elf-archers = 2", "elf-archers = 7", "7 units in lower-slopes; a region holds 5"),
    ("setup.toml", 'region = "camp"', 'region = "spur-foot"', "dwarf-men tokens in spur-foot, which is no settlement"),
    ("setup.toml", 'region = "warg-heath"', 'region = "burnt-heath"', "shadow tokens in burnt-heath, which is no"),
    ("events.toml", 'op = "move", regions = 2', 'op = "move", regions = 9', "expected `int` <= 4"),
    (
        "events.toml",
        'type = "army"',
        'type = "armies"',
        "invalid enum value 'armies'; allowed: army, character, muster; did you mean 'army'?",
    ),
    ("events.toml", 'whose = "enemy"', "whose = 1", "expected `str`, got `int`; allowed: friend, enemy"),
    ("events.toml", 'id = "in-good-order"', 'id = "forced-march"', "card 'forced-march' is already in events.toml"),
    ("events.toml", 'id = "in-good-order"', 'id = "camp"', "card 'camp' is already in board.toml"),
    ("events.toml", '{ op = "army" },', "", "move has no place to act on"),
    ("story_shadow.toml", 'unit = "great-orcs"', 'unit = "trolls"', "there is no unit 'trolls'"),
    ("story_free_peoples.toml", 'in_play = ["bilbo"]', 'in_play = ["frodo"]', "there is no character 'frodo'"),
    (
        "fate.toml",
        'of = "wrath"',
        'of = "fury"',
        "invalid enum value 'fury'; allowed: ring, wrath, bodyguard, concentration",
    ),
    ("fate.toml", 'name = "Enormous Size"', "name = Enormous Size", "not valid TOML"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), BROKEN, ids=[f"{b[0]}-{b[3][:24]}" for b in BROKEN])
def test_a_broken_pack_is_told_its_fault(copy: Path, file: str, old: str, new: str, message: str) -> None:
    line = spoil(copy, file, old, new)
    faults = check(copy)
    rows = [row_at(copy / file, fault.line) for fault in faults if fault.file == file and message in fault.message]
    assert row_at(copy / file, line) in rows, [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("units.toml", 'op = "prevent", count = 2', 'op = "prevents", count = 2', "no operation"),
        ("events.toml", 'op = "move", regions = 2', 'op = "move", regions = 9', "<= 4"),
        ("board.toml", 'territory = "valley"', 'territory = "vale"', "no territory"),
        ("story_shadow.toml", 'unit = "great-orcs"', 'unit = "trolls"', "no unit"),
    ],
)
def test_the_line_of_a_fault_is_exact(copy: Path, file: str, old: str, new: str, message: str) -> None:
    line = spoil(copy, file, old, new)
    assert [fault.line for fault in check(copy) if message in fault.message] == [line]


def test_every_fault_is_reported_at_once(copy: Path) -> None:
    spoil(copy, "events.toml", 'op = "move", regions = 2', 'op = "move", regions = 9')
    spoil(copy, "events.toml", 'type = "army"', 'type = "armies"')
    spoil(copy, "units.toml", "strength = 1", "strength = 7")
    (copy / "setup.toml").unlink()
    files = [fault.file for fault in check(copy)]
    assert files == ["events.toml", "events.toml", "setup.toml", "units.toml"]


def test_a_missing_card_is_counted(copy: Path) -> None:
    text = (copy / "fate.toml").read_text(encoding="utf-8")
    (copy / "fate.toml").write_text(text[: text.rindex("[[card]]")], encoding="utf-8")
    assert [fault.message for fault in check(copy)] == ["the deck has 8 cards; the box holds 9"]


def test_a_folder_that_is_not_there() -> None:
    assert [fault.message for fault in check("/no/such/pack")] == ["there is no such folder"]


@pytest.fixture
def stronger(copy: Path) -> Path:
    """A pack of one's own: a stronger Front Gate."""
    spoil(copy, "board.toml", "fortification = 6", "fortification = 7")
    return copy


def test_a_folder_is_played_once_it_has_been_read_and_the_record_says_so(stronger: Path) -> None:
    match = GAME.new_match(seed=1, pack=load_pack(stronger))
    pack = load(match.state.pack)
    assert pack.layout.defence[pack.layout.front_gate] == 7
    assert match.record.options["pack"] == f"{stronger.resolve()}@{pack.hash}"
    assert match.observation(0).pack == f"reconstruction@{pack.hash}"
    assert match.record.verify().record == match.record
    shipped = GAME.new_match(seed=1).record.options["pack"]
    assert shipped == load("reconstruction").key != match.record.options["pack"]


def test_a_match_reads_no_folder_that_nobody_has_loaded(copy: Path) -> None:
    spoil(copy, "board.toml", "fortification = 6", "fortification = 8")
    for name in (str(copy), f"{copy}@0123456789abcdef", "../data/reconstruction", "no_such_pack", "/etc"):
        with pytest.raises(BadOption, match="here; allowed: reconstruction"):
            GAME.new_match(seed=1, pack=name)
    with pytest.raises(BadOption, match="allowed: reconstruction"):
        GAME.new_match(seed=1, pack=7)
    with pytest.raises(UnknownPack):
        load(str(copy))


def test_a_pack_is_known_by_its_content_wherever_it_lies(stronger: Path, tmp_path: Path) -> None:
    record = GAME.new_match(seed=1, pack=load_pack(stronger)).record
    moved = stronger.rename(tmp_path / "elsewhere")
    assert load_pack(moved).startswith(f"{moved.resolve()}@")
    assert record.verify().record == record


def test_a_shipped_name_goes_before_a_folder_of_that_name(stronger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stronger.rename(stronger.parent / "reconstruction")
    monkeypatch.chdir(stronger.parent)
    assert load_pack("reconstruction") == "reconstruction"
    assert load_pack("./reconstruction") != "reconstruction"


def test_a_changed_pack_is_refused(copy: Path) -> None:
    with pytest.raises(BadOption, match=r"content hash is .*, not 0123456789abcdef: the files have changed"):
        GAME.new_match(seed=1, pack="reconstruction@0123456789abcdef")
    with pytest.raises(PackError, match=r"content hash is .*, not 0123456789abcdef: the files have changed"):
        load_pack(f"{copy}@0123456789abcdef")


def test_a_broken_pack_cannot_be_loaded(copy: Path) -> None:
    line = spoil(copy, "units.toml", "strength = 1", "strength = 7")
    with pytest.raises(PackError, match=f"units.toml:{line}: .*<= 3"):
        load_pack(copy)
    with pytest.raises(UnknownPack, match=r"no folder .*deeper, and packs that are shipped are: reconstruction"):
        load_pack(copy / "deeper")


def test_lines_of_nested_values() -> None:
    text = (
        '# a comment = 1\ntop = 1\n[[card]]\nid = "a"\n[[card]]\norder = [\n'
        '  { op = "x" },\n  # no\n  { op = "y", n = [1,\n 2] },\n]\n'
    )
    lines = find_lines(text)
    assert lines["top",] == 2
    assert lines["card", 0, "id"] == 4
    assert lines["card", 1, "order", 0] == 7
    assert lines["card", 1, "order", 1, "op"] == 9
    assert lines["card", 1, "order", 1, "n", 1] == 10


def test_every_settlement_of_the_rules_is_on_the_board(copy: Path) -> None:
    for path in copy.glob("*.toml"):
        path.write_text(path.read_text(encoding="utf-8").replace("lower-slopes", "low-slopes"), encoding="utf-8")
    messages = [fault.message for fault in check(copy)]
    assert "the rules speak of the settlement 'lower-slopes', which is not on the board" in messages


def test_every_region_has_a_range(copy: Path) -> None:
    """A region the ruler was never laid at would be out of range of everything (p. 20)."""
    text = (copy / "range.toml").read_text(encoding="utf-8")
    kept = [row for row in text.split("[[range]]") if 'of = "camp"' not in row]
    (copy / "range.toml").write_text("[[range]]".join(kept), encoding="utf-8")
    messages = [fault.message for fault in check(copy) if fault.file == "range.toml"]
    assert "there is no range of camp: say what the ruler reaches from there, even if it is nothing" in messages


def test_polish_may_be_left_out(copy: Path) -> None:
    """What has no Polish words is called in English."""
    for path in copy.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r'^\w+_pl = ".*"\n', "", text, flags=re.MULTILINE)
        path.write_text(re.sub(r', name_pl = "[^"]*"', "", text), encoding="utf-8")
    assert [str(fault) for fault in check(copy)] == []
    match = GAME.new_match(seed=1, pack=load_pack(copy))
    labels = [match.describe(option, "pl") for option in match.options(0)]
    assert "Aktywuj: Bard the Bowman" in labels


def test_a_pack_sets_up_as_many_groups_as_it_likes(copy: Path) -> None:
    """The groups of the setup are data (p. 7)."""
    text = (copy / "setup.toml").read_text(encoding="utf-8")
    (copy / "setup.toml").write_text(
        text + '\n[[group]]\nregion = "watchtower"\nunits = { dwarf-warriors = 1 }\n', encoding="utf-8"
    )
    assert check(copy) == []
    match = GAME.new_match(seed=1, pack=load_pack(copy))
    assert len(match.state.armies[load(match.state.pack).layout.numbers["watchtower"]]) == 1


def test_a_pack_says_how_much_wrath_beorn_brings(copy: Path) -> None:
    """Eight tokens in the book (p. 33)."""
    spoil(copy, "characters.toml", "wrath = 8", "wrath = 11")
    tabletop = Tabletop(str(copy))
    tabletop.s.fate = 12
    tabletop.s.shadow_settlements = [tabletop.at("eastern-spur"), tabletop.at("camp")]
    tabletop.army("camp", orcs=1)
    tabletop.action(FREE, "will").choose("enter", "beorn").choose("at", "spur-end")
    assert tabletop.s.wrath == 11


KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def test_every_name_that_programs_read_is_kebab_case() -> None:
    words = [*get_args(orders.Operation), *get_args(combat.Effect), *get_args(lasting.Effect)]
    tags = [str(word.__struct_config__.tag) for word in words]
    values = [value for word in words for field in msgspec.structs.fields(word) for value in allowed_values(field.type)]
    pack = load("reconstruction")
    ids = [component.id for component in GAME.components(GAME.setting())]
    ids += [*pack.layout.numbers, *pack.layout.territory_numbers, *PILES, *SIDES, *CHARACTERS]
    told = [*OPTIONS, *PROMPTS, *EVENTS, *REASONS, *STEPS, *FACES, *COUNTERS]
    assert [name for name in (*tags, *filter(None, values), *ids, *told) if not KEBAB.fullmatch(name)] == []


def test_every_type_of_unit_tells_the_terrain_that_it_prefers() -> None:
    told = {component.id: component.values for component in GAME.components(GAME.setting())}
    for unit in load("reconstruction").units:
        for lang in LANGS:
            assert told[unit.id].say(lang).endswith(BETWEEN.join(TERRAINS[one].say(lang) for one in unit.terrain))


def test_the_region_and_the_card_that_the_docs_show_work(copy: Path) -> None:
    page = (Path(__file__).parents[4] / "docs/games/bofa.md").read_text(encoding="utf-8")
    board, ruler, card = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    for table in board.split("\n\n"):
        assert table.strip() in (copy / "board.toml").read_text(encoding="utf-8")
    assert ruler.strip() in (copy / "range.toml").read_text(encoding="utf-8")
    head, _, *cards = (copy / "events.toml").read_text(encoding="utf-8").split("[[card]]")
    (copy / "events.toml").write_text("[[card]]".join([head + card, *cards]), encoding="utf-8")
    assert [str(fault) for fault in check(copy)] == []
    tabletop = Tabletop(str(copy))
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=2, damage=1)
    tabletop.army("watchtower", wargs=2)
    tabletop.give(FREE, "forced-march")
    tabletop.action(FREE, "army", others=("event",)).choose("card", "forced-march")
    tabletop.choose("pick", "east-fields")
    assert tabletop.units("east-fields") == {"orcs": 1}


def test_a_die_that_counts_as_what_it_shows_is_said_once() -> None:
    pack = load("reconstruction")
    assert in_words(pack, ("spend", "character", "character"), "en") == "Use Character"
    assert in_words(pack, ("spend", "will", "character"), "pl") == "Użyj Wola Zachodu jako Postać"
