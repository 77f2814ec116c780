"""A match as a person plays it: keys of options, answers, groups, lookups, maps, and what is answered ahead."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from engine import load
from engine.bots import Perspective, make_bot
from engine.core.events import Event
from engine.core.state import Outcome
from engine.core.words import LANGS, Lang
from services.cli.local_match import LocalMatch
from services.cli.playing.answers import Answers, Several, keys_of, read_answers
from services.cli.playing.atlas import EMPTY, HELD, OWN, Atlas
from services.cli.playing.conversation import Conversation, Done, Options, Text
from services.cli.playing.lookup import Lookup
from services.cli.playing.question import Grouping, Numbering, Offer, Question, ask
from services.cli.playing.scene import Scene
from services.cli.screen import gather_lines, join_alike, narrate_events, outcome_lines


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to play in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def offers(*labels: str, group: str = "play") -> list[Offer]:
    """Offers of these labels; `Pass` declines."""
    return [Offer(one, one, "pass" if one == "Pass" else group, ()) for one in labels]


def question(*labels: str) -> Question:
    """A question with these options."""
    return ask("action", "What now?", 1, offers(*labels), Numbering())


# -- keys


def test_an_option_keeps_its_number_and_no_other_gets_it_at_the_next_question() -> None:
    numbering = Numbering()
    assert numbering.keys("action", offers("Pass", "A", "B", "C")) == ["0", "1", "2", "3"]
    assert numbering.keys("action", offers("Pass", "B", "C", "D")) == ["0", "2", "3", "4"]
    assert numbering.keys("action", offers("D", "E", "B")) == ["4", "1", "2"]


def test_questions_of_another_kind_have_numbers_of_their_own_and_who_declines_types_0_always() -> None:
    numbering = Numbering()
    numbering.keys("action", offers("Pass", "A"))
    assert numbering.keys("pay", offers("X", "Y", "Pass")) == ["1", "2", "0"]
    assert Numbering().keys("window", [*offers("Pass"), Offer("Not at all", "n", "pass", ()), *offers("A")]) == [
        "0",
        "00",
        "1",
    ]


def test_each_new_question_is_numbered_from_1_and_one_that_is_asked_again_keeps_its_numbers() -> None:
    numbering = Numbering()

    def keys(kind: str, prompt: str, round_: int, *labels: str) -> list[str]:
        return [one.key for one in ask(kind, prompt, 1, offers(*labels), numbering, round_).choices]

    assert keys("plan", "Play a card", 1, "A", "B") == ["1", "2"]
    assert keys("pay", "Pay for A", 1, "X", "Y", "Z") == ["1", "2", "3"]
    assert keys("plan", "Play a card", 1, "B") == ["2"]
    assert keys("pay", "Pay for B", 1, "Z") == ["1"], "it is another payment"
    assert keys("plan", "Play a card", 2, "B") == ["1"], "it is another round"
    assert keys("place", "Place 7", 2, "A", "B") == ["1", "2"]
    assert keys("place", "Place 6", 2, "B") == ["2"]
    assert keys("act", "Act (no pass: you have 5 cards)", 2, "A", "B") == ["1", "2"]
    assert keys("act", "Act", 2, "Pass", "B", "C") == ["0", "2", "3"], "a remark in brackets makes no other question"


def test_options_stand_in_the_order_of_their_numbers() -> None:
    numbering = Numbering()
    ask("plan", "", 1, offers("A", "B"), numbering)
    (section,) = Grouping(None, "en").sections(ask("plan", "", 2, offers("C", "B", "A"), numbering))
    assert [one.key for one in section.choices] == ["1", "2", "3"]


# -- answers


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("2", ["Go to Moria"]),
        ("0", ["Pass"]),
        (".", ["Go to Bree"]),
        ("moria", ["Go to Moria"]),
        ("rivéndell", ["Stay in Rivendell"]),
        ("PASS", ["Pass"]),
        ("1 2x3", ["Go to Bree", "Go to Moria", "Go to Moria", "Go to Moria"]),
        ("bree 2, moria", ["Go to Bree", "Go to Bree", "Go to Moria"]),
        ("moria x4", ["Go to Moria"] * 4),
        ("bree, moria, 0", ["Go to Bree", "Go to Moria", "Pass"]),
        ("2x2, bree", ["Go to Moria", "Go to Moria", "Go to Bree"]),
    ],
)
def test_what_is_typed_chooses_by_number_by_name_and_several_at_once(line: str, chosen: list[str]) -> None:
    answers = read_answers(line, question("Pass", "Go to Bree", "Go to Moria", "Stay in Rivendell"))
    assert isinstance(answers, Answers)
    assert [choice.label for choice in answers.choices] == chosen


@pytest.mark.parametrize("line", ["9", "gondor", "1 9", "x", "1x99", "bree, gondor", "bree, 9", "²", "1" * 5000])
def test_what_fits_nothing_chooses_nothing(line: str) -> None:
    assert read_answers(line, question("Go to Bree", "Go to Moria")) is None


def test_a_name_that_fits_several_options_shows_them() -> None:
    several = read_answers("go to", question("Pass", "Go to Bree", "Go to Moria"))
    assert isinstance(several, Several)
    assert keys_of(several.choices) == "1, 2"
    assert keys_of(question(*"ABCDEFG").choices) == "1-7"


# -- groups


def test_a_name_that_fits_copies_of_one_card_chooses_the_first() -> None:
    copies = [Offer("Cycle Orcs", "1", "cycle", ()), Offer("Cycle Orcs", "2", "cycle", ()), *offers("Cycle Elves")]
    asked = ask("cycle", "", 1, copies, Numbering())
    assert read_answers("orcs", asked) == Answers(asked.choices[:1])
    assert read_answers("orcs, elves", asked) == Answers((asked.choices[0], asked.choices[2]))
    assert isinstance(read_answers("cycle", asked), Several)


def test_many_options_are_grouped_by_verb_and_by_what_they_touch() -> None:
    game = load("wotr")
    match = game.new_match("duel", seed=5)
    local = LocalMatch(match, [0], [make_bot("adept", 1)] * 2, "en", None)
    lexicon = match.lexicon
    asked = [lexicon.option(option) for option in match.options(0)]
    some = [
        Offer(match.describe(o), str(n), p.group, tuple(p.touches))
        for n, (o, p) in enumerate(zip(match.options(0), asked, strict=True))
    ]
    sections = Grouping(local.lookup.layout, "en", game.vocabulary.groups).sections(
        ask("action", "", 0, some, Numbering())
    )
    titles = [section.title for section in sections]
    assert titles[0] == "Pass"
    assert "Play a card: High Elves" in titles
    assert sum(len(section.choices) for section in sections) == len(some)
    assert sum(1 if section.folded else len(section.choices) for section in sections) <= 10


def test_a_group_is_divided_only_where_that_makes_it_shorter() -> None:
    match = load("wotr").new_match("duel", seed=5)
    layout = Lookup(match.game, match.setting, "en").layout
    assert layout is not None
    cards = [one.references[0] for one in layout.components[:9]]
    play = [Offer(f"Play {n}", f"p{n}", "play", (cards[n // 5],)) for n in range(15)]
    cycle = [Offer(f"Cycle {n}", f"c{n}", "cycle", (card,)) for n, card in enumerate([*cards, cards[0]])]
    sections = Grouping(layout, "en").sections(ask("action", "", 0, [*play, *cycle], Numbering()))
    assert [(one.title.partition(":")[0], one.folded, len(one.choices)) for one in sections] == [
        *[("Play a card", True, 5)] * 3,
        ("Cycle a card", True, 10),
    ]


# -- lookups and maps


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", ["wotr", "lotr", "meq", "bofa"])
def test_every_name_that_can_be_read_can_be_asked_about(game: str, lang: Lang) -> None:
    match = load(game).new_match(seed=5)
    lookup = Lookup(match.game, match.setting, lang)
    seen = match.observation(0)
    assert lookup.layout is not None
    names = [getattr(component.name, lang) for component in lookup.layout.components]
    names += [getattr(place.name, lang) for place in lookup.places.values()]
    names += [getattr(track.title, lang) for track in lookup.layout.tracks]
    names += [getattr(zone.title, lang) for zone in lookup.layout.zones]
    names += [term.say(lang) for term, _ in match.game.glossary]
    for name in names[::7]:
        told = lookup.tell(name, seen)
        assert told
        assert any(name in line for line in told), name


def test_a_place_is_told_with_its_neighbours_its_terrain_what_lies_there_and_the_way() -> None:
    match = load("meq").new_match(seed=5)
    while not all(hero.place for hero in match.observation(1).heroes):
        match.choose(match.pending[0].seat, 0)
    seen = match.observation(1)
    lookup = Lookup(match.game, match.setting, "en")
    start = seen.heroes[0].place
    assert lookup.stands(seen) == start
    told = "\n".join(lookup.tell("The Redhorn Gate", seen))
    assert "The Redhorn Gate (place, " in told
    assert "Ways lead to: Eregion (mountain 4) · Gladden Fields (mountain 3)" in told
    assert f"The way from {lookup.called(start)}: " in told
    assert "There: " in "\n".join(lookup.tell(lookup.called(start), seen))
    assert lookup.route(start, start) == []


def test_a_route_is_the_cheapest() -> None:
    match = load("meq").new_match(seed=5)
    lookup = Lookup(match.game, match.setting, "en")
    assert lookup.route("harlindon", "the-shire") == ["The Grey Havens (forest 2)", "The Shire (any terrain 1)"]


@pytest.mark.parametrize(("game", "columns"), [("meq", 100), ("bofa", 78), ("bofa", 120)])
def test_the_map_shows_every_place_and_who_stands_where(game: str, columns: int) -> None:
    match = load(game).new_match(seed=5)
    lookup = Lookup(match.game, match.setting, "en")
    lines = Atlas(lookup, "en").draw(match.observation(0), columns)
    picture = "\n".join(lines[: lines.index("")])
    signs = sum(picture.count(sign) for sign in (EMPTY, HELD, OWN))
    assert signs == len(lookup.places)
    assert picture.count(HELD) == sum(bool(lookup.contents(match.observation(0), one)) for one in lookup.places)
    named = [place for place in lookup.places.values() if place.name.en in picture]
    assert len(named) >= 0.9 * len(lookup.places)
    assert max(map(len, lines[: lines.index("")])) <= columns


def test_the_map_around_a_place_shows_its_neighbours_and_no_far_place() -> None:
    match = load("meq").new_match(seed=5)
    lookup = Lookup(match.game, match.setting, "en")
    picture = "\n".join(Atlas(lookup, "en").draw(match.observation(0), 90, lookup.place_named("redhorn")))
    for near in ("The Redhorn Gate", "Eregion", "Gladden Fields", "Moria"):
        assert near in picture
    assert "Minas Tirith" not in picture


def test_a_game_without_a_map_says_so() -> None:
    match = load("lotr").new_match(seed=5)
    assert Atlas(Lookup(match.game, match.setting, "en"), "en").draw(match.observation(0), 80) == [
        "This game has no map."
    ]


# -- a conversation


def conversation(
    game: str, scenario: str | None = None, seat: int = 0, lang: Lang = "en", seats: int | None = None
) -> Conversation:
    """Somebody at a match of a known deal."""
    match = load(game).new_match(scenario, seats, seed=5)
    bots = [make_bot("adept", n) for n in range(match.seats)]
    return Conversation(LocalMatch(match, [seat], bots, lang, None))


async def asked_next(talk: Conversation, scenes: AsyncIterator[Scene]) -> Scene:
    """The next scene with a question."""
    async for scene in scenes:
        if talk.question is not None:
            return scene
    raise AssertionError("nothing is asked any more")


async def test_several_things_are_placed_by_one_line() -> None:
    """Sauron's influence in meq: one place after the other in the rules, one line for a person."""
    talk = conversation("meq", seats=2)
    scenes = talk.scenes()
    scene = await asked_next(talk, scenes)
    while talk.question is None or talk.question.kind != "influence":
        await talk.answer(".")
        scene = await asked_next(talk, scenes)
    choice = next(one for one in talk.question.choices if one.label.startswith("Place it in "))
    place = choice.offer.touches[0]
    held, left = scene.observation.places[place].influence, scene.observation.sauron.influence_to_place
    assert isinstance(await talk.answer(f"{choice.key}x2"), Done)
    scene = await asked_next(talk, scenes)
    assert scene.observation.places[place].influence == held + 2
    assert scene.observation.sauron.influence_to_place == left - 2


