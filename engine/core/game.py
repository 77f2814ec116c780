"""What a game must provide to be played: its `Game`, with scenarios, options, steps and views."""

import random
from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from engine.core.chance import SEED_BYTES
from engine.core.errors import BadOption, BadSeats, BadSeed, RulesChanged, UnknownScenario
from engine.core.events import Event
from engine.core.features import NO_FEATURES, Features
from engine.core.flow import Decision, Flow, Option, as_flow
from engine.core.layout import Layout
from engine.core.state import Outcome, State
from engine.core.view import View
from engine.core.vocabulary import SEAT, Lexicon, References, Vocabulary, seat_references
from engine.core.words import Lang, Words

if TYPE_CHECKING:
    from engine.core.match import Match

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Role:
    """A seat as the game knows it: who sits there and for which side."""

    id: str
    name: Words
    side: str


@dataclass(frozen=True)
class GameOption:
    """A switch of the setting. `allowed` lists its values, or is a check that raises ValueError with the reason."""

    name: str
    default: Any
    allowed: tuple[Any, ...] | Callable[[Any], None]
    about: Words
    normalise: Callable[[Any], Any] | None = None
    """Turns an allowed value into the form that the match and its record keep."""
    needs: tuple[str, Any] | None = None
    """Another option and the value it must have; without it, only the default of this one is allowed."""

    def check(self, value: Any) -> None:
        """Raise `BadOption` unless the value is allowed."""
        if callable(self.allowed):
            try:
                self.allowed(value)
            except ValueError as fault:
                raise BadOption(f"option {self.name}: {fault}") from None
        elif not any(value == one and type(value) is type(one) for one in self.allowed):
            choices = ", ".join(repr(one) for one in self.allowed)
            raise BadOption(f"option {self.name} is {value!r}; allowed: {choices}")

    def check_beside(self, values: Mapping[str, Any]) -> None:
        """Raise `BadOption` if the value goes only with one of another option."""
        value = values[self.name]
        if self.needs is not None and value != self.default and values[self.needs[0]] != self.needs[1]:
            raise BadOption(f"option {self.name} is {value!r}; that goes only with {self.needs[0]} {self.needs[1]!r}")


@dataclass(frozen=True)
class Scenario:
    """One way to set the game up. `roles` gives, for the chosen options, the seats per number of seats."""

    id: str
    title: Words
    roles: Callable[[Mapping[str, Any]], Mapping[int, tuple[Role, ...]]]
    options: tuple[GameOption, ...] = ()


@dataclass(frozen=True)
class Printed:
    """A value or an icon that is printed on a component."""

    id: str
    name: Words
    value: int | str | tuple[int | str, ...]
    said: Words | None = None
    """The value in words, where it is a word of the game."""


@dataclass(frozen=True)
class Component:
    """A card or token as the component list shows it."""

    id: str
    name: Words
    kind: str
    copies: int
    text: Words = Words("")
    implemented: bool = True
    numbers: tuple[int, ...] = ()
    """The ids of its copies, as options and observations name them."""
    values: Words = Words("")
    """What is printed beside the text: costs, strengths, icons; empty where the text says it all."""
    printed: tuple[Printed, ...] = ()
    """These values and icons one by one, for frontends that draw them."""


@dataclass(frozen=True)
class Setting:
    """What a match is set up from: the scenario, the roles in seat order and every option with its value."""

    scenario: str
    roles: tuple[Role, ...]
    options: Mapping[str, Any]

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.roles)

    @cached_property
    def key(self) -> bytes:
        """Equal for settings that are the same."""
        return msgspec.json.encode([self.scenario, [role.id for role in self.roles], self.options], order="sorted")


_KERNEL_REASONS = {
    "conceded": Words("a side conceded", "jedna ze stron się poddała"),
    "abandoned": Words("nobody came to play", "nikt nie przyszedł grać"),
    "annulled": Words("the match was annulled", "partia została unieważniona"),
}


def _no_pools(_s: Any, _seat: int | None) -> list[list[int]]:
    return []


