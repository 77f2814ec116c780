"""The encounter set Dol Guldur Orcs (cards 89-95)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, adds_to, forced, revealed, shadow, travel
from engine.games.lotr.rules.attachments import discard_all_attachments, discard_attachment
from engine.games.lotr.rules.attacks import current_attack, deal_shadow, defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import deal_damage, deal_damage_each
from engine.games.lotr.rules.hand import discard_at_random
from engine.games.lotr.rules.in_play import all_characters, committed, exhausted, staged_enemies, staged_locations
from engine.games.lotr.rules.lasting_effects import boost_each
from engine.games.lotr.rules.revealing import surge
from engine.games.lotr.state import GameState


class DolGuldurOrcs(Card, id="dol-guldur-orcs"):
    """When revealed: the first player deals 2 damage to a character on the quest. Shadow: the attacking enemy has 1
    more attack, 3 if undefended."""

    @revealed
    def wound_quester(self, s: GameState, card: int) -> Flow[None]:
        able = committed(s)
        if able:
            target = yield from choose_card(s, s.first_player, "damage", able)
            yield from deal_damage(s, target, 2)

    @shadow
    def strengthen(self, s: GameState, card: int) -> None:
        current_attack(s).bonus += 3 if undefended(s) else 1


class ChieftanUfthak(Card, id="chieftan-ufthak"):
    """Has 2 more attack for each resource token on it. Forced: after it attacks, place a resource token on it."""

    @adds_to("attack")
    def fury(self, s: GameState, card: int) -> int:
        return 2 * s.cards[card].resources

    @forced("attacked")
    def grow(self, s: GameState, card: int, cue: Cue) -> None:
        s.cards[card].resources += 1


class DolGuldurBeastmaster(Card, id="dol-guldur-beastmaster"):
    """Forced: when it attacks, deal it another shadow card."""

    @forced("attacks")
    def deal_another(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        yield from deal_shadow(s, card)


class DrivenByShadow(Card, id="driven-by-shadow"):
    """When revealed: each enemy and location in the staging area has 1 more threat this phase; if it is empty, this
    card surges. Shadow: the defending player discards an attachment of the defender, all that he controls if
    undefended."""

    @revealed
    def threaten(self, s: GameState, card: int) -> Flow[None]:
        boost_each(s, staged_enemies(s) + staged_locations(s), "threat", 1)
        if not s.staging and s.staging_step:
            yield from surge(s, card)

    @shadow
    def discard_attachments(self, s: GameState, card: int) -> Flow[None]:
        seat = defending_player(s)
        if undefended(s):
            yield from discard_all_attachments(s, seat)
            return
        attachments = [one for card in current_attack(s).defenders for one in s.cards[card].attachments]
        if attachments:
            yield from discard_attachment(s, (yield from choose_card(s, seat, "discard-attachment", attachments)))


class TheNecromancersReach(Card, id="the-necromancers-reach"):
    """When revealed: each exhausted character takes 1 damage."""

    @revealed
    def wound_exhausted(self, s: GameState, card: int) -> Flow[None]:
        yield from deal_damage_each(s, exhausted(s, all_characters(s)), 1)


class NecromancersPass(Card, id="necromancers-pass"):
    """Travel: the first player discards 2 random cards from his hand."""

    def _has_two_cards(self, s: GameState) -> bool:
        return len(s.players[s.first_player].hand) > 1

    @travel(_has_two_cards)
    def discard_two(self, s: GameState) -> None:
        discard_at_random(s, s.first_player)
        discard_at_random(s, s.first_player)


class EnchantedStream(Card, id="enchanted-stream"):
    """While it is the active location, players cannot draw cards."""

    stops_draws = True
