"""What a seat cannot see stays hidden: in its view, in the worlds a bot searches, and when a choice is undone."""

import math
import random
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from engine.core.errors import CannotUndo
from engine.core.events import Event
from engine.core.game import Game
from engine.core.match import Match
from engine.core.record import Choice
from engine.core.view import View
from engine.core.words import LANGS
from engine.core.worlds import alike
from engine.testing.contract import check_text
from engine.testing.walk import (
    POINTS,
    Nonconforming,
    Variant,
    bytes_of,
    expect,
    points,
    random_record,
    spots,
    viewers,
    walk,
    where,
    world_for,
)

_DEALS = 4
"""Other deals that each viewer is shown at a point."""

_MANY = 8
"""How many components are unseen, and in how many worlds they are looked at, for none to keep its place by chance."""

_KERNEL_NAMES = {"pending", "options", "outcome"}
"""What `Match.observation` adds to a view that is plain data."""

_AHEAD = 20
"""Choices made in a dealt world to see that it is a playable one."""

_RELIVED = 8
"""Choices of a match that are made in a dealt world as well."""

_WORLDS = 20
"""How many worlds are dealt for nothing that is dealt anew to be the same in all of them by chance."""

_Field: TypeAlias = tuple[str, object]
"""A place in the state and the value there."""


def check_views(game: Game[Any], variant: Variant, seed: int = 0, most: int = POINTS) -> None:
    """A view does not change when only what its seat cannot see changes, and events tell no more than the view."""
    rng = variant.rng(game, seed)
    for match, seat, index in points(random_record(game, variant, seed), rng, most):
        before = bytes_of(match)
        for viewer in viewers(match):
            check_json(match, viewer)
            _check_drawn(match, viewer)
        expect(bytes_of(match) == before, match, "looking at the match changed it")
        for viewer in viewers(match):
            for _ in range(_DEALS):
                _check_blind(match, viewer, rng)
            if viewer != seat:
                _check_silent(match, viewer, seat, index, rng)


def check_json(match: Match, viewer: int | None) -> None:
    """A view is of the type that the game names, or leaves the kernel its own names, and survives JSON unchanged."""
    own, expected = match.game.observe(match.state, viewer), match.game.view
    if expected is not None:
        expect(type(own) is expected, match, f"seat {viewer} is shown no {expected.__name__} but {type(own).__name__}")
    elif isinstance(own, dict):
        clashes = sorted(_KERNEL_NAMES & own.keys())
        expect(not clashes, match, f"the view uses names that the kernel fills: {clashes}")
    view = match.observation(viewer)
    try:
        same = match.game.read_observation(msgspec.json.encode(view)) == view
    except msgspec.ValidationError as fault:
        place = f"{match.game.id} {where(match)}"
        raise Nonconforming(f"{place}: what seat {viewer} sees is not as typed: {fault}") from None
    expect(same, match, f"what seat {viewer} sees is not the same after a round trip through JSON")


def _check_drawn(match: Match, viewer: int | None) -> None:
    """A view can be drawn in every language, if the game draws its own."""
    draw_board = match.game.draw_board
    for lang in LANGS if draw_board is not None else ():
        assert draw_board is not None
        expect(bool(draw_board(match.observation(viewer), lang).strip()), match, f"nothing is drawn for seat {viewer}")


def _check_blind(match: Match, viewer: int | None, rng: random.Random) -> None:
    """Deal what the viewer cannot place anew; the view must stay."""
    game = match.game
    state = game.decode(msgspec.msgpack.encode(match.state))
    components = [card for zone in game.zones(state) for card in zone]
    exchange: dict[int, int] = {}
    for pool in game.unseen(state, viewer):
        expect(not exchange.keys() & set(pool), match, f"two pools unseen by seat {viewer} share components")
        expect(set(pool) <= set(components), match, f"seat {viewer} cannot see components that are in no zone")
        exchange.update(zip(pool, rng.sample(pool, len(pool)), strict=True))
    for zone in game.zones(state):
        zone[:] = [exchange.get(card, card) for card in zone]
    if game.plausible(state):
        view, other = game.observe(match.state, viewer), game.observe(state, viewer)
        expect(view == other, match, f"seat {viewer} sees what it cannot see, in {_changed(view, other)}")