async def test_numbers_stay_through_undo_and_resume() -> None:
    """Who commits characters to the quest one by one finds each under its number, whatever came between."""
    talk = conversation("lotr", seats=1)
    scenes = talk.scenes()
    await asked_next(talk, scenes)
    while talk.question is None or talk.question.kind != "commit":
        await talk.answer("." if talk.question is None or talk.question.choice("0") is None else "0")
        await asked_next(talk, scenes)
    first = numbers(talk)
    await talk.answer(talk.question.choices[0].key)
    await asked_next(talk, scenes)
    second = numbers(talk)
    assert second == {label: key for label, key in first.items() if label in second}
    assert len(second) == len(first) - 1
    match = talk.match
    assert isinstance(match, LocalMatch)
    resumed = Conversation(LocalMatch(match._match.record.replay(), [0], match._bots, "en", None))
    again = resumed.scenes()
    await asked_next(resumed, again)
    assert numbers(resumed) == second
    for back, coming in ((talk, scenes), (resumed, again)):
        await back.answer("u")
        await asked_next(back, coming)
        assert numbers(back) == first


def numbers(talk: Conversation) -> dict[str, str]:
    """The numbers of the options of the open question, by label; 0 aside, which is of none."""
    assert talk.question is not None
    return {one.label: one.key for one in talk.question.choices if one.key != "0"}


