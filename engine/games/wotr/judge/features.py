"""What bots weigh at a decision: combats as they stand and as an option would leave them, hands, passes, the score.

All of it is public, or in the hand of the seat that decides.
"""

from engine.core.features import Features, Key
from engine.core.flow import Decision, Option
from engine.games.wotr.components.box import BATTLEGROUNDS, CARDS, FIRST_BATTLEGROUND, FIRST_PATH, FREE, PATHS, SIDE
from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.rules.entering import may_enter
from engine.games.wotr.rules.icons import (
    ATTACK,
    DEFENCE,
    attack_at,
    battle_icons,
    defence_of,
    location_defence,
    path_icons,
)
from engine.games.wotr.rules.places import place
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState
from engine.games.wotr.steps.victory import points

FEATURE_VERSION = 1
FARTHEST = 4
"""A lead or a gap of more icons than that counts as this."""
MOST_CARDS = 8
WIDEST_LEAD = 9
POINTS_IN_A_STEP = 2
CARDS_IN_A_STEP = 4
_LEAD_LASTS = (0.25, 0.62, 0.78, 0.88, 0.94, 0.97)
"""How likely a lead of 0, 1, 2 ... icons wins in the end."""


def features(s: GameState, seat: int, decision: Decision) -> Features:
    """What a seat weighs at a decision."""
    board = _Board(s, seat)
    return Features(board.situation(), [board.of_option(decision.kind, option) for option in decision.options])


