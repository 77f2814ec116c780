"""The encounter set Escape from Dol Guldur (cards 101-110), and the Orc Guard that two of its cards bring."""

from engine.core.cards import says
from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import (
    Card,
    action,
    forced,
    instead_of_discard,
    instead_of_drawing,
    revealed,
    shadow,
)
from engine.games.lotr.rules.attachments import (
    attach,
    detach_from_deck,
    discard_all_attachments,
    discard_one_attachment,
)
from engine.games.lotr.rules.attacks import current_attack, defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import deal_damage
from engine.games.lotr.rules.dol_guldur import place_orc_guards
from engine.games.lotr.rules.encounter_deck import shuffle_encounter_deck
from engine.games.lotr.rules.entering import add_to_staging
from engine.games.lotr.rules.in_play import characters, heroes, is_guarded, of_type, players_left
from engine.games.lotr.rules.leaving import discard_character
from engine.games.lotr.rules.progress import check_quest
from engine.games.lotr.rules.removal import take_out_of_play
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState


class OrcGuard(Card, id="orc-guard"):
    """A face-down player card as an enemy. What stands for it goes back to the others when it leaves play."""

    @instead_of_discard
    def put_away(self, s: GameState, card: int) -> None:
        s.orc_guards.append(card)


class DungeonJailor(Card, id="dungeon-jailor"):
    """Forced: if it is in the staging area after the quest failed, an unclaimed objective from there is shuffled into
    the encounter deck. Its guard stays and guards nothing."""

    @forced("quest-failed")
    def lose_objective(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        unclaimed = of_type(s.staging, "objective")
        if unclaimed and card in s.staging:
            lost = yield from choose_card(s, s.first_player, "lose-objective", unclaimed)
            take_out_of_play(s, lost)
            s.encounter_deck.append(lost)
            tell(s, "shuffled-away", (lost,))
            shuffle_encounter_deck(s)


class NazgulOfDolGuldur(Card, id="nazgul-of-dol-guldur"):
    """Bears no attachments. Forced: when the prisoner is rescued, it comes into the staging area. Forced: after a
    shadow effect of its attack, the engaged player discards 1 of his characters; if it is engaged no longer, nobody."""

    bears_no_attachments = True

    @forced("rescued")
    def appear(self, s: GameState, card: int, cue: Cue) -> None:
        s.aside.remove(card)
        add_to_staging(s, card)

    @forced("shadow-resolved")
    def discard_character(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        seat = s.cards[card].seat
        able = characters(s, seat) if seat >= 0 else []
        if able:
            lost = yield from choose_card(s, seat, "discard-character", able)
            yield from discard_character(s, lost)


class CavernGuardian(Card, id="cavern-guardian"):
    """Shadow: the defending player discards an attachment he controls, all of them if undefended; objectives return to
    the staging area."""

    @shadow
    def discard_attachments(self, s: GameState, card: int) -> Flow[None]:
        if undefended(s):
            yield from discard_all_attachments(s, defending_player(s))
        else:
            yield from discard_one_attachment(s, defending_player(s))


class UnderTheShadow(Card, id="under-the-shadow"):
    """When revealed: the staging area has 1 more threat for each player this phase. Shadow: the defending player's
    threat rises by 1 for each enemy engaged with him."""

    @revealed
    def darken(self, s: GameState, card: int) -> None:
        s.staging_threat_a_player += 1
        tell(s, "staging-threat", (players_left(s),))

    @shadow
    def terrify(self, s: GameState, card: int) -> None:
        seat = defending_player(s)
        raise_threat(s, seat, len(s.players[seat].engaged))


class IronShackles(Card, id="iron-shackles"):
    """When revealed: attach it to the first player's deck as a Condition: when cards would be drawn from that deck,
    it is discarded instead. Shadow: the when-revealed effect."""

    is_condition = True

    @revealed
    def attach_when_revealed(self, s: GameState, card: int) -> None:
        s.resolving.remove(card)
        self._attach(s, card)

    @shadow
    def attach_as_shadow(self, s: GameState, card: int) -> None:
        s.cards[current_attack(s).enemy].open_shadows.remove(card)
        self._attach(s, card)

    def _attach(self, s: GameState, card: int) -> None:
        s.players[s.first_player].on_deck.append(card)
        tell(s, "shackled", (s.first_player, card))

    @instead_of_drawing
    def discard(self, s: GameState, seat: int, card: int) -> None:
        detach_from_deck(s, card)
        tell(s, "shackles-broken", (seat,))


class TowerGate(Card, id="tower-gate"):
    """Forced: after the players travel here, each player's top card becomes an Orc Guard engaged with him."""

    @forced("travelled")
    def call_guards(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        yield from place_orc_guards(s)


class Objective(Card):
    """Action of any player, while nothing guards it: raise your threat by 2 to attach it to one of your heroes."""

    claim_cost: int = 2

    def _can_claim(self, s: GameState, seat: int, card: int) -> bool:
        return card in s.staging and not is_guarded(s, card) and bool(heroes(s, seat))

    @says(
        "Action: while no encounter is attached, raise your threat by {claim_cost} to claim it and attach it to one of"
        " your heroes; if detached it returns to the staging area.",
        "Akcja: gdy nie ma dołączonych spotkań, podnieś swoje zagrożenie o {claim_cost}, aby zdobyć tę kartę i dołączyć"
        " do swojego bohatera; odłączona wraca do strefy przeciwności.",
    )
    @action(_can_claim, anyone=True)
    def claim(self, s: GameState, seat: int, card: int) -> Flow[None]:
        raise_threat(s, seat, self.claim_cost)
        if s.players[seat].eliminated:
            return
        hero = yield from choose_card(s, seat, "claim-for", heroes(s, seat))
        take_out_of_play(s, card)
        tell(s, "claimed", (seat, card))
        yield from attach(s, seat, card, hero)
        yield from check_quest(s)


class GandalfsMap(Objective, id="gandalfs-map"):
    """An objective. The hero who bears it can neither attack nor defend."""

    cannot_fight = True


class DungeonTorch(Objective, id="dungeon-torch"):
    """An objective. Forced: when the round ends, the threat of its bearer's controller rises by 2."""

    @forced("round-ends")
    def reveal_bearer(self, s: GameState, card: int, cue: Cue) -> None:
        raise_threat(s, cue.seat, 2)


class ShadowKey(Objective, id="shadow-key"):
    """An objective. Forced: when the round ends, its bearer takes 1 damage."""

    @forced("round-ends")
    def wound_bearer(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        yield from deal_damage(s, s.cards[card].host, 1)