async def test_who_stops_types_0_whatever_the_game_calls_it() -> None:
    match, bot = load("bofa").new_match(seed=3), make_bot("random", 1)
    while not any(option[0] == "halt" for option in match.options(match.pending[0].seat)):
        seat = match.pending[0].seat
        match.choose(seat, bot.choose(Perspective(match, seat)))
    talk = Conversation(LocalMatch(match, [match.pending[0].seat], [bot, bot], "en", None))
    await asked_next(talk, talk.scenes())
    assert talk.question is not None
    assert [one.label for one in talk.question.choices if one.key == "0"] == ["Stop here"]
    assert talk.sections()[0].choices == (talk.question.choice("0"),)


@pytest.mark.parametrize("game", ["wotr", "lotr", "meq", "bofa"])
def test_verbs_by_which_nothing_is_done_are_verbs_of_the_game(game: str) -> None:
    vocabulary = load(game).vocabulary
    assert vocabulary is not None
    assert vocabulary.declining <= set(vocabulary.options)


async def test_an_option_that_names_nothing_is_told_by_what_its_question_names() -> None:
    talk = conversation("bofa")
    await asked_next(talk, talk.scenes())
    asks = "Use the ability of Bard the Bowman: choose one"
    talk.question = ask("branch", asks, 1, offers("Lead the way", "Summon the Lake-men"), Numbering())
    told = await talk.answer("i 1")
    assert isinstance(told, Text)
    assert told.lines[0].startswith("Bard the Bowman (character)")


