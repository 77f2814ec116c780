"""A match as arrays: a fixed space of actions with masks, and what a seat sees as a vector.

Options and what is seen have no fixed number, so both are hashed: an option of a kind of decision has its slot in the
space of actions, and a key its place in the vector, the same in every match and on every machine.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeAlias
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.bots.perspective import Perspective
from engine.core.chance import SEED_BYTES
from engine.core.features import Key
from engine.core.flow import Decision, Option
from engine.core.game import Game, Setting
from engine.core.match import Match

Observation: TypeAlias = dict[str, NDArray[Any]]
"""`observation`, the vector, and `action_mask`, with 1 for each action that is allowed."""
Observes: TypeAlias = Literal["features", "view"]

WAIT = 0
"""The action of a seat that has nothing to decide. Those of options follow it."""
ACTIONS = 4096
LENGTH = 1024
_MOST_SLOTS = 65_536
"""Options whose first slot is remembered."""


class IllegalAction(ValueError):
    """An action that the mask does not allow."""


class Encoding:
    """How the matches of one setting are told in arrays."""

    def __init__(
        self,
        game: Game[Any],
        setting: Setting,
        *,
        actions: int = ACTIONS,
        length: int = LENGTH,
        observes: Observes = "features",
    ) -> None:
        if observes not in ("features", "view"):
            raise ValueError(f"a seat observes its 'features' or its 'view', not {observes!r}")
        self.game, self.setting = game, setting
        self.actions, self.length, self.observes = actions, length, observes
        self._lexicon = game.lexicon(setting)
        self._first_slot = lru_cache(_MOST_SLOTS)(self._hash_option)

    @property
    def agents(self) -> list[str]:
        """The seats by name, in their order."""
        return [self._lexicon.seat(seat) for seat in range(self.setting.seats)]

    def new_match(self, rng: random.Random) -> Match:
        """A match of a deal of its own."""
        return self.game.begin(self.setting, rng.randbytes(SEED_BYTES))

    def slots(self, decision: Decision) -> dict[int, int]:
        """By allowed action: the index of its option. Of two options in one slot the later has the next free one."""
        options = decision.options
        if len(options) >= self.actions:
            raise ValueError(f"a decision has {len(options)} options; a space of {self.actions} actions is too small")
        taken: dict[int, int] = {}
        for index, option in enumerate(options):
            slot = self._first_slot(decision.kind, option)
            while slot in taken:
                slot = slot % (self.actions - 1) + 1
            taken[slot] = index
        return taken

    def index(self, seat: int, decision: Decision | None, action: int) -> int:
        """The index of the option that an action of a seat stands for. Raises IllegalAction."""
        slots = {} if decision is None else self.slots(decision)
        if action not in slots:
            allowed = ", ".join(map(str, sorted(slots))) or str(WAIT)
            raise IllegalAction(f"action {action} is not one of {self.agents[seat]}; allowed: {allowed}")
        return slots[action]

    def action(self, decision: Decision, index: int) -> int:
        """The action that stands for an option, to learn from who chose it."""
        return next(action for action, one in self.slots(decision).items() if one == index)

    def observe(self, match: Match, seat: int) -> Observation:
        """What a seat sees and may do; it may wait where it has nothing to decide."""
        if match.decision(seat) is not None:
            return self.look(Perspective(match, seat))
        keys = _keys_of_view(match.observation(seat)) if self.observes == "view" else ()
        return {"observation": self._vector(keys), "action_mask": self._mask([WAIT])}

    def look(self, view: Perspective) -> Observation:
        """What a seat sees and may do that has a decision."""
        slots = self.slots(view.decision)
        keys = _keys_of_view(view.observation()) if self.observes == "view" else _keys_of_features(view, slots)
        return {"observation": self._vector(keys), "action_mask": self._mask(list(slots))}

    def view(self, match: Match, seat: int) -> Any:
        """What a seat sees as plain data: the game's own view, whose JSON Schema is published with it."""
        return msgspec.to_builtins(match.observation(seat))

    def blank(self) -> NDArray[np.float32]:
        """A vector that says nothing."""
        return np.zeros(self.length, dtype=np.float32)

    def returns(self, match: Match) -> list[float]:
        """For each seat 1 if it has won, -1 if it has lost; 0 before the end, and where no side beat another."""
        outcome = match.outcome
        is_won_together = len({role.side for role in self.setting.roles}) == 1
        if outcome is None or not (outcome.winners or is_won_together):
            return [0.0] * match.seats
        return [1.0 if seat in outcome.winners else -1.0 for seat in range(match.seats)]

    def _mask(self, allowed: list[int]) -> NDArray[np.int8]:
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[allowed] = 1
        return mask

    def _vector(self, keys: Iterable[tuple[Key, float]]) -> NDArray[np.float32]:
        vector = self.blank()
        for key, value in keys:
            vector[crc32(_text(key)) % self.length] += value
        return vector

    def _hash_option(self, kind: str, option: Option) -> int:
        phrase = self._lexicon.option(option)
        return crc32(_text((kind, phrase.verb, *map(str, phrase.data)))) % (self.actions - 1) + 1


def _text(key: Key) -> bytes:
    return " ".join(map(str, key)).encode()


def _keys_of_features(view: Perspective, slots: Mapping[int, int]) -> Iterator[tuple[Key, float]]:
    """What the game tells bots of a decision, and how far the match is."""
    yield ("milestones",), float(view.milestones)
    yield ("decision", view.decision.kind), 1.0
    features = view.features()
    for key in features.situation:
        yield ("when", *key), 1.0
    if features.options:
        for action, index in slots.items():
            for key in features.options[index]:
                yield ("with", action, *key), 1.0


def _keys_of_view(observation: Any) -> Iterator[tuple[Key, float]]:
    """Every value of the game's view under its path; places in lists count for nothing."""
    return _leaves((), msgspec.to_builtins(observation))


def _leaves(path: Key, node: Any) -> Iterator[tuple[Key, float]]:
    if isinstance(node, dict):
        for name, value in node.items():
            yield from _leaves((*path, name), value)
    elif isinstance(node, list):
        for value in node:
            yield from _leaves(path, value)
    elif isinstance(node, int | float) and not isinstance(node, bool):
        yield path, float(node)
    else:
        yield (*path, str(node)), 1.0
