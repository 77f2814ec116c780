"""What a game promises about its matches: they end, lose nothing, speak to people, and refuse what is not allowed."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from engine.core.errors import (
    BadOption,
    BadSeats,
    BadSeed,
    CannotUndo,
    IllegalChoice,
    MatchOver,
    NotYourTurn,
    StaleVersion,
    UnknownScenario,
)
from engine.core.events import Event
from engine.core.flow import Decision
from engine.core.game import Game
from engine.core.match import Match
from engine.core.words import LANGS, Lang
from engine.testing.walk import (
    MOST_DECISIONS,
    POINTS,
    Nonconforming,
    Variant,
    bytes_of,
    expect,
    points,
    random_record,
    viewers,
    walk,
)


def check_random_play(game: Game[Any], variant: Variant, seed: int = 0, most: int = MOST_DECISIONS) -> None:
    """Random play ends within a bound with a lawful outcome, and every decision on the way is well formed."""
    match = variant.new_match(game, seed)
    for _ in walk(match, variant.rng(game, seed), most):
        seats = [decision.seat for decision in match.pending]
        expect(len(set(seats)) == len(seats), match, f"a seat is asked twice at once: {seats}")
        for decision in match.pending:
            check_decision(match, decision)
        check_plain(match, match.state, {})
    check_ending(match)


def check_ending(match: Match) -> None:
    """The outcome of a match that the rules have ended is lawful: who has won plays for the side that has."""
    outcome = match.outcome
    assert outcome is not None
    sides = {role.side for role in match.setting.roles}
    expect(all(0 <= seat < match.seats for seat in outcome.winners), match, f"winners {outcome.winners} are no seats")
    named = outcome.side in {*sides, ""} or not outcome.winners  # a side without seats may beat them all
    expect(named, match, f"winning side {outcome.side!r} is none of {sorted(sides)}")
    lawful = all(match.setting.roles[seat].side == outcome.side for seat in outcome.winners)
    expect(lawful or not outcome.side, match, f"winners {outcome.winners} do not all play for {outcome.side}")
    expect(bool(outcome.reason), match, "the outcome gives no reason")


def check_decision(match: Match, decision: Decision) -> None:
    """An open decision has distinct options, each a verb with ints and strings."""
    expect(0 <= decision.seat < match.seats, match, f"seat {decision.seat} is asked, but there is no such seat")
    kind, options = decision.kind, decision.options
    for option in options:
        plain = type(option) is tuple and all(type(part) in (int, str) for part in option)
        lawful = plain and bool(option) and type(option[0]) is str
        expect(lawful, match, f"{kind} offers {option!r}, which is not a verb followed by ints and strings")
    expect(len(set(options)) == len(options), match, f"{kind} offers an option twice: {options}")


def check_plain(match: Match, value: Any, owners: dict[int, str], place: str = "state") -> None:
    """A state is a tree of ints, strings, lists, dicts and structs, in which nothing stands twice."""
    if value is None or type(value) in (int, str, bool, bytes):
        return
    if type(value) in (list, dict):
        expect(id(value) not in owners, match, f"{place} is the same object as {owners.get(id(value))}")
        owners[id(value)] = place
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            check_plain(match, getattr(value, name), owners, f"{place}.{name}")
    elif type(value) is dict:
        for key, one in value.items():
            expect(type(key) in (int, str), match, f"{place} has a key that is neither int nor str: {key!r}")
            check_plain(match, one, owners, f"{place}[{key!r}]")
    elif type(value) in (list, tuple):
        for number, one in enumerate(value):
            check_plain(match, one, owners, f"{place}[{number}]")
    else:
        expect(False, match, f"{place} is a {type(value).__name__}, which is not plain data")


def check_scores(game: Game[Any], variant: Variant, seed: int = 0, most: int = POINTS) -> None:
    """Every ending has a whole number as the score of every side: by the rules, or conceded, abandoned or annulled at
    any point; who concedes to a single side, with seats or without, makes it win.
    """
    record = random_record(game, variant, seed)
    for match, seat, _ in points(record, variant.rng(game, seed), most):
        before = bytes_of(match)
        game.scores(match.state)
        expect(bytes_of(match) == before, match, "scoring the position changed it")
        check_given_up(match, seat)
    check_scored(record.replay())


def check_given_up(match: Match, seat: int) -> None:
    """Every end from outside the rules is scored as the position stands; only who concedes makes others win."""
    standing = dict(match.game.scores(match.state))
    side = match.setting.roles[seat].side
    conceded = match.clone()
    outcome = conceded.concede(seat)
    check_scored(conceded)
    others = outcome.scores.keys() - {side}
    winner = others.pop() if len(others) == 1 else ""
    expect(outcome.side == winner, match, f"{side} conceded, and {outcome.side!r} won instead of {winner!r}")
    expect(outcome.scores == standing, match, f"conceded with {outcome.scores}, not as it stands: {standing}")
    for end in (Match.abandon, Match.annul):
        ended = match.clone()
        outcome = end(ended)
        check_scored(ended)
        expect(not outcome.winners and not outcome.side, match, f"{outcome.reason}, yet {outcome} names a winner")
        as_it_stands = outcome.scores == standing
        expect(as_it_stands, match, f"{outcome.reason} with {outcome.scores}, not as it stands: {standing}")


def check_scored(match: Match) -> None:
    """The outcome of a match has the score of every side that has a seat, and of the side that won."""
    outcome = match.outcome
    assert outcome is not None
    sides = {*(role.side for role in match.setting.roles), outcome.side} - {""}
    missing = sorted(sides - outcome.scores.keys())
    expect(not missing, match, f"the outcome {outcome.reason!r} has no score for {', '.join(missing)}")
    whole = all(type(side) is str and type(score) is int for side, score in outcome.scores.items())
    expect(whole, match, f"scores are not whole numbers by side: {outcome.scores}")


def check_conservation(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Every component is in exactly one place where it may be, from the first decision to the end."""
    match = variant.new_match(game, seed)
    match.quiet = True
    whole = components_of(match)
    for _ in walk(match, variant.rng(game, seed)):
        check_whole(match, whole)
    check_whole(match, whole)