@pytest.mark.parametrize("name", ["will of the west", "eye of sauron", "army die", "magic range", "terrain advantage"])
def test_dice_and_other_terms_of_the_battle_can_be_asked_about(name: str) -> None:
    match = load("bofa").new_match(seed=1)
    for lang in LANGS:
        assert Lookup(match.game, match.setting, lang).entries
    (line,) = Lookup(match.game, match.setting, "en").tell(name, None)
    assert line.lower().partition(":")[0].endswith(name)


@pytest.mark.parametrize(
    ("game", "group", "lang", "told"),
    [
        ("wotr", "southron", "en", "Southron (faction), cards: "),
        ("wotr", "południowcy", "pl", "Południowcy (frakcja), karty: "),
        ("lotr", "noldor", "en", "Noldor (traits), cards: Glorfindel"),
    ],
)
def test_factions_and_traits_can_be_asked_about(game: str, group: str, lang: Lang, told: str) -> None:
    match = load(game).new_match(seed=1)
    assert Lookup(match.game, match.setting, lang).tell(group, None)[0].startswith(told)


def test_who_asks_about_a_trait_reads_the_few_cards_of_that_name_too() -> None:
    match = load("lotr").new_match(seed=1)
    lines = Lookup(match.game, match.setting, "en").tell("spider", None)
    assert [line for line in lines if line.startswith("Spider (traits)")]
    assert [line for line in lines if line.startswith("King Spider (enemy)")]


