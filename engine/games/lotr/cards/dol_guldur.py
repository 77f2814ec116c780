"""The encounter set Escape from Dol Guldur (cards 101-110)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.registry import Cue, action, flags, forced, revealed, shadow
from engine.games.lotr.rules.attachments import attach, discard_all_attachments, discard_one_attachment
from engine.games.lotr.rules.attacks import current, defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import deal, discard_from_play
from engine.games.lotr.rules.dol_guldur import orc_guards
from engine.games.lotr.rules.drawing import shuffle_encounter_deck
from engine.games.lotr.rules.entering import enter_staging
from engine.games.lotr.rules.in_play import characters, heroes, is_guarded, of_type, players_left
from engine.games.lotr.rules.leaving import lift
from engine.games.lotr.rules.progress import check_quest
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState

CLAIM = 2
"""Threat that claiming an objective costs."""


@forced("dungeon-jailor", "quest failed")
def dungeon_jailor(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """An unclaimed objective goes back into the encounter deck."""
    unclaimed = of_type(s.staging, "objective")
    if unclaimed and card in s.staging:
        lost = yield from choose_card(s, s.first, "lose objective", unclaimed)
        lift(s, lost)
        for state in s.cards.values():
            if state.guards == lost:
                state.guards = -1
        s.encounter_deck.append(lost)
        tell(s, "shuffled away", (lost,))
        shuffle_encounter_deck(s)


flags("nazgul-of-dol-guldur", "bears no attachments")


@forced("nazgul-of-dol-guldur", "rescued")
def nazgul_appears(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Comes into the staging area."""
    s.aside.remove(card)
    enter_staging(s, card)
    tell(s, "added", (card,))
    yield from ()


@forced("nazgul-of-dol-guldur", "shadow resolved")
def nazgul_of_dol_guldur(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """The engaged player discards a character after a shadow effect."""
    able = characters(s, cue.seat)
    if able:
        lost = yield from choose_card(s, cue.seat, "discard character", able)
        yield from discard_from_play(s, lost)


@shadow("cavern-guardian")
def cavern_guardian_shadow(s: GameState, card: int) -> Flow[None]:
    """An attachment is lost, or all of them; objectives return to the staging area."""
    if undefended(s):
        yield from discard_all_attachments(s, current(s).seat)
    else:
        yield from discard_one_attachment(s, defending_player(s))


@revealed("under-the-shadow")
def under_the_shadow(s: GameState, card: int) -> Flow[None]:
    """Threat for the staging area as a whole."""
    s.staging_threat += players_left(s)
    yield from ()


@shadow("under-the-shadow")
def under_the_shadow_shadow(s: GameState, card: int) -> Flow[None]:
    """Threat for each engaged enemy."""
    seat = defending_player(s)
    raise_threat(s, seat, len(s.players[seat].engaged))
    yield from ()


flags("iron-shackles", "condition", effect="revealed")


def _shackle(s: GameState, card: int) -> None:
    s.players[s.first].shackles.append(card)
    tell(s, "shackled", (s.first, card))


@revealed("iron-shackles")
def iron_shackles(s: GameState, card: int) -> Flow[None]:
    """Attach to the first player's deck."""
    s.resolving.remove(card)
    _shackle(s, card)
    yield from ()


@shadow("iron-shackles")
def iron_shackles_shadow(s: GameState, card: int) -> Flow[None]:
    """The same."""
    s.cards[current(s).enemy].turned.remove(card)
    _shackle(s, card)
    yield from ()


@forced("tower-gate", "travelled")
def tower_gate(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Orc Guards for everybody."""
    yield from orc_guards(s)


def _can_claim(s: GameState, seat: int, card: int) -> bool:
    return card in s.staging and not is_guarded(s, card) and bool(heroes(s, seat))


@action("gandalfs-map", _can_claim, anyone=True)
@action("dungeon-torch", _can_claim, anyone=True)
@action("shadow-key", _can_claim, anyone=True)
def claim(s: GameState, seat: int, card: int) -> Flow[None]:
    """Take an unguarded objective for threat and attach it to a hero."""
    raise_threat(s, seat, CLAIM)
    if s.players[seat].out:
        return
    hero = yield from choose_card(s, seat, "claim for", heroes(s, seat))
    lift(s, card)
    tell(s, "claimed", (seat, card))
    yield from attach(s, seat, card, hero)
    yield from check_quest(s)


flags("gandalfs-map", "cannot fight")


@forced("dungeon-torch", "round ends")
def dungeon_torch(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Threat for its bearer's controller."""
    if cue.seat >= 0:
        raise_threat(s, cue.seat, 2)
    yield from ()


@forced("shadow-key", "round ends")
def shadow_key(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Damage to its bearer."""
    if s.cards[card].host >= 0:
        yield from deal(s, s.cards[card].host, 1)
