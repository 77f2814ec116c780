"""The encounter set Wilderlands (cards 81-88)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.registry import Cue, flags, forced, revealed, shadow
from engine.games.lotr.rules.attacks import attack_at_once, current, defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import deal
from engine.games.lotr.rules.entering import return_to_staging
from engine.games.lotr.rules.in_play import characters, each_player
from engine.games.lotr.rules.progress import place_on_location, remove_progress
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState, InPlay


@shadow("wolf-rider")
def wolf_rider_shadow(s: GameState, card: int) -> Flow[None]:
    """Attacks out of the shadow card; after combat it goes on top of the encounter deck."""
    seat = defending_player(s)
    s.cards[current(s).enemy].turned.remove(card)
    s.riders.append(card)
    s.cards[card] = InPlay()
    yield from attack_at_once(s, card, seat)


flags("hill-troll", "excess damage is threat")
flags("goblin-sniper", "hides behind others")


@forced("goblin-sniper", "combat ends")
def goblin_sniper(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """From the staging area it costs each player a point of damage."""
    for seat in each_player(s):
        able = characters(s, seat)
        if able:
            target = yield from choose_card(s, seat, "damage", able)
            yield from deal(s, target, 1)


@forced("marsh-adder", "attacks")
def marsh_adder(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Threat with every attack."""
    raise_threat(s, cue.seat, 1)
    yield from ()


@forced("wargs", "attacked")
def wargs(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Back to the staging area if a shadow card was blank."""
    if current(s).blank_shadow and s.cards[card].seat >= 0:
        return_to_staging(s, card)
    yield from ()


@shadow("wargs")
def wargs_shadow(s: GameState, card: int) -> Flow[None]:
    """More attack."""
    current(s).bonus += 2 if undefended(s) else 1
    yield from ()


@revealed("despair")
def despair(s: GameState, card: int) -> Flow[None]:
    """Four progress are lost."""
    remove_progress(s, 4)
    yield from ()


@shadow("despair")
def despair_shadow(s: GameState, card: int) -> Flow[None]:
    """Defense does not count."""
    current(s).ignores_defense = True
    yield from ()


@forced("the-brown-lands", "travelled")
def the_brown_lands(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Progress on arrival."""
    yield from place_on_location(s, card, 1)


flags("the-east-bight", "must be travelled to")