def test_what_happens_several_times_in_a_row_is_told_once_with_how_often() -> None:
    assert gather_lines(["a", "b", "b", "b", "a"]) == ["a", "b (×3)", "a"]
    match = load("bofa").new_match(seed=1)
    told = narrate_events(match, match.events, 0, "en")
    assert "A token of Shadow is laid in Warg Heath (×3)" in told


def test_one_thing_that_happens_to_several_in_a_row_is_one_line() -> None:
    news = [
        "Spawn is revealed",
        "Glóin: willpower -1",
        "Guard: willpower -1",
        "Gimli: attack +1",
        "It ends: so",
        "It ends: so",
    ]
    assert join_alike(news) == [
        "Spawn is revealed",
        "Glóin, Guard: willpower -1",
        "Gimli: attack +1",
        "It ends: so",
        "It ends: so",
    ]


async def test_what_happens_while_windows_are_passed_is_news_when_something_is_asked() -> None:
    talk = conversation("lotr", "passage-through-mirkwood", seats=1)
    scenes = talk.scenes()
    while True:
        scene = await asked_next(talk, scenes)
        is_window = scene.decision.kind == "action"
        read = len(talk.match.story)
        assert isinstance(await talk.answer("pp" if is_window else "."), Done)
        if is_window:
            scene = await asked_next(talk, scenes)
            if len(talk.match.story) > read + 1:
                break
            assert isinstance(await talk.answer("."), Done)
    assert list(scene.news) == talk.match.story[read:]


async def test_answers_that_were_not_for_what_is_asked_next_are_named() -> None:
    """By their words, for their numbers may be those of other options by now."""
    talk = conversation("wotr", "duel")
    scenes = talk.scenes()
    await asked_next(talk, scenes)
    assert talk.question is not None
    winnow = next(one.label for one in talk.question.choices if one.label.startswith("Winnow"))
    assert isinstance(await talk.answer("winnow x3"), Done)
    notice = (await asked_next(talk, scenes)).notice
    assert notice == f"Answers that did not fit what was asked next were left out: {winnow}."


async def test_while_several_options_fit_only_their_numbers_choose() -> None:
    talk = conversation("bofa")
    await asked_next(talk, talk.scenes())
    several = await talk.answer("the")
    assert isinstance(several, Options)
    assert talk.question is not None
    hidden = next(one for one in talk.question.choices if one not in several.choices)
    assert await talk.answer(hidden.key) == several
    assert isinstance(await talk.answer(several.choices[0].key), Done)


async def test_the_title_of_a_group_shows_its_options() -> None:
    talk = conversation("meq", seat=1, seats=2)
    scenes = talk.scenes()
    await asked_next(talk, scenes)
    while not (folded := [one for one in talk.sections() if one.folded]):
        assert isinstance(await talk.answer("."), Done)
        await asked_next(talk, scenes)
    shown = await talk.answer(folded[0].title.upper())
    assert isinstance(shown, Options)
    assert shown.choices == folded[0].choices
    assert isinstance(await talk.answer(folded[0].choices[-1].key), Done)


