"""The Tactics sphere (cards 28-42)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.registry import Cue, action, adds, event, flags, response
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.attacks import current, goes_on, strike, targets
from engine.games.lotr.rules.choosing import choose_among, choose_card
from engine.games.lotr.rules.constant_effects import has_trait, may_fight
from engine.games.lotr.rules.damage import deal, deal_each
from engine.games.lotr.rules.in_play import all_characters, characters, engaged_enemies, order, ready
from engine.games.lotr.rules.lasting_effects import boost, boost_each
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.state import Attack, GameState


@response("gondorian-spearman", "defended")
def gondorian_spearman(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """One damage to the attacker."""
    yield from deal(s, current(s).enemy, 1)


def _fresh(s: GameState, seat: int, card: int) -> bool:
    return not s.cards[card].uses


@action("beorn", _fresh)
def beorn(s: GameState, seat: int, card: int) -> Flow[None]:
    """Five attack now, and back into the deck when the phase ends."""
    s.cards[card].uses = 1
    boost(s, card, "attack", 5)
    boost(s, card, "into deck", 0)
    yield from ()


@event("blade-mastery")
def blade_mastery(s: GameState, seat: int, card: int) -> Flow[None]:
    """Attack and defense for a character."""
    target = yield from choose_card(s, seat, "strengthen", all_characters(s))
    boost(s, target, "attack", 1)
    boost(s, target, "defense", 1)


def _beset(s: GameState) -> list[int]:
    """Players engaged with enemies."""
    return [seat for seat in order(s) if s.players[seat].engaged]


def _archers(s: GameState, seat: int) -> list[int]:
    return [card for card in ready(s, characters(s, seat)) if KIND[card].ranged]


@event("rain-of-arrows", lambda s, seat, card: bool(_archers(s, seat) and _beset(s)))
def rain_of_arrows(s: GameState, seat: int, card: int) -> Flow[None]:
    """One damage to each enemy of a player."""
    archer = yield from choose_card(s, seat, "exhaust", _archers(s, seat))
    s.cards[archer].exhausted = True
    player = yield from choose_among(s, seat, "enemies of", _beset(s))
    yield from deal_each(s, s.players[player].engaged, 1)


def _about_to_attack(s: GameState) -> list[int]:
    return [enemy for enemy in engaged_enemies(s) if not s.cards[enemy].attacked]


def _threatened(s: GameState) -> list[int]:
    """Players whom some enemy has still to attack."""
    waiting = _about_to_attack(s)
    return [seat for seat in order(s) if any(s.cards[enemy].seat == seat for enemy in waiting)]


@event("feint", lambda s, seat, card: bool(_about_to_attack(s)), phase="combat")
def feint(s: GameState, seat: int, card: int) -> Flow[None]:
    """An enemy does not attack."""
    enemy = yield from choose_card(s, seat, "hold back", _about_to_attack(s))
    boost(s, enemy, "cannot attack", s.cards[enemy].seat)


def _strikers(s: GameState, seat: int) -> list[int]:
    able = [card for card in ready(s, characters(s, seat)) if may_fight(s, card)]
    return [card for card in able if targets(s, seat, card)]


@event("quick-strike", lambda s, seat, card: bool(_strikers(s, seat)))
def quick_strike(s: GameState, seat: int, card: int) -> Flow[None]:
    """One character attacks at once."""
    fighter = yield from choose_card(s, seat, "attack with", _strikers(s, seat))
    enemy = yield from choose_card(s, seat, "attack enemy", targets(s, seat, fighter))
    s.cards[fighter].exhausted = True
    s.attacks.append(Attack(enemy, seat, attackers=[fighter]))
    yield from strike(s)


flags("thicket-of-spears", "from different heroes")


@event("thicket-of-spears", lambda s, seat, card: bool(_threatened(s)), phase="combat")
def thicket_of_spears(s: GameState, seat: int, card: int) -> Flow[None]:
    """A player's enemies do not attack him."""
    player = yield from choose_among(s, seat, "protect", _threatened(s))
    boost_each(s, s.players[player].engaged, "cannot attack", player)


@response("swift-strike", "defended", lambda s, seat, card, cue: current(s).enemy in s.cards)
def swift_strike(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Two damage to the attacker."""
    yield from deal(s, current(s).enemy, 2)


def _yet_to_defend(s: GameState) -> list[int]:
    """Players whom some enemy has still to attack, and the one who is about to declare a defender (p. 18)."""
    seats = _threatened(s)
    if s.after == "defend" and goes_on(s):
        seats.append(current(s).seat)
    return [seat for seat in order(s) if seat in seats]


@event("stand-together", lambda s, seat, card: bool(_yet_to_defend(s)), phase="combat")
def stand_together(s: GameState, seat: int, card: int) -> Flow[None]:
    """A player may defend with several characters."""
    player = yield from choose_among(s, seat, "protect", _yet_to_defend(s))
    s.players[player].stands_together = True


@adds("blade-of-gondolin", "attack")
def blade_of_gondolin(s: GameState, host: int) -> int:
    """One more against Orcs."""
    if not s.attacks:
        return 0
    one = current(s)
    return int(host in one.attackers and "Orc" in KIND[one.enemy].traits)


def _bearer_fought(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return s.cards[card].host in current(s).attackers


@response("blade-of-gondolin", "attack destroyed", _bearer_fought)
def blade_of_gondolin_gleams(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """One progress on the quest."""
    yield from place_progress(s, 1)


@adds("citadel-plate", "hit points")
def citadel_plate(s: GameState, host: int) -> int:
    """Four hit points."""
    return 4


@adds("dwarven-axe", "attack")
def dwarven_axe(s: GameState, host: int) -> int:
    """One attack, two in a Dwarf's hands."""
    return 2 if has_trait(s, host, "Dwarf") else 1


def _always(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return True


@response("horn-of-gondor", "destroyed", _always)
def horn_of_gondor(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """A resource for the bearer."""
    s.cards[s.cards[card].host].resources += 1
    yield from ()
