"""What a seat, or a spectator, may see of a match, and which components it cannot place."""

from collections.abc import Iterable, Sequence
from typing import Any

from engine.games.bofa.components.box import CHARACTERS, FREE, PILES, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import leadership_of
from engine.games.bofa.state import EYRIE, GONE, HIDDEN, WAITING, Battle, Column, GameState
from engine.games.bofa.steps.victory import shadow_points

OFF_BOARD = {WAITING: "waiting", GONE: "gone", HIDDEN: "hidden", EYRIE: "eyrie"}


def observe(s: GameState, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator (None), may see, ready for JSON."""
    p = pack_of(s)
    return {
        "pack": {"name": p.contents.about.id, "hash": p.hash},
        "turn": s.turn,
        "active": s.active_seat,
        "step": s.step,
        "points": shadow_points(s, p),
        "fate": s.fate,
        "regions": [place_view(s, p, place) for place in range(len(s.armies))],
        "characters": {name: character_view(s, p, who) for who, name in enumerate(CHARACTERS)},
        "counters": {
            "rings": s.rings,
            "wrath": s.wrath,
            "bodyguards": s.bodyguards,
            "concentration": s.concentration,
        },
        "eagles": {"eyrie": s.eyrie, "field": by_territory(p, s.eagles)},
        "bats": by_territory(p, s.bats),
        "passes": ["closed" if closed else "open" for closed in s.pass_closed],
        "activated": [CHARACTERS[who] for who in s.active_generals],
        "dice": {"free-peoples": list(s.dice[FREE]), "shadow": list(s.dice[SHADOW])},
        "die_in_use": s.die_in_use,
        "moving": [column_view(p, column) for column in s.columns],
        "battle": None if s.battle is None else battle_view(s, p, s.battle),
        "fate_tokens": fate_view(s, p),
        **cards_view(s, p, seat),
    }


def place_view(s: GameState, p: Pack, place: int) -> dict[str, Any]:
    """One region, mustering point or pass."""
    army = s.armies[place]
    view: dict[str, Any] = {
        "id": p.layout.ids[place],
        "units": unit_counts(p, army),
        "side": "" if not army else ("free-peoples", "shadow")[p.unit_side[army[0]]],
        "damage": s.damage[place],
        "leaders": s.leaders[place],
        "leadership": leadership_of(s, p, place),
        "tokens": [PILES[p.recruitment_tokens[token].pile] for token in s.tokens[place]],
    }
    if p.layout.is_settlement[place]:
        view["held_by"] = "shadow" if place in s.shadow_settlements else "free-peoples"
    if p.layout.defence[place]:
        view["walls"] = {"value": p.layout.defence[place], "damage": s.wall_damage[place]}
    return view


def unit_counts(p: Pack, army: Sequence[int]) -> dict[str, int]:
    """An army as counts of unit types."""
    return {p.units[unit].id: army.count(unit) for unit in dict.fromkeys(army)}


def character_view(s: GameState, p: Pack, who: int) -> dict[str, Any]:
    """Where a character is."""
    place = s.characters[who]
    return {"at": p.layout.ids[place] if place >= 0 else OFF_BOARD[place], "fate": p.characters[who].fate}


def by_territory(p: Pack, counts: Sequence[int]) -> dict[str, int]:
    """Counts by territory."""
    return {row.id: counts[number] for number, row in enumerate(p.contents.board.territory)}


def column_view(p: Pack, column: Column) -> dict[str, Any]:
    """Units on the move."""
    return {
        "at": p.layout.ids[column.place],
        "to": p.layout.ids[column.to],
        "units": unit_counts(p, column.units),
        "characters": [CHARACTERS[who] for who in column.characters],
        "leaders": column.leaders,
        "damage": column.damage,
    }


def battle_view(s: GameState, p: Pack, b: Battle) -> dict[str, Any]:
    """The combat in progress."""
    return {
        "attacker": b.attacker,
        "target": p.layout.ids[b.target],
        "from": [p.layout.ids[place] for place in b.sources],
        "front": p.layout.ids[b.front],
        "beorn": b.beorn,
        "round": b.round,
        "shown": [[card.kind, card.id] for card in b.cards],
        "used": [list(used) for used in b.used_cards],
        "dice": [list(dice) for dice in b.dice],
        "black": list(b.black_dice),
        "dealt": list(b.new_damage),
        "walls": b.new_wall_damage,
        "manoeuvres": list(b.manoeuvre_used),
    }


def fate_view(s: GameState, p: Pack) -> dict[str, Any]:
    """Fate tokens: what is in the pool can be counted, only the draw is chance."""

    def tokens(numbers: Iterable[int]) -> list[list[Any]]:
        return sorted([p.fate_tokens[n].value, p.fate_tokens[n].symbol, p.fate_tokens[n].colour] for n in numbers)

    return {
        "pool": tokens(s.fate_pool),
        "drawn": [p.fate_tokens[n].value for n in s.fate_tokens_drawn],
        "used": tokens(s.fate_tokens_used),
        "aside": tokens(s.fate_tokens_aside),
    }


def cards_view(s: GameState, p: Pack, seat: int | None) -> dict[str, Any]:
    """Decks by size, open cards by number, the own hand in full and the others by their backs."""
    view: dict[str, Any] = {
        "hand": [] if seat is None else list(s.hands[seat]),
        "hands": [backs(p, hand) for hand in s.hands],
        "event_deck": len(s.event_deck),
        "event_discard": list(s.event_discard),
        "face_down": [backs(p, cards) for cards in s.face_down],
        "story_decks": [len(deck) for deck in s.story_decks],
        "story_gone": list(s.story_discard),
        "tables": [list(cards) for cards in s.lasting_cards],
        "fate_deck": len(s.fate_deck),
        "fate_cards": list(s.fate_cards),
        "fate_gone": list(s.fate_discard),
        "piles": {name: len(s.piles[number]) for number, name in enumerate(PILES)},
        "spent_tokens": list(s.spent_tokens),
    }
    if seat is not None:
        view["discarded"] = list(s.face_down[seat])
        view["known"] = known_view(s, seat)
    return view


def known_view(s: GameState, seat: int) -> dict[str, Any]:
    """The cards a seat has looked at: of the enemy's hand, and of decks with how deep they lie, 0 on top."""
    known = s.known_cards[seat]

    def depths(deck: Sequence[int]) -> list[list[int]]:
        return [[depth, card] for depth, card in enumerate(reversed(deck)) if card in known] if known else []

    return {
        "hand": [card for card in s.hands[1 - seat] if card in known],
        "event_deck": depths(s.event_deck),
        "story_decks": [depths(deck) for deck in s.story_decks],
    }


def withhold(s: GameState, seat: int | None) -> None:
    """Clear what the others have looked at."""
    for other in (FREE, SHADOW):
        if other != seat:
            s.known_cards[other] = []


def backs(p: Pack, cards: Sequence[int]) -> dict[str, int]:
    """How many cards of each back."""
    events = sum(p.cards[card].deck == "event" for card in cards)
    return {"event": events, "story": len(cards) - events}


def unseen(s: GameState, seat: int | None) -> list[list[int]]:
    """What the seat cannot place: decks, hands and face-down cards of others it has not looked at, tokens face down."""
    p = pack_of(s)
    cards = p.cards
    others = [one for one in (FREE, SHADOW) if one != seat]
    hidden = [card for one in others for card in s.hands[one] + s.face_down[one]]
    pools = [s.event_deck + [card for card in hidden if cards[card].deck == "event"]]
    for one in (FREE, SHADOW):
        stories = [card for card in hidden if cards[card].deck == "story" and cards[card].side == one]
        pools.append(s.story_decks[one] + stories)
    pools.append(list(s.fate_deck))
    on_board = [token for tokens in s.tokens for token in tokens]
    known = [] if seat is None else s.known_cards[seat]
    if known:
        pools = [[card for card in pool if card not in known] for pool in pools]
    return pools + [
        tokens + [token for token in on_board if p.recruitment_tokens[token].pile == pile]
        for pile, tokens in enumerate(s.piles)
    ]