def test_what_fills_a_place_is_told_once() -> None:
    match = load("meq").new_match(seed=5)
    told = Lookup(match.game, match.setting, "en").tell("Barad-dûr", match.observation(0))
    assert "influence at most 6" in told[0]
    assert "Mordor, monster tokens: " in told[0]
    assert "monster tokens monster tokens" not in told[0]


async def test_undo_takes_no_number() -> None:
    talk = conversation("lotr", seats=1)
    await asked_next(talk, talk.scenes())
    told = await talk.answer("u 5")
    assert isinstance(told, Text)
    assert "one choice" in told.lines[0]


def test_what_is_in_play_is_told_before_what_is_not() -> None:
    match = load("lotr").new_match("passage-through-mirkwood", 1, seed=5)
    match.choose(0, 0)
    told = Lookup(match.game, match.setting, "en").tell("spider", match.observation(0))
    assert told[0].startswith("Forest Spider (")
    assert any(line.startswith("King Spider (") for line in told)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("Event: Radagast the Brown", ["event"]),
        ("Ada encounters Radagast the Brown", ["encounter"]),
        ("Ada receives the Corruption card Reckless", ["Corruption card"]),
        ("Ada discards Parry", ["hero card", "monster combat card"]),
    ],
)
def test_of_cards_with_one_name_the_story_means_those_of_the_kind_it_names(line: str, kinds: list[str]) -> None:
    match = load("meq").new_match(seed=5)
    cards = Lookup(match.game, match.setting, "en").cards_named(line)
    assert [*dict.fromkeys(card.tell(None)[0].split("(")[1].split(")")[0] for card in cards)] == kinds


async def test_what_was_undone_is_told_no_more() -> None:
    talk = conversation("lotr", seats=1)
    scenes = talk.scenes()
    await asked_next(talk, scenes)
    await talk.answer("1")
    await asked_next(talk, scenes)
    before = list(talk.match.story)
    assert talk.question is not None
    for _ in range(2):
        await talk.answer(talk.question.first.key)
        await asked_next(talk, scenes)
        assert len(talk.match.story) > len(before)
        await talk.answer("u")
        scene = await asked_next(talk, scenes)
        assert talk.match.story[: len(before)] == before
        told = talk.match.story[len(before) :]
        assert told[-1] == "Player 1 undoes the last choice"
        assert not [line for line in told[:-1] if "practice" not in line]
        assert list(scene.news) == told


async def test_what_can_be_typed_is_told_and_a_hint_names_an_option() -> None:
    talk = conversation("lotr")
    await asked_next(talk, talk.scenes())
    told = await talk.answer("?")
    assert isinstance(told, Text)
    assert any("threat 50" in line for line in told.lines)
    hint = await talk.answer("hint")
    assert isinstance(hint, Text)
    assert hint.lines[0].startswith("A bot would choose ")
    assert isinstance(await talk.answer("map"), Text)
    named = await talk.answer("i surge")
    assert isinstance(named, Text)
    assert named.lines == ("surge: reveal one more encounter card",)
    assert (await talk.answer("log")).lines[0]  # type: ignore[union-attr]


