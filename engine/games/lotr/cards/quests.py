"""The quest stages of the three scenarios (cards 119-128)."""

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import disclose
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, forced, response, revealed, setup, undefeatable, wins
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.choosing import choose_card, first_copies
from engine.games.lotr.rules.damage import deal_damage
from engine.games.lotr.rules.dol_guldur import claimed_objectives, place_orc_guards
from engine.games.lotr.rules.encounter_deck import shuffle_encounter_deck
from engine.games.lotr.rules.entering import add_to_staging
from engine.games.lotr.rules.in_play import copies_in_play, each_player, enemies_in_play, player_order, players_left
from engine.games.lotr.rules.responses import force
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import win

OBJECTIVES = ("gandalfs-map", "dungeon-torch", "shadow-key")


def _take_from_deck(s: GameState, id: str) -> int:
    """A card of that kind in the encounter deck, taken out of it; -1 if there is none."""
    for card in s.encounter_deck:
        if ENTRIES[card].id == id:
            s.encounter_deck.remove(card)
            return card
    return -1


def _add_from_deck(s: GameState, id: str) -> None:
    """Search the encounter deck for a card and add it to the staging area."""
    card = _take_from_deck(s, id)
    if card >= 0:
        add_to_staging(s, card)


class FliesAndSpiders(Card, id="flies-and-spiders"):
    """Setup: a Forest Spider and the Old Forest Road come from the encounter deck into the staging area."""

    @setup
    def prepare(self, s: GameState) -> None:
        _add_from_deck(s, "forest-spider")
        _add_from_deck(s, "old-forest-road")
        shuffle_encounter_deck(s)


class AForkInTheRoad(Card, id="a-fork-in-the-road"):
    """Forced: when this stage is defeated, go to one of the two A Chosen Path stages at random."""

    @forced("stage-defeated")
    def choose_path(self, s: GameState, card: int, cue: Cue) -> None:
        stage = pick(s, s.quest_deck, "stages")
        s.quest_deck.remove(stage)
        s.removed.append(stage)


class DontLeaveThePath(Card, id="dont-leave-the-path"):
    """When revealed: each player adds a Spider from the encounter deck or discard pile to the staging area. The players
    win by defeating Ungoliant's Spawn."""

    def _spiders(self, s: GameState) -> list[int]:
        """One of each Spider in the encounter deck and discard pile, in an order that tells nothing of the deck's."""
        spiders = [card for card in s.encounter_deck + s.encounter_discard if "Spider" in ENTRIES[card].traits]
        return first_copies(sorted(spiders))

    @revealed
    def add_spiders(self, s: GameState, card: int) -> Flow[None]:
        disclose(s)  # the choice tells which Spiders the deck holds
        for seat in each_player(s):
            able = self._spiders(s)
            if able:
                spider = yield from choose_card(s, seat, "add-spider", able)
                (s.encounter_deck if spider in s.encounter_deck else s.encounter_discard).remove(spider)
                add_to_staging(s, spider)
        shuffle_encounter_deck(s)

    @forced("enemy-defeated", effect="constant")
    def defeat_spawn(self, s: GameState, card: int, cue: Cue) -> None:
        if ENTRIES[cue.card].id == "ungoliants-spawn":
            win(s)


class BeornsPath(Card, id="beorns-path"):
    """Cannot be defeated while Ungoliant's Spawn is in play."""

    @undefeatable
    def spawn_lives(self, s: GameState) -> bool:
        return bool(copies_in_play(s, "ungoliants-spawn"))


class TheNecromancersTower(Card, id="the-necromancers-tower"):
    """Setup: the three objectives come into the staging area, each guarded by an encounter card; the Nazgûl is set
    aside. When revealed: a random hero becomes the prisoner. The group plays only one ally each round. Cannot be
    defeated without an objective."""

    one_ally_each_round = True

    @setup
    def prepare(self, s: GameState) -> Flow[None]:
        for id in OBJECTIVES:
            _add_from_deck(s, id)
        s.aside.append(_take_from_deck(s, "nazgul-of-dol-guldur"))
        shuffle_encounter_deck(s)
        for objective in list(s.staging):
            yield from reveal(s, guarding=objective)

    @revealed
    def take_prisoner(self, s: GameState, card: int) -> None:
        heroes = [hero for seat in player_order(s) for hero in s.players[seat].heroes]
        s.prisoner = pick(s, heroes, "prisoner")
        s.cards[s.prisoner].facedown = True
        tell(s, "prisoner", (s.prisoner,))

    @undefeatable
    def no_objective(self, s: GameState) -> bool:
        return claimed_objectives(s) == 0


class ThroughTheCaverns(Card, id="through-the-caverns"):
    """Response: after progress is placed here, the prisoner is rescued, with 1 damage. The group plays only one ally
    each round. Cannot be defeated without the prisoner and all three objectives."""

    one_ally_each_round = True

    def _is_prisoner(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return s.prisoner >= 0

    @response("progress", _is_prisoner)
    def rescue(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        hero, s.prisoner = s.prisoner, -1
        s.rescued = True
        s.cards[hero].facedown = False
        tell(s, "rescued", (hero,))
        yield from deal_damage(s, hero, 1)
        for waiting in list(s.aside):
            yield from force(s, "rescued", waiting, Cue(waiting))

    @undefeatable
    def not_all_there(self, s: GameState) -> bool:
        return not s.rescued or claimed_objectives(s) < len(OBJECTIVES)


class OutOfTheDungeons(Card, id="out-of-the-dungeons"):
    """Forced: when each quest phase begins, each player's top card becomes an Orc Guard engaged with him. Cannot be
    defeated while the Nazgûl of Dol Guldur is in play."""

    @forced("quest-begins")
    def call_guards(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        yield from place_orc_guards(s)

    @undefeatable
    def nazgul_lives(self, s: GameState) -> bool:
        return bool(copies_in_play(s, "nazgul-of-dol-guldur"))


class ToTheRiver(Card, id="to-the-river"):
    """Setup: each player reveals an encounter card. When revealed: if no Hill Troll is in play, one comes from the
    encounter deck into the staging area. Cannot be defeated while a Hill Troll is in play."""

    @setup
    def prepare(self, s: GameState) -> Flow[None]:
        for _ in each_player(s):
            yield from reveal(s)

    @revealed
    def add_troll(self, s: GameState, card: int) -> None:
        if not copies_in_play(s, "hill-troll"):
            _add_from_deck(s, "hill-troll")
            shuffle_encounter_deck(s)

    @undefeatable
    def troll_lives(self, s: GameState) -> bool:
        return bool(copies_in_play(s, "hill-troll"))


class AnduinPassage(Card, id="anduin-passage"):
    """One more encounter card is revealed each quest phase. No engagement checks are made."""

    extra_reveals = 1
    skips_engagement_checks = True


class AmbushOnTheShore(Card, id="ambush-on-the-shore"):
    """When revealed: reveal 2 encounter cards for each player. The staging step is skipped. The players win once no
    enemy is in play."""

    skips_staging = True

    @revealed
    def spring(self, s: GameState, card: int) -> Flow[None]:
        for _ in range(2 * players_left(s)):
            yield from reveal(s)

    @wins
    def no_enemies(self, s: GameState) -> bool:
        return not enemies_in_play(s)