def _check_silent(match: Match, viewer: int | None, seat: int, index: int, rng: random.Random) -> None:
    """An event must not tell a viewer what its view hides.

    Views compare only if the choice itself, where a world has it, leads to the same one there: it may be one that the
    viewer is told of, and go on differently for what the viewer cannot see.
    """
    option = match.options(seat)[index]
    after, events = _applied(match, seat, index)
    if after.state.streams != match.state.streams:
        return
    view = after.observation(viewer)
    world = world_for(match, viewer, rng)
    lawful = []
    for other, possible in enumerate(world.options(seat)):
        then, news = _applied(world, seat, other)
        if then.state.streams == world.state.streams and then.observation(viewer) == view:
            lawful.append(_visible(news, viewer))
        elif possible == option:
            return
    visible = _visible(events, viewer)
    expect(not lawful or visible in lawful, match, f"events tell seat {viewer} what its view hides: {visible}")


def check_worlds(game: Game[Any], variant: Variant, seed: int = 0, most: int = POINTS) -> None:
    """A dealt world looks the same to its seat, offers it the same options, and is playable and really other."""
    rng = variant.rng(game, seed)
    hidden: dict[int | None, int] = {}
    other: dict[int | None, int] = {}
    for match, _, _ in points(random_record(game, variant, seed), rng, most):
        before = bytes_of(match)
        for viewer in viewers(match):
            world = world_for(match, viewer, rng)
            check_world(match, world, viewer)
            if match.state.run.chances:
                _check_mixed(match, viewer, rng)
            if any(len(pool) > 2 for pool in game.unseen(match.state, viewer)):
                hidden[viewer] = hidden.get(viewer, 0) + 1
                other[viewer] = other.get(viewer, 0) + (_places(world) != _places(match))
            for number, _ in enumerate(walk(world, rng)):
                if number == _AHEAD:
                    break
        expect(bytes_of(match) == before, match, "dealing a world changed the match")
    for viewer, times in hidden.items():
        if times > 2 and not other[viewer]:
            raise Nonconforming(f"{game.id} {variant}: every world dealt for seat {viewer} is the true one")


def check_world(match: Match, world: Match, viewer: int | None) -> None:
    """A world the viewer cannot tell from the match."""
    expect(
        world.observation(viewer) == match.observation(viewer), match, f"dealing a world changed the view of {viewer}"
    )
    if viewer is not None:
        same = world.options(viewer) == match.options(viewer)
        expect(same, match, f"dealing a world changed the options of seat {viewer}")
        worth = match.game.evaluate(world.state, viewer)
        expect(math.isfinite(worth), match, f"the position is judged {worth} for seat {viewer}")
        _check_terms(world, viewer)
    expect(_all_of(world) == _all_of(match), match, "dealing a world lost or doubled a component")
    expect(world.state.seed != match.state.seed, match, "a dealt world holds the seed of the match")


def _check_terms(world: Match, seat: int) -> None:
    """Each term of the game is counted, by a number, and nothing else is."""
    terms = world.game.terms
    if terms is not None:
        counts = terms.count(world.state, seat)
        expect(counts.keys() == terms.words.keys(), world, f"terms are counted that have no words: {sorted(counts)}")
        expect(all(map(math.isfinite, counts.values())), world, f"a term is counted by what is no number: {counts}")


def _check_mixed(match: Match, viewer: int | None, rng: random.Random) -> None:
    """Chance since the checkpoint is repeated, but it must not tell where a component lies that nobody saw go there."""
    pools = [pool for pool in match.game.unseen(match.state, viewer) if len(pool) >= _MANY]
    true = spots(match)
    stuck = {card for pool in pools for card in pool}
    for _ in range(_MANY):
        other = spots(world_for(match, viewer, rng)) if stuck else {}
        stuck = {card for card in stuck if other[card] == true[card]}
    times = (match.game.decode(match._checkpoint), match.state) if stuck else ()
    stuck = {card for card in stuck if not any(_is_cornered(match.game, state, viewer, card) for state in times)}
    expect(not stuck, match, f"every world dealt for seat {viewer} has components {sorted(stuck)} in their true place")