def components_of(match: Match) -> list[int]:
    """Every component id in the zones of a match, in order."""
    return sorted(card for zone in match.game.zones(match.state) for card in zone)


def check_whole(match: Match, whole: list[int]) -> None:
    """Every component of a match is in one place, and in none that it is barred from."""
    present = components_of(match)
    doubled = sorted({card for card in present if present.count(card) > 1}) if len(set(present)) < len(present) else []
    expect(not doubled, match, f"components are in two places: {doubled}")
    lost, new = sorted({*whole} - {*present}), sorted({*present} - {*whole})
    expect(present == whole, match, f"components lost {lost}, new {new}")
    for zone, never in match.game.barred(match.state):
        wrong = [card for card in zone if card in never]
        expect(not wrong, match, f"components are in a zone they are barred from: {wrong}")


def check_words(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Every decision, option and event has words in every language, for everybody who may see it, and an event is told
    in the same words at any later time.
    """
    match = variant.new_match(game, seed)
    narration = _check_narration(match)
    for seat, index in walk(match, variant.rng(game, seed)):
        for decision in match.pending:
            for lang in LANGS:
                check_text(match, match.prompt(decision, lang), f"decision {decision.kind}")
                for option in decision.options:
                    check_text(match, match.describe(option, lang), f"option {option}")
        after = match.clone()
        after.quiet = False
        after.choose(seat, index)
        narration += _check_narration(after)
    for event, lang, text in narration:
        again = match.narrate(event, lang)
        expect(again == text, match, f"event {event} was {text!r} when it happened and is {again!r} at the end")
    outcome = match.outcome
    assert outcome is not None
    expect(outcome.reason in game.reasons, match, f"the reason {outcome.reason!r} has no words")
    for lang in LANGS:
        for role in match.setting.roles:
            check_text(match, role.name.say(lang), f"role {role.id}")
        check_text(match, game.reason(outcome, lang), f"reason {outcome.reason!r}")


def _check_narration(match: Match) -> list[tuple[Event, Lang, str]]:
    """Every event of the last choice reads well for every viewer; what each of them is told."""
    narration = []
    for event in match.events:
        for viewer in viewers(match):
            visible: Event | None = event.seen_by(viewer)
            for lang in LANGS if visible else ():
                assert visible is not None
                narration.append((visible, lang, match.narrate(visible, lang)))
                check_text(match, narration[-1][-1], f"event {visible}")
    return narration


def check_text(match: Match, text: object, what: str) -> None:
    """Words are there, with everything filled in."""
    lawful = isinstance(text, str) and bool(text.strip()) and "{" not in text
    expect(lawful, match, f"{what} has no words: {text!r}")


def check_components(game: Game[Any], variant: Variant | None = None, seed: int = 0) -> None:
    """The component list is complete: distinct ids, copies, words, and behaviour for every text."""
    setting = game.setting() if variant is None else game.setting(variant.scenario, variant.seats, variant.options)
    components = game.components(setting)
    ids = [component.id for component in components]
    faults = [f"{one} is listed twice" for one in ids if ids.count(one) > 1]
    for component in components:
        if component.copies < 1 or not component.name.en or not component.kind:
            faults.append(f"{component.id} lacks a name, a kind or copies")
        if not component.implemented:
            faults.append(f"{component.id} has text but no behaviour")
    if not components or faults:
        raise Nonconforming(f"{game.id} components: {'; '.join(faults) or 'none listed'}")


def check_refusals(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Illegal and stale input is refused with the right error and changes nothing."""
    _check_creation(game, variant)
    rng = variant.rng(game, seed)
    record = random_record(game, variant, seed)
    for match, seat, _ in points(record, rng):
        _check_refused_now(match, seat, rng)
    over = record.replay()
    for seat in range(over.seats):
        _refused(over, MatchOver, over.choose, seat, 0)
        _refused(over, MatchOver, over.concede, seat)
        _refused(over, MatchOver, over.undo, seat)


def _check_refused_now(match: Match, seat: int, rng: random.Random) -> None:
    """Everything a confused or hostile client may send at this point."""
    count = len(match.options(seat))
    for index in (-1, count, count + rng.randrange(1, 1000), "0", None, True, 0.0):
        _refused(match, IllegalChoice, match.choose, seat, index)
    _refused(match, StaleVersion, match.choose, seat, 0, match.version - 1)
    _refused(match, StaleVersion, match.choose, seat, 0, match.version + 1)
    seats = {decision.seat for decision in match.pending}
    for other in range(match.seats):
        if other not in seats:
            _refused(match, NotYourTurn, match.choose, other, 0)
        if not match.choices or match.choices[-1][0] != other:
            _refused(match, CannotUndo, match.undo, other)
    for stranger in (-1, match.seats, "0", None):
        _refused(match, BadSeats, match.choose, stranger, 0)
        _refused(match, BadSeats, match.concede, stranger)
        _refused(match, BadSeats, match.undo, stranger)


def _refused(match: Match, error: type[Exception], call: Callable[..., Any], *arguments: Any) -> None:
    """The call raises exactly that error and leaves the match byte for byte as it was."""
    before, pending, events = bytes_of(match), match.pending, list(match.events)
    what = f"{call.__name__}{arguments!r}"
    raised: Exception | None = None
    try:
        call(*arguments)
    except Exception as fault:
        raised = fault
    expect(isinstance(raised, error), match, f"{what} raised {raised!r}, not {error.__name__}")
    same = bytes_of(match) == before and match.pending is pending and match.events == events
    expect(same, match, f"{what} was refused but changed the match")


def _check_normalised(game: Game[Any], variant: Variant) -> None:
    """The options a match is recorded with make the same setting again."""
    setting = game.setting(variant.scenario, variant.seats, variant.options)
    again = game.setting(setting.scenario, setting.seats, setting.options)
    if again != setting:
        raise Nonconforming(f"{game.id} {variant}: options become {setting.options} at first, then {again.options}")


def _check_creation(game: Game[Any], variant: Variant) -> None:
    """Bad arguments of a new match raise an error that names what is allowed."""
    scenario, seats = variant.scenario, variant.seats
    _check_normalised(game, variant)
    bad: list[tuple[type[Exception], Any, Any, Any, dict[str, Any]]] = [
        (UnknownScenario, "no such scenario", seats, 0, {}),
        (BadSeats, scenario, 0, 0, {}),
        (BadSeats, scenario, 99, 0, {}),
        (BadSeats, scenario, str(seats), 0, {}),
        (BadSeed, scenario, seats, b"short", {}),
        (BadSeed, scenario, seats, -1, {}),
    ]
    unknown = ("no_such_option", "scenario", "seats", "seed", "self", "")
    bad += [(BadOption, scenario, seats, 0, {name: 1}) for name in unknown]
    bad += [(BadOption, scenario, seats, 0, {option.name: object()}) for option in game.options_of(scenario)]
    for error, *arguments, seed, options in bad:
        what = f"{game.id} {arguments} seed {seed!r} {options or ''}"
        try:
            game.begin(game.setting(arguments[0], arguments[1], {**variant.options, **options}), seed)
        except error as fault:
            if not str(fault):
                raise Nonconforming(f"{what}: the error says nothing") from None
        except Exception as fault:
            raise Nonconforming(f"{what} raised {fault!r}, not {error.__name__}") from fault
        else:
            raise Nonconforming(f"{what} was not refused")
