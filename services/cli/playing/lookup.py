"""Everything that has a name in a match, and what can be said of it: cards, places, ways, tracks, zones, terms."""

import heapq
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from engine.core.game import Game, Setting
from engine.core.layout import Layout, Place, PrintedLayout, Track, Zone
from engine.core.words import BETWEEN, Lang
from services.cli import messages
from services.cli.catalogue import search_key
from services.cli.playing import sayings

_MOST_LISTED = 12
_GROUP_REFERENCE = "group:"
_GROUPS = {"faction": "faction", "keywords": "keyword", "sphere": "sphere", "traits": "trait"}
"""Values by which cards belong together, each with the game's words for it."""


@dataclass(frozen=True)
class Entry:
    """Something with a name; `tell` says what is to be said of it, given what the seat sees."""

    name: str
    reference: str
    tell: Callable[[Any], list[str]]


class Lookup:
    """What can be asked about in one setting, in one language."""

    def __init__(self, game: Game[Any], setting: Setting, lang: Lang) -> None:
        self._game = game
        self._setting = setting
        self._lang: Lang = lang
        self.layout: Layout | None = None if game.layout is None else game.layout(setting)
        self.places: dict[str, Place] = {}
        if self.layout is not None and self.layout.map is not None:
            self.places = {place.reference: place for place in self.layout.map.places}

    @cached_property
    def entries(self) -> list[Entry]:
        """All entries: places before cards, for a place may be listed among the components as well."""
        entries = [*self._places(), *self._components(), *self._groups()]
        if self.layout is not None:
            entries += [*self._tracks(self.layout.tracks), *self._zones(self.layout.zones)]
        return [*entries, *self._terms()]

    @cached_property
    def names(self) -> "re.Pattern[str]":
        """Finds the proper names of entries in a text, the longest first."""
        proper = {one.name for one in self.entries if len(one.name) > 2 and not one.name[0].islower()}
        names = sorted(proper, key=len, reverse=True)
        return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, names)) + r")(?!\w)" if names else r"(?!)")

    def named(self, text: str) -> list[Entry]:
        """The entries that a text names, in its order."""
        names = list(dict.fromkeys(self.names.findall(text)))
        return [entry for name in names for entry in self.find(name)]

    def cards_named(self, text: str) -> list[Entry]:
        """The cards that a text names, in its order; of cards with one name those of the kind that it names as well."""
        cards, said = [entry for entry in self.named(text) if entry.reference in self._card_kinds], search_key(text)
        fitting = [entry for entry in cards if self._card_kinds[entry.reference] in said]
        meant = {entry.name for entry in fitting}
        return [entry for entry in cards if entry.name not in meant or entry in fitting]

    @cached_property
    def _card_kinds(self) -> dict[str, str]:
        """What the kind of every card is called, by reference."""
        cards = self._game.components(self._setting)
        return {card.id: search_key(self.words_of("component", card.kind)) for card in cards}

    def find(self, word: str) -> list[Entry]:
        """The entries of that name; without one, those with it in their name."""
        sought = search_key(word.strip())
        entries = [one for one in self.entries if search_key(one.name) == sought] or self._having(word)
        return list({(one.name, *one.tell(None)): one for one in entries}.values()) if len(entries) > 1 else entries

    def _having(self, word: str) -> list[Entry]:
        """The entries with a word in their names."""
        sought = search_key(word.strip())
        return [one for one in self.entries if sought in search_key(one.name)]

    def tell(self, word: str, observation: Any) -> list[str]:
        """What is to be said of all that has a word in its name; of many, their names."""
        entries = self.find(word)
        if entries and all(one.reference.startswith(_GROUP_REFERENCE) for one in entries):
            alike = self._having(word)
            entries = alike if len(alike) <= _MOST_LISTED else entries
        if not entries:
            return [sayings.NO_SUCH_NAME.say(self._lang, name=word)]
        if len({one.name for one in entries}) > _MOST_LISTED:
            names = BETWEEN.join(dict.fromkeys(one.name for one in entries))
            return [sayings.MANY_NAMES.say(self._lang, names=names)]
        board = self._drawn(observation)
        in_play_first = sorted(entries, key=lambda entry: entry.name not in board)
        return [line for entry in in_play_first for line in entry.tell(observation)]

    def _drawn(self, observation: Any) -> str:
        """The board in words; empty where the game draws none."""
        if observation is None or self._game.draw_board is None:
            return ""
        return self._game.draw_board(observation, self._lang)

    def place_named(self, word: str) -> Place | None:
        """The place of that name, or the only one with it in its name."""
        places = {one.reference for one in self.find(word) if one.reference in self.places}
        return self.places[places.pop()] if len(places) == 1 else None

    def words_of(self, kind: str, word: str) -> str:
        """What one of the game's own words is called."""
        text = {} if self.layout is None else self.layout.words.get(kind, {})
        return getattr(text[word], self._lang) if word in text else word

    def contents(self, observation: Any, place: str) -> str:
        """What stands in a place, in words; empty where nothing does, or where that is not known."""
        if observation is None or self._game.draw_place is None:
            return ""
        return self._game.draw_place(observation, place, self._lang)

    def stands(self, observation: Any) -> str | None:
        """The place where the viewer's own figure stands, if it has one."""
        viewer = getattr(observation, "viewer", None)
        if viewer is None or self._game.draw_place is None:
            return None
        return next((id for id in self.places if viewer in _references(observation, self.places[id])), None)

    # -- entries

    def _components(self) -> Iterator[Entry]:
        for card in self._game.components(self._setting):
            name, text = card.name.say(self._lang), card.text.say(self._lang)
            values = f"{card.values.say(self._lang)}. " if card.values.en else ""
            kind = self.words_of("component", card.kind)
            if any(place.reference == card.id for place in self.places.values()):
                continue  # an entry of its own, with its ways
            line = f"{name} ({kind}): {values}{text or messages.NO_TEXT.say(self._lang)}"
            yield Entry(name, card.id, lambda _seen, line=line: [line])  # type: ignore[misc]

    def _groups(self) -> Iterator[Entry]:
        """The factions, traits and so on that are printed on cards, each with the cards that have it."""
        members: dict[tuple[str, str], dict[str, None]] = {}
        for component in self.layout.components if self.layout is not None else ():
            for printed in component.printed:
                if printed.id in _GROUPS:
                    values = printed.value if isinstance(printed.value, list) else [printed.value]
                    for value in values:
                        group = (getattr(printed.name, self._lang), self.words_of(_GROUPS[printed.id], str(value)))
                        members.setdefault(group, {})[getattr(component.name, self._lang)] = None
        for (kind, name), names in members.items():
            line = sayings.GROUP.say(self._lang, name=name, kind=kind, cards=BETWEEN.join(names))
            yield Entry(name, f"{_GROUP_REFERENCE}{kind}:{name}", lambda _seen, line=line: [line])  # type: ignore[misc]

    def _places(self) -> Iterator[Entry]:
        for place in self.places.values():
            name = getattr(place.name, self._lang)
            yield Entry(name, place.reference, lambda seen, one=place: self._tell_place(one, seen))  # type: ignore[misc]
        regions = [] if self.layout is None or self.layout.map is None else self.layout.map.regions
        for region in regions:
            inside = [getattr(one.name, self._lang) for one in self.places.values() if one.region == region.reference]
            name = getattr(region.name, self._lang)
            printed = self._printed(region.printed)
            line = sayings.REGION.say(self._lang, name=name, places=BETWEEN.join(inside)) + printed
            yield Entry(name, region.reference, lambda _seen, line=line: [line])  # type: ignore[misc]

    def _tell_place(self, place: Place, observation: Any) -> list[str]:
        """A place: what kind of place, what lies there, its neighbours, and the way from where one stands."""
        lang = self._lang
        kinds = [self.words_of("terrain", place.terrain)] if place.terrain else []
        kinds += [getattr(one.name, lang) for one in self._regions() if one.reference == place.region]
        head = f"{getattr(place.name, lang)} ({', '.join([sayings.PLACE.say(lang), *kinds])})"
        lines = [head + self._printed(place.printed)]
        if there := self.contents(observation, place.reference):
            lines.append(f"   {sayings.LIES_THERE.say(lang)}: {there}")
        if place.adjacent:
            ways = BETWEEN.join(self._way(way.to, way.kind, way.cost) for way in place.adjacent)
            lines.append(f"   {sayings.NEIGHBOURS.say(lang)}: {ways}")
        start = self.stands(observation)
        if start is not None and start != place.reference and (route := self.route(start, place.reference)):
            origin = getattr(self.places[start].name, lang)
            lines.append(f"   {sayings.ROUTE.say(lang, start=origin)}: {' → '.join(route)}")
        return lines

    def _way(self, to: str, kind: str, cost: int | None) -> str:
        """A way to a neighbour with its kind and what it costs."""
        marks = [self.words_of("way", kind)] if kind else []
        marks += [str(cost)] if cost is not None else []
        name = getattr(self.places[to].name, self._lang)
        return f"{name} ({' '.join(marks)})" if marks else name

    def route(self, start: str, end: str) -> list[str]:
        """The cheapest way from a place to another, each step in words; empty where there is none."""
        queue: list[tuple[int, str, tuple[str, ...]]] = [(0, start, ())]
        seen: set[str] = set()
        while queue:
            cost, at, way = heapq.heappop(queue)
            if at == end:
                return list(way)
            if at in seen:
                continue
            seen.add(at)
            for one in self.places[at].adjacent:
                step = self._way(one.to, one.kind, one.cost)
                heapq.heappush(queue, (cost + (one.cost or 1), one.to, (*way, step)))
        return []

    def _regions(self) -> Sequence[Any]:
        return [] if self.layout is None or self.layout.map is None else self.layout.map.regions

    def _printed(self, printed: Sequence[PrintedLayout]) -> str:
        """What is printed on a place or region."""
        parts = []
        for one in printed:
            name, value = getattr(one.name, self._lang), self._value(one)
            parts.append(value if value.startswith(name) else f"{name} {value}")
        return f": {', '.join(parts)}" if parts else ""

    def _value(self, printed: PrintedLayout) -> str:
        if printed.text is not None:
            return str(getattr(printed.text, self._lang))
        values = printed.value if isinstance(printed.value, list) else [printed.value]
        return ", ".join(self.called(value) if isinstance(value, str) else str(value) for value in values)

    def called(self, reference: str) -> str:
        """What a reference is called; the reference itself where nobody says."""
        return self._called.get(reference, reference)

    @cached_property
    def _called(self) -> dict[str, str]:
        if self.layout is None:
            return {}
        parts: list[Any] = [*self.layout.tracks, *self.layout.zones]
        named = {one.reference: getattr(one.title, self._lang) for one in parts}
        named |= {place.reference: getattr(place.name, self._lang) for place in self.places.values()}
        named |= {seat.reference: getattr(seat.name, self._lang) for seat in self.layout.seats}
        for component in self.layout.components:
            named |= dict.fromkeys(component.references, getattr(component.name, self._lang))
        return named

    def _tracks(self, tracks: Sequence[Track]) -> Iterator[Entry]:
        for track in tracks:
            name = getattr(track.title, self._lang)

            def tell(seen: Any, track: Track = track, name: str = name) -> list[str]:
                at = pointed(seen, track.position)
                steps = " ".join(f"[{getattr(one.title, self._lang)}]" for one in track.steps if one.value == at)
                where = steps or (str(at) if isinstance(at, int) else "")
                head = f"{name} ({sayings.TRACK.say(self._lang)})"
                return [f"{head}: {where}" if where else head]

            yield Entry(name, track.reference, tell)

    def _zones(self, zones: Sequence[Zone]) -> Iterator[Entry]:
        for zone in zones:
            name = getattr(zone.title, self._lang)

            def tell(seen: Any, zone: Zone = zone, name: str = name) -> list[str]:
                held = pointed(seen, zone.contents) if zone.contents else None
                count = pointed(seen, zone.count) if zone.count else None
                cards = [self.called(one) for one in held if isinstance(one, str)] if isinstance(held, list) else []
                parts = [BETWEEN.join(cards)] if cards else []
                parts += [sayings.CARDS.say(self._lang, n=count)] if isinstance(count, int) else []
                return [f"{name}: {'; '.join(parts)}" if parts else name]

            yield Entry(name, zone.reference, tell)

    def _terms(self) -> Iterator[Entry]:
        for term, meaning in self._game.glossary:
            name = term.say(self._lang)
            line = f"{name}: {meaning.say(self._lang)}"
            yield Entry(name, f"term:{term.en}", lambda _seen, line=line: [line])  # type: ignore[misc]


def pointed(observation: Any, pointer: str | None) -> Any:
    """What a JSON pointer finds in an observation; None where it finds nothing."""
    value = observation
    for part in (pointer or "").split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        elif isinstance(value, dict):
            value = value.get(part)
        else:
            value = getattr(value, part, None)
        if value is None:
            return None
    return value


def _references(observation: Any, place: Place) -> list[str]:
    """The references of whatever stands in a place."""
    there = pointed(observation, place.contents)
    fields = msgspec.to_builtins(there) if there is not None else {}
    lists = fields.values() if isinstance(fields, dict) else [fields]
    return [one for part in lists if isinstance(part, list) for one in part if isinstance(one, str)]