def _is_cornered(game: Game[Any], state: Any, viewer: int | None, card: int) -> bool:
    """Whether a component can be nowhere but where it is: the others of its pool lie where it is barred from, or are
    barred from where it lies."""
    barred = game.barred(state)
    others = {one for pool in game.unseen(state, viewer) if card in pool for one in pool if one != card}
    closed_to_it = {one for zone, never in barred if card in never for one in zone}
    kept_out = {one for one in others if any(one in never and card in zone for zone, never in barred)}
    return bool(others) and (others <= closed_to_it or others == kept_out)


def check_no_trace(game: Game[Any], variant: Variant, seed: int = 0, most: int = POINTS) -> None:
    """No field of a dealt world tells what its seat cannot see, be it in a zone or not.

    The next choices of the match are made in a dealt world as well. As long as both look the same to the seat, a
    field in which they differ depends on what the seat cannot see; worlds dealt then must not all have the true
    value in it.
    """
    rng = variant.rng(game, seed)
    record = random_record(game, variant, seed)
    for match, _, _ in points(record, rng, most):
        ahead = record.choices[len(match.choices) :][:_RELIVED]
        for viewer in viewers(match):
            _check_relived(match.clone(), viewer, ahead, rng)


def _check_relived(match: Match, viewer: int | None, ahead: list[Choice], rng: random.Random) -> None:
    """Make the next choices of a match in another world as well, and look for fields that tell the two apart."""
    other = world_for(match, viewer, rng)
    match.quiet = other.quiet = False
    innocent: set[_Field] = set()
    for seat, index in ahead:
        same = _same_choice(match, other, seat, index, viewer)
        if same is None:
            return
        visible = [_visible(one.choose(seat, choice), viewer) for one, choice in ((match, index), (other, same))]
        if match.is_over or visible[0] != visible[1] or other.observation(viewer) != match.observation(viewer):
            return
        secret = _differences(match, other) - innocent
        innocent |= secret
        for _ in range(_WORLDS):
            if secret:
                secret &= _fields(world_for(match, viewer, rng))
        leaks = ", ".join(f"{place} is {value!r}" for place, value in sorted(secret, key=str))
        expect(not secret, match, f"every world dealt for seat {viewer} tells what it cannot see: {leaks}")


def _same_choice(match: Match, other: Match, seat: int, index: int, viewer: int | None) -> int | None:
    """The choice in another world that is the same, or the same but for components that the viewer cannot see."""
    option, options = match.options(seat)[index], other.options(seat)
    pools = [set(pool) for pool in match.game.unseen(match.state, viewer)]
    fitting = [one for one in options if one == option] or [one for one in options if alike(option, one, pools)]
    return options.index(fitting[0]) if fitting else None


def _differences(match: Match, other: Match) -> set[_Field]:
    """Every field of a match that another has not; of a zone, the places of kinds of which the other's holds none."""
    fields = _fields(match) - _fields(other)
    for here, there in zip(_places_by_kind(match), _places_by_kind(other), strict=False):
        held = {kind for _, kind in there}
        fields -= {(place, kind) for place, kind in here if kind in held}
    return fields


def _fields(match: Match) -> set[_Field]:
    """Every value in the state, in the zones or not, with its place; only the seed, which no world has, is left out."""
    fields = {field for places in _places_by_kind(match) for field in places}
    zones = {id(zone) for zone in match.game.zones(match.state)}
    for name in match.state.__struct_fields__:
        if name != "seed":
            fields.update(values_of(getattr(match.state, name), name, zones))
    return fields


def _places_by_kind(match: Match) -> list[list[_Field]]:
    """For each zone, which kind of component lies where in it."""
    kinds = match.game.kinds(match.setting)
    zones = enumerate(match.game.zones(match.state))
    return [[(f"zone {number}[{at}]", kinds.get(card, card)) for at, card in enumerate(zone)] for number, zone in zones]


