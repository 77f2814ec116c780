"""The Leadership sphere and neutral Gandalf (cards 13-27 and 73)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.lotr.cards.registry import Cue, action, adds, event, flags, forced, response
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.choosing import choose_among, choose_card, first_copies
from engine.games.lotr.rules.constant_effects import has_trait
from engine.games.lotr.rules.damage import deal, deal_each, discard_from_play
from engine.games.lotr.rules.drawing import draw, drawers, from_hand
from engine.games.lotr.rules.entering import engage, may_enter, put_into_play
from engine.games.lotr.rules.in_play import (
    all_characters,
    characters,
    committed,
    enemies_in_play,
    exhausted,
    heroes,
    of_type,
    order,
    ready,
    staged_enemies,
    staged_locations,
)
from engine.games.lotr.rules.lasting_effects import boost, boost_each
from engine.games.lotr.rules.progress import place_on_location
from engine.games.lotr.rules.threat import lower_threat
from engine.games.lotr.state import GameState


def _questing(s: GameState) -> list[int]:
    return [seat for seat in order(s) if any(s.cards[card].committed for card in characters(s, seat))]


def _can_rally(s: GameState, seat: int, card: int) -> bool:
    return s.questing and not s.cards[card].exhausted and bool(committed(s))


@action("faramir", _can_rally)
def faramir(s: GameState, seat: int, card: int) -> Flow[None]:
    """Willpower for all characters of a player."""
    s.cards[card].exhausted = True
    player = yield from choose_among(s, seat, "rally", _questing(s))
    boost_each(s, characters(s, player), "willpower", 1)


def _elsewhere(s: GameState, seat: int) -> list[int]:
    """Enemies in the staging area and those of other players."""
    return staged_enemies(s) + [enemy for one in order(s) if one != seat for enemy in s.players[one].engaged]


def _finds_enemy(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return cue.card == card and bool(_elsewhere(s, seat))


@response("son-of-arnor", "entered", _finds_enemy)
def son_of_arnor(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Engage an enemy."""
    enemy = yield from choose_card(s, seat, "engage enemy", _elsewhere(s, seat))
    yield from engage(s, enemy, seat)


def _finds_location(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return cue.card == card and bool(s.active or staged_locations(s))


@response("snowbourn-scout", "entered", _finds_location)
def snowbourn_scout(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """One progress on a location."""
    location = yield from choose_card(s, seat, "progress on", s.active + staged_locations(s))
    yield from place_on_location(s, location, 1)


def _orcs(s: GameState) -> list[int]:
    return [enemy for enemy in enemies_in_play(s) if "Orc" in KIND[enemy].traits]


def _finds_orcs(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return cue.card == card and bool(_orcs(s))


@response("longbeard-orc-slayer", "entered", _finds_orcs)
def longbeard_orc_slayer(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """One damage to each Orc."""
    yield from deal_each(s, _orcs(s), 1)


def _avenges(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    fallen = KIND[cue.card]
    if fallen.type != "hero" or "Dwarf" not in fallen.traits or cue.seat != seat:
        return False
    return card in s.players[seat].hand and may_enter(s, card)


@response("brok-ironfist", "left", _avenges, from_hand=True)
def brok_ironfist(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Comes into play from the hand."""
    from_hand(s, seat, card)
    yield from put_into_play(s, seat, card)


def _spent_allies(s: GameState) -> list[int]:
    return of_type(exhausted(s, all_characters(s)), "ally")


def _spent_heroes(s: GameState) -> list[int]:
    return of_type(exhausted(s, all_characters(s)), "hero")


@event("ever-vigilant", lambda s, seat, card: bool(_spent_allies(s)))
def ever_vigilant(s: GameState, seat: int, card: int) -> Flow[None]:
    """Ready an ally."""
    ally = yield from choose_card(s, seat, "ready", _spent_allies(s))
    s.cards[ally].exhausted = False


def _can_trade(s: GameState, seat: int, card: int) -> bool:
    return bool(ready(s, heroes(s, seat)) and _spent_heroes(s))


@event("common-cause", _can_trade)
def common_cause(s: GameState, seat: int, card: int) -> Flow[None]:
    """Exhaust a hero to ready a different one."""
    giver = yield from choose_card(s, seat, "exhaust", ready(s, heroes(s, seat)))
    hero = yield from choose_card(s, seat, "ready", _spent_heroes(s))
    s.cards[giver].exhausted = True
    s.cards[hero].exhausted = False


@event("for-gondor")
def for_gondor(s: GameState, seat: int, card: int) -> Flow[None]:
    """Attack for all characters, defense for those of Gondor."""
    for one in all_characters(s):
        boost(s, one, "attack", 1)
        if has_trait(s, one, "Gondor"):
            boost(s, one, "defense", 1)
    yield from ()


def _hidden_allies(s: GameState, seat: int) -> list[int]:
    return [card for card in first_copies(of_type(s.players[seat].hand, "ally")) if may_enter(s, card)]


@event("sneak-attack", lambda s, seat, card: bool(_hidden_allies(s, seat)))
def sneak_attack(s: GameState, seat: int, card: int) -> Flow[None]:
    """An ally for one phase."""
    disclose(s)  # whether there is a choice at all tells of the hand
    ally = yield from choose_card(s, seat, "put into play", _hidden_allies(s, seat))
    from_hand(s, seat, ally)
    yield from put_into_play(s, seat, ally)
    if ally in s.cards:
        boost(s, ally, "to hand", 0)


def _ally_left(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return KIND[cue.card].type == "ally" and cue.seat in drawers(s)


@response("valiant-sacrifice", "left", _ally_left)
def valiant_sacrifice(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """The ally's controller draws two cards."""
    draw(s, cue.seat, 2)
    yield from ()


@event("grim-resolve", lambda s, seat, card: bool(exhausted(s, all_characters(s))))
def grim_resolve(s: GameState, seat: int, card: int) -> Flow[None]:
    """Ready all characters."""
    for one in all_characters(s):
        s.cards[one].exhausted = False
    yield from ()


flags("steward-of-gondor", "gives Gondor")


def is_ready(s: GameState, seat: int, card: int) -> bool:
    """Whether the card can be exhausted for its action."""
    return not s.cards[card].exhausted


@action("steward-of-gondor", is_ready)
def steward_of_gondor(s: GameState, seat: int, card: int) -> Flow[None]:
    """Two resources for the hero."""
    s.cards[card].exhausted = True
    s.cards[s.cards[card].host].resources += 2
    yield from ()


flags("celebrians-stone", "gives aragorn spirit")


@adds("celebrians-stone", "willpower")
def celebrians_stone(s: GameState, host: int) -> int:
    """Two willpower."""
    return 2


@forced("gandalf", "round ends", effect="constant")
def gandalf_leaves(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """He never stays longer than a round."""
    yield from discard_from_play(s, card)


@response("gandalf", "entered")
def gandalf(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Three cards, four damage or five threat less."""
    options: list[Option] = [("draw 3",)] if seat in drawers(s) else []
    options += [("damage 4", enemy) for enemy in enemies_in_play(s)]
    choice = yield Decision(seat, "gandalf", [*options, ("threat 5",)])
    if choice[0] == "draw 3":
        draw(s, seat, 3)
    elif choice[0] == "damage 4":
        yield from deal(s, int(choice[1]), 4)
    else:
        lower_threat(s, seat, 5)
