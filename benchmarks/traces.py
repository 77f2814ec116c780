"""`python -m benchmarks.traces`: how many dealt worlds name a card that their viewer could not know, outside the zones.

A state keeps notes of cards beside the zones where they lie: what somebody has looked at, what was used this round. A
world names a card if one of these notes has, in the match and in the world alike, a card that the viewer cannot place.
"""

import argparse
import random
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.game import Game
from engine.core.match import Match
from engine.core.registry import load
from engine.testing.secrets import values_of
from engine.testing.walk import Variant, points, random_record, viewers, world_for

NOTES: Mapping[str, frozenset[str]] = {
    "wotr": frozenset({"known_to_all"}),
    "lotr": frozenset({"known_to_all", "players.known_cards", "players.passes", "passes"}),
    "meq": frozenset({"known", "known_cards", "combat.face_up", "combat.enemy_cancelled"}),
    "bofa": frozenset({"known_cards"}),
}
"""By game: the fields outside the zones that have numbers of cards, those that the games once leaked included.

Left out are fields that are open to all: of wotr what was played or used this round, which every view shows, of meq
skills that were seen and what lay open when it was last shuffled, which pools keep apart."""
VARIANTS = {
    "wotr": Variant("trilogy", 4),
    "lotr": Variant("passage-through-mirkwood", 3),
    "meq": Variant("quest", 3),
    "bofa": Variant("battle", 2),
}
"""The setting in which each game is looked at."""


def named(match: Match, notes: frozenset[str]) -> set[tuple[str, int]]:
    """Every card in the notes of a state, with its place there."""
    zones = {id(zone) for zone in match.game.zones(match.state)}
    return {
        (place, value)
        for name in match.state.__struct_fields__
        for place, value in values_of(getattr(match.state, name), name, zones)
        if type(value) is int and not place.startswith("the ") and re.sub(r"\[[^]]*\]", "", place) in notes
    }


def traces(game: Game[Any], variant: Variant, notes: frozenset[str], seed: int) -> Iterator[bool]:
    """For worlds dealt at some points of a random match: whether each names a card that its viewer cannot place."""
    rng = random.Random(f"{game.id} {seed}")
    for match, _, _ in points(random_record(game, variant, seed), rng):
        true = named(match, notes)
        for viewer in viewers(match):
            hidden = {card for pool in game.unseen(match.state, viewer) for card in pool}
            traces = true & named(world_for(match, viewer, rng), notes)
            yield any(card in hidden for _, card in traces)


def count(game: Game[Any], variant: Variant, notes: frozenset[str], worlds: int, seed: int) -> tuple[int, int]:
    """How many worlds name a card, and how many were dealt."""
    naming = dealt = 0
    while dealt < worlds:
        for names_one in traces(game, variant, notes, seed):
            naming, dealt = naming + names_one, dealt + 1
        seed += 1
    return naming, dealt


def main() -> int:
    """Count and tell; 1 if any world names a card."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=NOTES, action="append", help="one game or several; all of them otherwise")
    parser.add_argument("--worlds", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    total = 0
    for id in arguments.game or NOTES:
        naming, dealt = count(load(id), VARIANTS[id], NOTES[id], arguments.worlds, arguments.seed)
        total += naming
        print(f"{id}: {naming} of {dealt} worlds name a card that the viewer cannot know", flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
