"""A combat begins, and its rounds up to the re-roll (p. 26-28)."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import disclose
from engine.games.bofa.cards.combat_rolls import must_aim, voids_enemy_card, volley_hits
from engine.games.bofa.components.box import FREE, SHADOW, THORIN
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.cards_in_play import drop_spent_cards
from engine.games.bofa.rules.combat import clear_round, fight, front_of, is_beorn
from engine.games.bofa.rules.combat_dice import black_dice, dice_count, reroll_limit, target_number
from engine.games.bofa.rules.hand import draw_event, keep_hand_limit
from engine.games.bofa.state import Battle, CombatCard, GameState

STROKES = "strokes"


def start_battle(s: GameState) -> Flow[None]:
    """Before a combat: who fights first, and terrain advantage (p. 26)."""
    p, b = pack_of(s), fight(s)
    yield from choose_front(s, b)
    s.step = "round"
    if b.beorn:
        return
    at_home = p.at_home[p.layout.terrain[b.target]]
    counts = [0, 0]
    counts[b.attacker] = sum([at_home[unit] for unit in s.armies[b.front]])
    counts[1 - b.attacker] = sum([at_home[unit] for unit in s.armies[b.target]])
    if counts[0] != counts[1]:
        seat = 0 if counts[0] > counts[1] else 1
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


def fight_round(s: GameState) -> Flow[None]:
    """Steps 1 and 2 of a round: both show a card, then roll (p. 26-27)."""
    p, b = pack_of(s), fight(s)
    if b.round:
        yield from choose_front(s, b)
    drop_spent_cards(s, p)
    first, second = b.attacker, 1 - b.attacker
    chosen = yield Together(
        (
            Decision(first, "manoeuvre", manoeuvre_options(s, p, b, first)),
            Decision(second, "manoeuvre", manoeuvre_options(s, p, b, second)),
        )
    )
    b.round += 1
    clear_round(s, p, b)
    for seat, option in zip((first, second), chosen, strict=True):
        reveal(s, p, b, seat, option)
    prepare(s, p, b)
    yield from take_aim(s, p, b)
    for seat in (first, second):
        b.volley_hits[seat] = volley_hits(s, p, b, seat)
        count = dice_count(s, p, b, seat)
        b.black_dice[seat] = min(count, black_dice(s, b, seat))
        b.dice[seat] = [roll(s) for _ in range(count)]
        tell(s, "fought", (seat, b.black_dice[seat], *b.dice[seat]))
    s.step = "reroll"


def manoeuvre_options(s: GameState, p: Pack, b: Battle, seat: int) -> list[Option]:
    """The hand of cards for a round: units, special manoeuvres, Regroup and Event cards (p. 26-27)."""
    if is_beorn(b, seat):
        return [("nothing",)]
    used = b.used_cards[seat]
    place = front_of(b, seat)
    options: list[Option] = [("regroup",)]
    options += [("unit", unit) for unit in dict.fromkeys(s.armies[place]) if str(unit) not in used]
    if seat == FREE and s.characters[THORIN] == place and STROKES not in used:
        options.append(("strokes",))
    if seat == SHADOW and s.bats[p.layout.territory[b.target]]:
        options.append(("bite",))
    cards = p.cards
    options += [("event", card) for card in s.hands[seat] if cards[card].deck == "event"]
    return options


def reveal(s: GameState, p: Pack, b: Battle, seat: int, option: Option) -> None:
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


def prepare(s: GameState, p: Pack, b: Battle) -> None:
    """Whose card is void, the defender's first; then what Regroup brings: cards back and a way out (p. 27)."""
    for seat in (1 - b.attacker, b.attacker):
        if voids_enemy_card(s, p, b, seat):
            b.void[1 - seat] = True
            break
    for seat, card in enumerate(b.cards):
        regroups = card.kind == "regroup" and not b.void[seat]
        b.may_retreat[seat] = regroups or is_beorn(b, seat)
        if regroups:
            b.used_cards[seat] = []


def take_aim(s: GameState, p: Pack, b: Battle) -> Flow[None]:
    """Who shows a card that helps one roll or the other says which, the defender first (p. 27)."""
    for seat in (1 - b.attacker, b.attacker):
        if must_aim(s, p, b, seat):
            choice = yield Decision(seat, "aim", [("aim", "roll"), ("aim", "reroll")])
            b.aim[seat] = choice[1]


def leader_reroll(s: GameState) -> Flow[None]:
    """Step 3: leaders roll missed dice again; the player splits them between black and white (p. 28)."""
    p, b = pack_of(s), fight(s)
    for seat in (b.attacker, 1 - b.attacker):
        dice, black = b.dice[seat], b.black_dice[seat]
        target = target_number(s, p, b, seat, "roll")
        missed = [at for at, die in enumerate(dice) if die < target]
        allowed = min(len(missed), reroll_limit(s, p, b, seat))
        if not allowed:
            score(s, p, b, seat, target, target, [])
            continue
        missed_black = [at for at in missed if at < black]
        missed_white = [at for at in missed if at >= black]
        least = max(0, allowed - len(missed_white))
        most = min(allowed, len(missed_black))
        choice = yield Decision(seat, "reroll", [("reroll", n, allowed - n) for n in range(most, least - 1, -1)])
        again = missed_black[: choice[1]] + missed_white[: choice[2]]
        for at in again:
            dice[at] = roll(s)
        tell(s, "rerolled", (seat, *[dice[at] for at in again]))
        score(s, p, b, seat, target, target_number(s, p, b, seat, "reroll"), again)
    s.step = "assign"


def score(s: GameState, p: Pack, b: Battle, seat: int, first: int, second: int, again: list[int]) -> None:
    """Turn dice into hits: 1 for a hit, 0 for a miss, kept in place of the results."""
    b.dice[seat] = [int(die >= (second if at in again else first)) for at, die in enumerate(b.dice[seat])]