def _nothing_withheld(_s: Any, _seat: int | None) -> None:
    pass


def _always(_s: Any) -> bool:
    return True


def _none_barred(_s: Any) -> list[tuple[list[int], frozenset[int]]]:
    return []


def _even(_s: Any, _seat: int) -> float:
    return 0.0


def _none_passed(_s: Any) -> int:
    return 0


def _no_features(_s: Any, _seat: int, _decision: Decision) -> Features:
    return NO_FEATURES


def _seats_alone(setting: Setting) -> References:
    return {SEAT: seat_references(role.id for role in setting.roles)}


def _no_purpose(_s: Any, _cause: Option, _lang: Lang) -> str:
    return ""


_MOST_LEXICONS = 256
"""Settings of one game whose lexicons are remembered."""


@dataclass(frozen=True)
class Habits(Generic[S]):
    """A simple policy of sound habits, for bots that look further than one choice ahead."""

    choose: Callable[[S, Decision], Option]
    doubt: float = 0.0
    """By how much another choice must look better before a bot breaks the habit."""


@dataclass(frozen=True)
class Terms(Generic[S]):
    """What a position at a milestone is made of for a seat's side, by name: what a learned evaluation adds up."""

    count: Callable[[S, int], Mapping[str, float]]
    """How much of each term there is."""
    words: Mapping[str, Words]
    """What one of each is, for people who learn from what it weighs."""