class _Board:
    """The combats to come as the side of a seat sees them."""

    def __init__(self, s: GameState, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.sides = VARIANTS[s.variant].sides
        self.side = self.sides[seat]
        self.leads = {location: self._lead(location) for location in (*s.path, *s.battlegrounds)}
        """By active location: by how many icons the side is ahead; what an attacker needs is 1."""
        self._gains: dict[int, int] = {}

    def _attacks(self, location: int) -> bool:
        if location >= FIRST_PATH:
            return self.side != FREE
        return BATTLEGROUNDS[location].side != self.side

    def _lead(self, location: int) -> int:
        s, site = self.s, self.s.sites[location]
        if location >= FIRST_PATH:
            icons = [(path_icons(s, card, location), SIDE[card] == FREE) for card in site.cards]
            attack = sum([n for n, is_free in icons if not is_free])
            defence = sum([n for n, is_free in icons if is_free])
        else:
            defending = BATTLEGROUNDS[location].side
            attackers = [card for card in site.cards if SIDE[card] != defending]
            attack = attack_at(s, location, attackers) if attackers else 0
            defenders = [card for card in site.cards if SIDE[card] == defending]
            ways = defence_of(s, location, defenders) if defenders else {}
            defence = sum(next(iter(ways.values())).values()) if ways else 0
        margin = site.attack + attack - defence - location_defence(s, location)
        return margin if self._attacks(location) else -margin

    def situation(self) -> list[Key]:
        """What holds whichever option is chosen."""
        s, own = self.s, self.s.players[self.seat]
        rivals = [player for n, player in enumerate(s.players) if self.sides[n] != self.side]
        lead = points(s, FREE) - points(s, "shadow")
        lead = lead if self.side == FREE else -lead
        hand = min(len(own.hand), MOST_CARDS)
        rival = min(max([len(player.hand) for player in rivals]), MOST_CARDS)
        keys: list[Key] = [
            ("hand", hand),
            ("rival", rival),
            ("hands", hand, rival),
            ("passed", len(s.passes)),
            ("passed", len(s.passes), hand),
            ("lead", _clip(lead, WIDEST_LEAD) // POINTS_IN_A_STEP),
            ("ring", int(own.ring)),
            ("deck", min(len(own.deck) // CARDS_IN_A_STEP, CARDS_IN_A_STEP)),
            ("reserve", min(len(own.reserve), MOST_CARDS)),
            ("open", *sorted([self._standing(location) for location in self.leads])),
        ]
        keys += [("at", *self._where(location), _clip(lead)) for location, lead in self.leads.items()]
        if s.run.causes:
            keys.append(("because", s.run.causes[-1][0]))
        return keys

    def _where(self, location: int) -> Key:
        if location >= FIRST_PATH:
            return ("path",)
        return "attack" if self._attacks(location) else "defence", BATTLEGROUNDS[location].points

    def _standing(self, location: int) -> int:
        """-1 where the side would lose now, 0 where it is close, 1 where it is well ahead."""
        lead = self.leads[location] - self._attacks(location)
        return -1 if lead < 0 else int(lead > 1)

    def of_option(self, kind: str, option: Option) -> list[Key]:
        """What one option touches."""
        if len(option) == 1:
            return []
        verb, first = option[0], option[1]
        if type(first) is not int:
            return []
        if first >= FIRST_BATTLEGROUND:
            lead = self.leads.get(first)
            return [] if lead is None else [(kind, verb, *self._where(first), _clip(lead))]
        if verb in ("play", "move"):
            return self._of_play(verb, first, option[2])
        return self._of_card(kind, verb, first)

    def _of_play(self, verb: str, card: int, where: int | str) -> list[Key]:
        """A card that would come to a location, to reserve, or to a wielder."""
        hand = min(len(self.s.players[self.seat].hand), MOST_CARDS)
        if not isinstance(where, int):
            return [(verb, where, self._gain(card), hand), (verb, where, self._strength(card))]
        location: int | None = where if where >= FIRST_BATTLEGROUND else place(self.s, where)
        if location is None or location < 0:
            return [(verb, "held", self._strength(card), hand)]
        icons, lead = self._icons(card, location), self.leads[location]
        there, attacks = self._where(location), self._attacks(location)
        change = self._change(location, icons)
        return [
            (verb, *there, _clip(lead - attacks), _clip(lead - attacks + icons)),
            (verb, "change", change),
            (verb, "change", change, hand),
            (verb, "icons", icons, there[0]),
            (verb, "spare", change - self._gain(card)),
        ]

    def _of_card(self, kind: str, verb: str, card: int) -> list[Key]:
        """A card that would be given up, used or taken."""
        gain, strength = self._gain(card), self._strength(card)
        return [(kind, verb, "gain", gain), (kind, verb, "strength", strength), (kind, verb, gain, strength)]

    def _icons(self, card: int, location: int) -> int:
        """What a card of this side would add to a combat."""
        printed = VARIANTS[self.s.variant].printed[card]
        if location >= FIRST_PATH:
            return printed.path if card in ITEM else path_icons(self.s, card, location)
        which = ATTACK if self._attacks(location) else DEFENCE
        if card in ITEM:
            return printed.defence if which else printed.attack
        return battle_icons(self.s, card, location, which)

    def _change(self, location: int, icons: int) -> int:
        """What more icons at a location are worth now, in quarters of a point."""
        lead = self.leads[location] - self._attacks(location)
        worth = PATHS[location].points + 1 if location >= FIRST_PATH else BATTLEGROUNDS[location].points
        return round(4 * worth * (_lasting(lead + icons) - _lasting(lead)))

    def _gain(self, card: int) -> int:
        """What a card would change at the best location it may enter now; -1 for cards that enter none."""
        if card not in self._gains:
            self._gains[card] = self._find_gain(card)
        return self._gains[card]

    def _find_gain(self, card: int) -> int:
        if CARDS[card].kind not in ("army", "character") or SIDE[card] != self.side:
            return -1
        changes = [
            self._change(location, self._icons(card, location))
            for location in self.leads
            if may_enter(self.s, card, location)
        ]
        return max(changes, default=-1)

    def _strength(self, card: int) -> int:
        entry = VARIANTS[self.s.variant].printed[card]
        return max(entry.attack, entry.defence) + entry.path


def _clip(number: int, most: int = FARTHEST) -> int:
    return max(-most, min(most, number))


def _lasting(lead: int) -> float:
    """How likely a side wins a combat; a lead of 0 is the least that wins."""
    if lead >= 0:
        return _LEAD_LASTS[min(lead + 1, len(_LEAD_LASTS) - 1)]
    return max(0.0, _LEAD_LASTS[0] + 0.1 * (lead + 1))