def values_of(value: Any, place: str, zones: set[int]) -> Iterator[_Field]:
    """Every value in a part of the state that is no zone, with its place."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from values_of(getattr(value, name), f"{place}.{name}", zones)
    elif type(value) is dict:
        yield f"the keys of {place}", tuple(value)
        for key, one in value.items():
            yield from values_of(one, f"{place}[{key!r}]", zones)
    elif type(value) not in (list, tuple):
        yield place, value
    elif id(value) not in zones:
        yield f"the length of {place}", len(value)
        for number, one in enumerate(value):
            yield from values_of(one, f"{place}[{number}]", zones)


def check_undo(game: Game[Any], variant: Variant, seed: int = 0, most: int = POINTS) -> None:
    """Undo leads back to the position before, and only where nothing random happened and nobody learned anything; a
    refusal has words."""
    rng = variant.rng(game, seed)
    for match, seat, index in points(random_record(game, variant, seed), rng, most):
        after, events = _applied(match, seat, index)
        if after.is_over:
            continue
        for other in range(match.seats):
            if other != seat:
                expect(not _undone(after.clone(), other), match, f"seat {other} undid what seat {seat} chose")
        back = after.clone()
        back.events = events  # a refusal tells of them
        allowed = after.state.streams == match.state.streams and after.state.disclosed == match.state.disclosed
        expect(
            _undone(back, seat) == allowed, match, "undo is not refused exactly when chance or a secret came between"
        )
        if allowed:
            _check_back(match, back)
            back.choose(seat, index)
            expect(back.digest() == after.digest(), match, "the same choice after undo leads elsewhere")
            _check_nothing_learned(match, after, events, seat, index, rng)


def _undone(match: Match, seat: int) -> bool:
    try:
        match.undo(seat)
    except CannotUndo as refusal:
        for lang in LANGS:
            check_text(match, refusal.why.say(lang), "the reason why a choice cannot be undone")
        return False
    return True


def _check_back(match: Match, back: Match) -> None:
    """Undo leads to the position before the choice."""
    expect(back.digest() == match.digest(), match, "undo leads to another state than before the choice")
    expect(back.pending == match.pending, match, "undo leads to other decisions than before the choice")
    expect(back.choices == match.choices, match, "undo leaves other choices than before")
    expect(back.version == match.version + 2, match, "undo does not count as a new version")


def _check_nothing_learned(
    match: Match, after: Match, events: list[Event], seat: int, index: int, rng: random.Random
) -> None:
    """What everybody sees after a choice that may be undone follows from what they saw before.

    The same choice, or for others any that looks the same to them, must be possible in each world that fits what a
    viewer saw before, and must look the same there. If not, the viewer learned something; the rules lack a `disclose`.
    """
    option = match.options(seat)[index]
    for viewer in viewers(match):
        view, visible = after.observation(viewer), _visible(events, viewer)
        for _ in range(_DEALS):
            world = world_for(match, viewer, rng)
            options = [index] if viewer == seat else range(len(world.options(seat)))
            attempts = [_applied(world, seat, other) for other in options]
            views = [(then.observation(viewer), _visible(news, viewer)) for then, news in attempts]
            if (view, visible) not in views:
                lesson = _changed(view, views[0][0]) or visible
                fault = f"{option} of seat {seat} can be undone although seat {viewer} learned something: {lesson}"
                expect(False, match, fault)


def _changed(view: View | dict[str, Any], another: View | dict[str, Any]) -> str:
    """Which parts of two views differ."""
    one, other = msgspec.to_builtins(view), msgspec.to_builtins(another)
    return ", ".join(name for name in one if one[name] != other.get(name))


def _applied(match: Match, seat: int, index: int) -> tuple[Match, list[Event]]:
    """A copy of the match after one more choice, and what it told."""
    after = match.clone()
    after.quiet = False
    return after, after.choose(seat, index)


def _visible(events: list[Event], viewer: int | None) -> list[Event]:
    """The events as the viewer saw them."""
    return [visible for event in events if (visible := event.seen_by(viewer))]


def _places(match: Match) -> list[list[int]]:
    """Every zone with its components."""
    return [list(zone) for zone in match.game.zones(match.state)]


def _all_of(match: Match) -> list[int]:
    """Every component in play, in order of id."""
    return sorted(card for zone in match.game.zones(match.state) for card in zone)