@dataclass(frozen=True)
class Packs:
    """Folders of components that a game can be played with instead of its own."""

    faults: Callable[[Path], Sequence[object]]
    """Every fault of a folder, with file and line."""
    load: Callable[[str], str]
    """Reads a folder, so that matches of this process may be played with it; the value of the option `pack`."""
    write: Callable[[Path], None]
    """Writes a copy of the game's own components, with comments, to a folder that is new or empty."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game as it registers with the engine. Every function takes the state first."""

    id: str
    title: Words
    rules_version: int
    scenarios: tuple[Scenario, ...]
    options: tuple[GameOption, ...] = ()
    """Options that every scenario has; a scenario may add its own."""
    state: type[S]
    new_state: Callable[[Setting], S]
    """The state before anything random: `s.step` names the first step."""
    steps: Mapping[str, Callable[[S], Flow[None] | None]]
    """The rules, step by step; one that asks nobody may be a plain function."""
    flows: Mapping[str, Callable[[S], Flow[None]]] = field(init=False, repr=False)
    """The steps as flows, as the kernel runs them."""
    observe: Callable[[S, int | None], View | dict[str, Any]]
    """What a seat, or a spectator (None), may see: a `View` of the game's own type, or plain data ready for JSON."""
    sight: Callable[[S, int | None], Any] | None = None
    """What a seat sees, without names, by which worlds are compared: equal for two states where what `observe` gives
    is equal. Without it they are compared by `observe`, which may cost searches much of their time."""
    view: type[View] | None = None
    """The type of what `observe` gives; None while a game's observations are plain data."""
    vocabulary: Vocabulary | None = None
    """Every verb of its options, events and causes with named arguments."""
    references: Callable[[Setting], References] = _seats_alone
    """How ints are named on the way out, by kind of argument."""
    layout: Callable[[Setting], Layout] | None = None
    """What a board of a setting is drawn from, beside observations."""
    describe: Callable[[S, Option, Lang], str]
    prompt: Callable[[S, Decision, Lang], str]
    narrate: Callable[[S, Event, Lang], str]
    purpose: Callable[[S, Option, Lang], str] = _no_purpose
    """What a decision is for, given its cause, in words that go before its prompt; empty where it stands for itself."""
    explain: Callable[[S, Outcome, Lang], str] | None = None
    """An outcome that the rules or a concession brought about, in words and numbers; without it, its reason alone."""
    scores: Callable[[S], dict[str, int]]
    """The score of each side as the position stands; what a match that is conceded ends with."""
    reasons: Mapping[str, Words]
    """Why a match may end, by the reason its outcome names."""
    zones: Callable[[S], Iterable[list[int]]]
    """Every list that holds component ids: each component stands in exactly one of them, once."""
    unseen: Callable[[S, int | None], Sequence[Sequence[int]]] = _no_pools
    """Pools of component ids the seat cannot place; within a pool they may change places."""
    withhold: Callable[[S, int | None], None] = _nothing_withheld
    """Clears what the state keeps of things a seat cannot know, beside the places of components: what other players
    have looked at. Called on a copy of the state that is about to be dealt anew for the seat."""
    barred: Callable[[S], Sequence[tuple[Sequence[int], Container[int]]]] = _none_barred
    """Zones with the components that the rules never let lie there."""
    plausible: Callable[[S], bool] = _always
    """A veto for other deals that cannot have come about."""
    components: Callable[[Setting], Sequence[Component]]
    """Every card and token that a match of a setting is played with."""
    evaluate: Callable[[S, int], float] = _even
    """How good a position looks for a seat; for bots, never for rules."""
    milestones: Callable[[S], int] = _none_passed
    """How many milestones a position has passed: points at which positions compare, such as the ends of rounds."""
    terms: Terms[S] | None = None
    """What learned evaluations add up; without it positions are judged by `evaluate` alone."""
    habits: Habits[S] | None = None
    """A simple policy; with it greedy judges at the next milestone, not at once, and horizon plays on by it."""
    features: Callable[[S, int, Decision], Features] = _no_features
    """What bots weigh at a decision, by name; from public data and what the seat itself may see, never more."""
    feature_version: int = 0
    """Goes up whenever `features`, `milestones` or `terms` change: what was learned before means something else."""
    weights: Path | None = None
    """The folder of learned weights, a file for each scenario, as `westmarch train` writes them."""
    draw_board: Callable[[Any, Lang], str] | None = None
    """An observation as text for a terminal, if the game draws its own."""
    draw_place: Callable[[Any, str, Lang], str] | None = None
    """What stands in a place of the map, by its reference, as an observation has it; empty where nothing does."""
    legend: Words = Words("")
    """How its short signs are read, if there are any."""
    summary: Words = Words("")
    """The course of play and how one wins, in a few lines, for who knows the board game but not by heart."""
    glossary: Sequence[tuple[Words, Words]] = ()
    """Terms of the game that boards, options and events use, each with what it means."""
    windows: frozenset[str] = frozenset()
    """Kinds of decisions that are asked again and again whether something happened or not: windows of actions."""
    forced: frozenset[str] = frozenset()
    """Kinds of decisions by which a seat loses something, or something is done to it. Where one of them has but one
    option nobody is asked, and the seat is told that it had no choice; of other kinds the events say enough."""
    packs: Packs | None = None
    """How other components are read, if the game can be played with them."""
    _by_id: dict[str, Scenario] = field(init=False, repr=False, default_factory=dict)
    _kinds: dict[str, dict[int, str]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._by_id.update((one.id, one) for one in self.scenarios)
        object.__setattr__(self, "flows", {name: as_flow(step) for name, step in self.steps.items()})

    @cached_property
    def decode(self) -> Callable[[bytes], S]:
        """Reads a state back from its bytes."""
        return msgspec.msgpack.Decoder(self.state).decode

    def kinds(self, setting: Setting) -> dict[int, str]:
        """The id of the kind that each component is a copy of, for those that `components` lists with their numbers."""
        key = f"{setting.scenario} {setting.options}"
        if key not in self._kinds:
            components = self.components(setting)
            self._kinds[key] = {number: component.id for component in components for number in component.numbers}
        return self._kinds[key]

    @cached_property
    def lexicon(self) -> Callable[[Setting], Lexicon]:
        """The lexicon of a setting: how its options and events are named on the way out."""
        lexicons: OrderedDict[bytes, Lexicon] = OrderedDict()

        def lexicon(setting: Setting) -> Lexicon:
            if (entry := lexicons.get(setting.key)) is None:
                entry = lexicons[setting.key] = Lexicon(self.vocabulary, self.references(setting))
                if len(lexicons) > _MOST_LEXICONS:
                    lexicons.popitem(last=False)
            return entry

        return lexicon

    @cached_property
    def read_observation(self) -> Callable[[bytes | str], Any]:
        """Reads an observation back from JSON: a view of the game's own type, strictly, or plain data."""
        return msgspec.json.Decoder(Any if self.view is None else self.view).decode

    def scenario(self, id: str) -> Scenario:
        """The scenario of that id."""
        try:
            return self._by_id[id]
        except (KeyError, TypeError):
            names = ", ".join(self._by_id)
            raise UnknownScenario(f"{self.id} has no scenario {id!r}; it has: {names}") from None

    def check_rules(self, version: int, what: str) -> None:
        """Refuse what was made under other rules."""
        if version != self.rules_version:
            raise RulesChanged(
                f"the {what} was made under {self.id} rules {version}; this engine plays rules {self.rules_version}"
            )

    def reason(self, outcome: Outcome, lang: Lang) -> str:
        """Why a match ended, in words; a reason of rules that this process does not know stands for itself."""
        words = {**_KERNEL_REASONS, **self.reasons}.get(outcome.reason)
        return outcome.reason if words is None else words.say(lang)

    def options_of(self, scenario: str) -> tuple[GameOption, ...]:
        """Every option a scenario can be played with."""
        return self.options + self.scenario(scenario).options

    def setting(
        self, scenario: str | None = None, seats: int | None = None, options: Mapping[str, Any] | None = None
    ) -> Setting:
        """Check the arguments of a match and fill in the defaults."""
        chosen = self.scenarios[0] if scenario is None else self.scenario(scenario)
        allowed = {one.name: one for one in self.options_of(chosen.id)}
        arguments = options or {}
        for name in arguments:
            if name not in allowed:
                names = ", ".join(allowed) or "none"
                raise BadOption(f"{self.id} {chosen.id} has no option {name!r}; it has: {names}")
        values = {}
        for name, option in allowed.items():
            value = arguments.get(name, option.default)
            option.check(value)
            values[name] = value if option.normalise is None else option.normalise(value)
        for option in allowed.values():
            option.check_beside(values)
        roles = chosen.roles(values)
        if seats is None:
            seats = max(roles)
        if seats not in roles:
            counts = ", ".join(str(n) for n in roles)
            word = "seat" if seats == 1 else "seats"
            otherwise = _ways_to_seat(seats, chosen, values, allowed.values())
            raise BadSeats(
                f"{self.id} {chosen.id} cannot be played with {seats!r} {word}; allowed: {counts}{otherwise}"
            )
        return Setting(chosen.id, roles[seats], values)

    def new_match(
        self,
        scenario: str | None = None,
        seats: int | None = None,
        seed: bytes | int | None = None,
        **options: Any,
    ) -> "Match":
        """A match at its first decision. Without a seed, a secret one is drawn from the system."""
        return self.begin(self.setting(scenario, seats, options), seed)

    def begin(self, setting: Setting, seed: bytes | int | None = None) -> "Match":
        """A match of a setting that has been checked."""
        from engine.core.match import Match

        return Match.new(self, setting, as_seed(seed))


def _ways_to_seat(seats: int, scenario: Scenario, values: Mapping[str, Any], options: Iterable[GameOption]) -> str:
    """Which other choice of one option would seat so many."""
    for option in options:
        for value in () if callable(option.allowed) else option.allowed:
            if seats in scenario.roles({**values, option.name: value}):
                return f", and {seats} with {option.name} {value}"
    return ""


def as_seed(seed: bytes | int | None) -> bytes:
    """Sixteen bytes of seed; a whole number stands for itself, for tests and benchmarks."""
    if seed is None:
        return random.SystemRandom().randbytes(SEED_BYTES)
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 8 * SEED_BYTES:
        return seed.to_bytes(SEED_BYTES, "big")
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    raise BadSeed(f"a seed is {SEED_BYTES} bytes or a whole number below 2**{8 * SEED_BYTES}, not {seed!r}")
