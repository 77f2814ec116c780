"""The twelve heroes (cards 1-12)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, action, adds_to, enemy_revealed, response
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.attacks import current_attack
from engine.games.lotr.rules.choosing import choose_card, choose_player
from engine.games.lotr.rules.damage import deal_damage, heal
from engine.games.lotr.rules.hand import able_to_draw, choose_discard, draw
from engine.games.lotr.rules.in_play import all_characters, committed, of_type, wounded
from engine.games.lotr.rules.knowledge import look_at
from engine.games.lotr.rules.lasting_effects import boost
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.state import GameState


class Aragorn(Card, id="aragorn"):
    """Response: after he commits to the quest, spend a resource from his pool to ready him; he stays committed."""

    def _can_ready(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return s.cards[card].resources > 0 and s.cards[card].exhausted

    @response("committed", _can_ready)
    def ready_himself(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        s.cards[card].resources -= 1
        s.cards[card].exhausted = False


class Theodred(Card, id="theodred"):
    """Response: after he commits to the quest, a hero committed to it gains a resource."""

    @response("committed")
    def give_resource(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        hero = yield from choose_card(s, seat, "give-resource", of_type(committed(s), "hero"))
        s.cards[hero].resources += 1


class Gloin(Card, id="gloin"):
    """Response: after he takes damage, he gains a resource for each point of it."""

    @response("damaged")
    def gain_resources(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        s.cards[card].resources += cue.amount


class Gimli(Card, id="gimli"):
    """Has 1 more attack for each damage on him."""

    @adds_to("attack")
    def damage_taken(self, s: GameState, card: int) -> int:
        return s.cards[card].damage


class Legolas(Card, id="legolas"):
    """Response: after an attack with him in it destroys an enemy, place 2 progress on the quest."""

    def _took_part(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return card in current_attack(s).attackers

    @response("attack-destroyed", _took_part, itself=False)
    def make_progress(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        yield from place_progress(s, 2)


class Thalin(Card, id="thalin"):
    """While he is committed to the quest, every enemy takes 1 damage as it is revealed."""

    @enemy_revealed
    def wound(self, s: GameState, card: int, enemy: int) -> Flow[None]:
        yield from deal_damage(s, enemy, 1)


class Eowyn(Card, id="eowyn"):
    """Action of any player, once each round: discard a card from hand for 1 more willpower this phase.

    Her `uses` are the players who did so this round, as bits.
    """

    def _can_discard(self, s: GameState, seat: int, card: int) -> bool:
        return bool(s.players[seat].hand) and not s.cards[card].uses >> seat & 1

    @action(_can_discard, anyone=True)
    def strengthen(self, s: GameState, seat: int, card: int) -> Flow[None]:
        s.cards[card].uses |= 1 << seat
        yield from choose_discard(s, seat)
        boost(s, card, "willpower", 1)


class Eleanor(Card, id="eleanor"):
    """Response: exhaust her to cancel a treachery just revealed; discard it and reveal the next card in its place."""

    def _is_treachery(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return ENTRIES[cue.card].type == "treachery" and not s.cancelled

    @response("revealed", _is_treachery, itself=False, exhausts=True)
    def replace_treachery(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        s.resolving.remove(cue.card)
        s.encounter_discard.append(cue.card)
        yield from reveal(s, guarding=cue.other)
        s.cancelled = True


class Dunhere(Card, id="dunhere"):
    """May attack an enemy in the staging area if he attacks alone; he then has 1 more attack."""

    attacks_staging_area = True

    @adds_to("attack")
    def attacks_alone(self, s: GameState, card: int) -> int:
        if not s.attacks:
            return 0
        attack = current_attack(s)
        return int(attack.attackers == [card] and attack.enemy in s.staging)


class Denethor(Card, id="denethor"):
    """Action: exhaust him to look at the top encounter card; it may be put on the bottom of the deck."""

    def _can_look(self, s: GameState, seat: int, card: int) -> bool:
        return bool(s.encounter_deck)

    @action(_can_look, exhausts=True)
    def look(self, s: GameState, seat: int, card: int) -> Flow[None]:
        top = s.encounter_deck[-1]
        look_at(s, seat, top)
        choice = yield Decision(seat, "denethor", [("leave", top), ("bottom", top)])
        if choice[0] == "bottom":
            s.encounter_deck.insert(0, s.encounter_deck.pop())
            tell(s, "buried", (seat,))


class Glorfindel(Card, id="glorfindel"):
    """Action, once each round: pay a resource from his pool to heal 1 damage on a character."""

    def _characters(self, s: GameState, seat: int, card: int) -> list[int]:
        return wounded(s, all_characters(s)) if s.cards[card].resources else []

    @action(_characters, limit=1)
    def heal_one(self, s: GameState, seat: int, card: int) -> Flow[None]:
        s.cards[card].resources -= 1
        target = yield from choose_card(s, seat, "heal", wounded(s, all_characters(s)))
        heal(s, target, 1)


class Beravor(Card, id="beravor"):
    """Action, once each round: exhaust her; a player draws 2 cards."""

    def _drawers(self, s: GameState, seat: int, card: int) -> list[int]:
        return able_to_draw(s)

    @action(_drawers, exhausts=True, limit=1)
    def draw_two(self, s: GameState, seat: int, card: int) -> Flow[None]:
        player = yield from choose_player(s, seat, "draw-for", able_to_draw(s))
        draw(s, player, 2)
