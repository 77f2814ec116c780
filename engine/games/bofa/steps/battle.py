"""A combat begins, and its rounds up to the re-roll (p. 26-28)."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import disclose
from engine.games.bofa.cards.combat_rolls import must_aim, voids_enemy_card, volley_hits
from engine.games.bofa.components.box import FREE, SHADOW, THORIN
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.cards_in_play import discard_lapsed_cards
from engine.games.bofa.rules.combat import clear_round, current_battle, front_of, in_combat, is_beorn
from engine.games.bofa.rules.combat_dice import count_black_dice, dice_count, reroll_limit, target_number
from engine.games.bofa.rules.hand import draw_event, keep_hand_limit
from engine.games.bofa.state import Battle, CombatCard, GameState

STROKES = "strokes"


@in_combat
def start_battle(s: GameState) -> Flow[None]:
    """Before a combat: who fights first, and terrain advantage (p. 26)."""
    p, b = pack_of(s), current_battle(s)
    yield from choose_front(s, b)
    s.step = "round"
    if b.beorn:
        return
    prefers = p.prefers[p.layout.terrain[b.target]]
    counts = [sum([prefers[unit] for unit in s.armies[front_of(b, seat)]]) for seat in (FREE, SHADOW)]
    if counts[FREE] != counts[SHADOW]:
        seat = FREE if counts[FREE] > counts[SHADOW] else SHADOW
        tell(s, "terrain", (seat,))
        draw_event(s, seat, 1)
        yield from keep_hand_limit(s, seat)


def choose_front(s: GameState, b: Battle) -> Flow[None]:
    """In a combined attack the attacker chooses each round who attacks (p. 30)."""
    if len(b.sources) > 1:
        options: list[Option] = [("front", place) for place in b.sources]
        choice = yield Decision(b.attacker, "front", options)
        if choice[1] != b.front:
            b.used_cards[b.attacker] = []
        b.front = choice[1]


@in_combat
def fight_round(s: GameState) -> Flow[None]:
    """Steps 1 and 2 of a round: both show a card, then roll (p. 26-27)."""
    p, b = pack_of(s), current_battle(s)
    if b.round:
        yield from choose_front(s, b)
    discard_lapsed_cards(s, p)
    seats = (b.attacker, 1 - b.attacker)
    decisions = [Decision(seat, "manoeuvre", manoeuvre_options(s, p, b, seat)) for seat in seats]
    cards = yield Together(tuple(decisions))
    b.round += 1
    clear_round(s, p, b)
    for seat, card in zip(seats, cards, strict=True):
        show_card(s, b, seat, card)
    void_cards(s, p, b)
    use_regroup_cards(b)
    yield from choose_aim(s, p, b)
    for seat in seats:
        b.volley_hits[seat] = volley_hits(s, p, b, seat)
        count = dice_count(s, p, b, seat)
        b.black_dice[seat] = min(count, count_black_dice(s, b, seat))
        b.dice[seat] = [roll(s, f"dice:combat:{seat}") for _ in range(count)]
        tell(s, "fought", (seat, b.black_dice[seat], *b.dice[seat]))
    s.step = "reroll"


def manoeuvre_options(s: GameState, p: Pack, b: Battle, seat: int) -> list[Option]:
    """The hand of cards for a round: units, special manoeuvres, Regroup and Event cards (p. 26-27)."""
    if is_beorn(b, seat):
        return [("nothing",)]
    used_cards, place = b.used_cards[seat], front_of(b, seat)
    options: list[Option] = [("regroup",)]
    options += [("unit", unit) for unit in dict.fromkeys(s.armies[place]) if str(unit) not in used_cards]
    if seat == FREE and s.characters[THORIN] == place and STROKES not in used_cards:
        options.append(("strokes",))
    if seat == SHADOW and s.bats[p.layout.territory[b.target]]:
        options.append(("bite",))
    cards = p.cards
    options += [("event", card) for card in s.hands[seat] if cards[card].deck == "event"]
    return options


def show_card(s: GameState, b: Battle, seat: int, option: Option) -> None:
    """A side's card is turned up; event cards are used up, the others lie on the table (p. 27)."""
    kind = option[0]
    if kind == "nothing":
        return
    b.cards[seat] = CombatCard(kind, option[1] if len(option) > 1 else 0)
    if kind == "event":
        s.hands[seat].remove(option[1])
        s.event_discard.append(option[1])
    elif kind == "unit":
        b.used_cards[seat].append(str(option[1]))
    elif kind == STROKES:
        b.used_cards[seat].append(STROKES)
    disclose(s)
    tell(s, "showed", (seat, *option))


def void_cards(s: GameState, p: Pack, b: Battle) -> None:
    """A card may take the enemy's out of the round; of two such cards, the defender's does (p. 27)."""
    for seat in (1 - b.attacker, b.attacker):
        if voids_enemy_card(s, p, b, seat):
            b.void[1 - seat] = True
            break


def use_regroup_cards(b: Battle) -> None:
    """Regroup brings back the cards that were used, and allows a retreat; Beorn may always retreat (p. 27, 33)."""
    for seat, card in enumerate(b.cards):
        regroups = card.kind == "regroup" and not b.void[seat]
        b.may_retreat[seat] = regroups or is_beorn(b, seat)
        if regroups:
            b.used_cards[seat] = []


def choose_aim(s: GameState, p: Pack, b: Battle) -> Flow[None]:
    """Who shows a card that helps one roll or the other says which, the defender first (p. 27)."""
    for seat in (1 - b.attacker, b.attacker):
        if must_aim(s, p, b, seat):
            choice = yield Decision(seat, "aim", [("aim", "roll"), ("aim", "reroll")])
            b.aim[seat] = choice[1]


@in_combat
def leader_reroll(s: GameState) -> Flow[None]:
    """Step 3: leaders roll missed dice again; the player splits them between black and white (p. 28).

    What dice show stays in sight until both sides have rolled; then they count as hits.
    """
    p, b = pack_of(s), current_battle(s)
    hits: list[list[int]] = [[], []]
    for seat in (b.attacker, 1 - b.attacker):
        dice, black = b.dice[seat], b.black_dice[seat]
        target = target_number(s, p, b, seat, "roll")
        misses = [at for at, die in enumerate(dice) if die < target]
        rerolls = min(len(misses), reroll_limit(s, p, b, seat))
        if not rerolls:
            hits[seat] = count_hits(dice, target, target, [])
            tell(s, "hits", (seat, sum(hits[seat]), target))
            continue
        black_misses = [at for at in misses if at < black]
        white_misses = [at for at in misses if at >= black]
        least = max(0, rerolls - len(white_misses))
        most = min(rerolls, len(black_misses))
        choice = yield Decision(seat, "reroll", [("reroll", n, rerolls - n) for n in range(most, least - 1, -1)])
        again = black_misses[: choice[1]] + white_misses[: choice[2]]
        for at in again:
            dice[at] = roll(s, f"dice:combat:{seat}")
        tell(s, "rerolled", (seat, *[dice[at] for at in again]))
        hits[seat] = count_hits(dice, target, target_number(s, p, b, seat, "reroll"), again)
        tell(s, "hits", (seat, sum(hits[seat]), target))
    b.dice = hits
    s.step = "assign"


def count_hits(dice: list[int], target: int, reroll_target: int, again: list[int]) -> list[int]:
    """Dice as hits, 1 for a hit and 0 for a miss; those rolled `again` have a target number of their own."""
    return [int(die >= (reroll_target if at in again else target)) for at, die in enumerate(dice)]
