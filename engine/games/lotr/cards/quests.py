"""The quest stages of the three scenarios (cards 119-128)."""

from engine.core.chance import below
from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import disclose
from engine.games.lotr.cards.registry import Cue, flags, forced, response, revealed, setup, stage
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.choosing import choose_card, first_copies
from engine.games.lotr.rules.damage import deal
from engine.games.lotr.rules.dol_guldur import claimed, orc_guards
from engine.games.lotr.rules.drawing import shuffle_encounter_deck
from engine.games.lotr.rules.entering import enter_staging
from engine.games.lotr.rules.in_play import copies_in_play, each_player, enemies_in_play, order
from engine.games.lotr.rules.responses import force
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import win

OBJECTIVES = ("gandalfs-map", "dungeon-torch", "shadow-key")


def _find(s: GameState, id: str) -> int:
    """A card of that kind in the encounter deck, taken out of it; -1 if there is none."""
    for card in s.encounter_deck:
        if KIND[card].id == id:
            s.encounter_deck.remove(card)
            return card
    return -1


def _add(s: GameState, id: str) -> None:
    """Search the encounter deck for a card and add it to the staging area."""
    card = _find(s, id)
    if card >= 0:
        enter_staging(s, card)
        tell(s, "added", (card,))


@setup("flies-and-spiders")
def flies_and_spiders(s: GameState) -> Flow[None]:
    """A Forest Spider and the Old Forest Road await the players."""
    _add(s, "forest-spider")
    _add(s, "old-forest-road")
    shuffle_encounter_deck(s)
    yield from ()


@forced("a-fork-in-the-road", "stage defeated")
def a_fork_in_the_road(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """One of two paths, at random."""
    s.removed.append(s.quest_deck.pop(below(s, len(s.quest_deck))))
    yield from ()


def _spiders(s: GameState) -> list[int]:
    """One of each Spider in the encounter deck and discard pile, in an order that tells nothing of the deck's."""
    found = [card for card in s.encounter_deck + s.encounter_discard if "Spider" in KIND[card].traits]
    return first_copies(sorted(found))


@revealed("dont-leave-the-path")
def dont_leave_the_path(s: GameState, card: int) -> Flow[None]:
    """Each player brings a Spider into the staging area."""
    disclose(s)  # the choice tells which Spiders the deck holds
    for seat in each_player(s):
        able = _spiders(s)
        if able:
            spider = yield from choose_card(s, seat, "add spider", able)
            (s.encounter_deck if spider in s.encounter_deck else s.encounter_discard).remove(spider)
            enter_staging(s, spider)
            tell(s, "added", (spider,))
    shuffle_encounter_deck(s)


@forced("dont-leave-the-path", "enemy defeated", effect="constant")
def spawn_defeated(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Ungoliant's Spawn must be found and defeated."""
    if KIND[cue.card].id == "ungoliants-spawn":
        win(s)
    yield from ()


stage("beorns-path", blocked=lambda s: bool(copies_in_play(s, "ungoliants-spawn")))


@setup("the-necromancers-tower")
def the_necromancers_tower(s: GameState) -> Flow[None]:
    """Three guarded objectives; the Nazgûl waits outside the game."""
    for id in OBJECTIVES:
        _add(s, id)
    s.aside.append(_find(s, "nazgul-of-dol-guldur"))
    shuffle_encounter_deck(s)
    for objective in list(s.staging):
        yield from reveal(s, objective)


@revealed("the-necromancers-tower")
def prisoner_taken(s: GameState, card: int) -> Flow[None]:
    """A random hero is held prisoner."""
    heroes = [hero for seat in order(s) for hero in s.players[seat].heroes]
    s.prisoner = heroes[below(s, len(heroes))]
    s.cards[s.prisoner].facedown = True
    tell(s, "prisoner", (s.prisoner,))
    yield from ()


flags("the-necromancers-tower", "one ally each round")
stage("the-necromancers-tower", blocked=lambda s: claimed(s) == 0)

flags("through-the-caverns", "one ally each round")
stage("through-the-caverns", blocked=lambda s: not s.rescued or claimed(s) < len(OBJECTIVES))


@response("through-the-caverns", "progress", lambda s, seat, card, cue: cue.card == card and s.prisoner >= 0)
def prisoner_rescued(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """The prisoner is free, with a wound."""
    hero, s.prisoner = s.prisoner, -1
    s.rescued = True
    s.cards[hero].facedown = False
    tell(s, "rescued", (hero,))
    yield from deal(s, hero, 1)
    for waiting in list(s.aside):
        yield from force(s, "rescued", waiting, Cue(waiting))


@forced("out-of-the-dungeons", "quest begins")
def out_of_the_dungeons(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """More Orc Guards every round."""
    yield from orc_guards(s)


stage("out-of-the-dungeons", blocked=lambda s: bool(copies_in_play(s, "nazgul-of-dol-guldur")))


@setup("to-the-river")
def to_the_river(s: GameState) -> Flow[None]:
    """Each player reveals a card."""
    for _ in each_player(s):
        yield from reveal(s)


@revealed("to-the-river")
def hill_troll_appears(s: GameState, card: int) -> Flow[None]:
    """A Hill Troll bars the way."""
    if not copies_in_play(s, "hill-troll"):
        _add(s, "hill-troll")
        shuffle_encounter_deck(s)
    yield from ()


stage("to-the-river", blocked=lambda s: bool(copies_in_play(s, "hill-troll")))

flags("anduin-passage", "one more card", "no engagement checks")


@revealed("ambush-on-the-shore")
def ambush_on_the_shore(s: GameState, card: int) -> Flow[None]:
    """Two cards for each player."""
    for _ in each_player(s):
        yield from reveal(s)
        yield from reveal(s)


flags("ambush-on-the-shore", "no staging")
stage("ambush-on-the-shore", won=lambda s: not enemies_in_play(s))