@pytest.mark.parametrize("lang", LANGS)
def test_every_game_tells_its_rules_and_how_one_wins(lang: Lang) -> None:
    for game in (load(id) for id in ("wotr", "lotr", "meq", "bofa")):
        assert len(game.summary.say(lang).splitlines()) >= 3
        assert len(game.glossary) >= 7
        assert game.windows <= set(game.vocabulary.decisions)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("game", "term", "rule"),
    [
        ("wotr", "reactivate", "shows it, as defender or attacker"),
        ("meq", "rest", "before the Ambush step"),
        ("meq", "rest", "that is farthest behind advances 1"),
        ("meq", "haven", "beside an enemy nobody rests"),
        ("meq", "perilous location", "if any fits the place"),
        ("meq", "influence", "more of it than a hero's wisdom"),
    ],
)
def test_terms_that_players_doubt_are_told_as_the_book_has_them(game: str, term: str, rule: str) -> None:
    match = load(game).new_match(seed=5)
    told = Lookup(match.game, match.setting, "en").tell(term, match.observation(0))
    assert any(line.startswith(f"{term}: ") and rule in line for line in told)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("game", "kind", "why"),
    [
        ("wotr", "action", {"en": "no pass: your", "pl": "bez pasu: karty na ręce"}),
        ("bofa", "action", {"en": "no pass: only who has fewer dice may", "pl": "bez pasu: może tylko ten"}),
        ("meq", "influence", {"en": "place influence (6 left)", "pl": "umieść wpływ (pozostało 6)"}),
        ("bofa", "activate", {"en": "Activate a general? (2 of 3)", "pl": "Aktywować generała? (2 z 3)"}),
        ("bofa", "place-leader", {"en": "Place a leadership token (2 of 3)", "pl": "zdolności przywódczych (2 z 3)"}),
    ],
)
def test_where_an_option_is_missing_or_several_things_are_placed_the_prompt_says_so(
    game: str, kind: str, why: dict[str, str], lang: Lang
) -> None:
    match, bot = load(game).new_match(seed=3), make_bot("random", 1)
    while match.pending[0].kind != kind or why[lang] not in match.prompt(match.pending[0], lang):
        assert len(match.choices) < 200
        decision = match.pending[0]
        match.choose(decision.seat, bot.choose(Perspective(match, decision.seat)))
    assert ("pass",) not in match.pending[0].options


@pytest.mark.parametrize(
    ("game", "event", "does"),
    [
        ("lotr", lambda n: Event("revealed", (n["evil-storm"],)), "whose threat is 35 or more takes 1 damage"),
        ("lotr", lambda n: Event("shadow", (n["marsh-adder"], n["wargs"])), "has +1 attack"),
        ("bofa", lambda _: Event("general", (2,)), "Roll three dice at a Shadow army"),
        ("bofa", lambda _: Event("manoeuvre", (0, 0)), "The enemy army takes one damage"),
        ("bofa", lambda _: Event("showed", (1, "unit", 5)), "Unless the enemy has more units"),
        ("bofa", lambda _: Event("hits", (0, 2, 6)), "hits 2, on 6 or more"),
        ("bofa", lambda _: Event("spent", (0, "will", "army")), "uses a die: Will of the West as Army"),
        ("bofa", lambda _: Event("spent", (1, "eye", "eye")), "uses a die: Eye of Sauron"),
        ("bofa", lambda _: Event("pass-opened", (1,)), "Western Pass opens"),
        ("meq", lambda n: Event("revealed", (n["hero-card-thalin-evade"], -1)), "cancel your opponent's Melee card"),
    ],
)
def test_effects_are_told_in_words(game: str, event: Callable[[dict[str, int]], Event], does: str) -> None:
    match = load(game).new_match(seed=1)
    numbers = {one.id: one.numbers[0] for one in match.game.components(match.setting) if one.numbers}
    assert does in match.narrate(event(numbers))


@pytest.mark.parametrize("lang", LANGS)
def test_who_plays_together_wins_or_loses_together(lang: Lang) -> None:
    match = load("lotr").new_match(seed=5)
    roles = match.setting.roles
    lost, won, void = (
        outcome_lines(roles, Outcome(winners, "", reason, {}), "", lang)[1]
        for winners, reason in (([], "conceded"), ([0], "quest-completed"), ([], "annulled"))
    )
    assert lost == {"en": "The players lost", "pl": "Gracze przegrali"}[lang]
    assert won == {"en": "The players won", "pl": "Gracze wygrali"}[lang]
    assert void == {"en": "Nobody wins", "pl": "Nikt nie wygrywa"}[lang]
