"""The observation of a match: what a seat, or a spectator, may see."""

from collections.abc import Sequence
from typing import cast

from engine.games.bofa.components.box import (
    CHARACTERS,
    EYRIE_REFERENCE,
    FREE,
    LORD,
    MIGHTY_STROKES,
    PILE_REFERENCES,
    SEAT_REFERENCES,
    SHADOW,
)
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import leadership_of, leadership_tokens_left
from engine.games.bofa.rules.combat import front_of, is_beorn
from engine.games.bofa.rules.combat_dice import target_number
from engine.games.bofa.state import EYRIE, GONE, HIDDEN, NOWHERE, WAITING, Battle, Column, CombatCard, Frame, GameState
from engine.games.bofa.steps.victory import shadow_points
from engine.games.bofa.view.types import (
    BofaView,
    CombatCardView,
    CombatSideView,
    CombatView,
    EffectView,
    EyrieView,
    Face,
    FortificationView,
    KnownCardView,
    MovingArmyView,
    Phase,
    PlaceView,
    PlayerView,
    Roll,
    Side,
    Step,
    TerritoryView,
)

_SIDES: tuple[Side, Side] = ("free-peoples", "shadow")
_PHASES: dict[str, Phase] = {
    "set-up": "set-up",
    "reorganise": "reorganise",
    "hand-limit": "reorganise",
    "activate": "generals",
    "captains": "generals",
    "fate": "fate",
    "fate-moves": "fate",
    "shadow-leaders": "shadow-leaders",
    **dict.fromkeys(("roll", "turn", "carry-on", "bear", "turn-over"), "actions"),
    "end-of-turn": "end-of-turn",
}
"""The phase of every step but those of cards and combats, which may also come of a Fate card."""
_ROLLS: dict[str, Roll] = {"roll": "roll", "reroll": "reroll"}
_OFF_MAP = {WAITING: "waiting", HIDDEN: "hidden", GONE: "eliminated", EYRIE: EYRIE_REFERENCE}


def observe(s: GameState, seat: int | None) -> BofaView:
    """What a seat, or a spectator (None), may see: all but decks, what lies face down, other hands."""
    p = pack_of(s)
    named, phase = p.component_references, phase_of(s)
    return BofaView(
        pack=s.pack,
        turn=s.turn,
        phase=phase,
        step=cast("Step", s.step),
        active_player=SEAT_REFERENCES[s.active_seat],
        die_in_use=cast("Face", s.die_in_use) if s.die_in_use else None,
        moves_left=s.moves_left,
        general_used=s.general_used,
        shadow_points=shadow_points(s, p),
        fate_marker=s.fate,
        places=places_view(s, p),
        territories=territories_view(s, p),
        eyrie=EyrieView(EYRIE_REFERENCE, s.eyrie, characters_at(s, EYRIE)),
        closed_passes=[p.layout.references[p.layout.passes[at]] for at, closed in enumerate(s.pass_closed) if closed],
        characters={name: whereabouts(s, p, who) for who, name in enumerate(CHARACTERS)},
        waiting_characters=characters_at(s, WAITING),
        hidden_characters=characters_at(s, HIDDEN),
        eliminated_characters=characters_at(s, GONE),
        activated_generals=[CHARACTERS[who] for who in s.active_generals],
        ring_tokens=s.rings,
        wrath_tokens=s.wrath,
        bodyguard_tokens=s.bodyguards,
        concentration_tokens=s.concentration,
        moving_armies=[column_view(p, column) for column in s.columns],
        effects=[effect_view(p, frame) for frame in s.frames],
        combat=None if s.battle is None else combat_view(s, p, s.battle),
        players=[player_view(s, p, number, seat, phase) for number in (FREE, SHADOW)],
        event_deck_count=len(s.event_deck),
        event_deck_known=known_cards(s, p, s.event_deck, seat),
        event_discard=[*map(named.__getitem__, s.event_discard)],
        story_discard=[*map(named.__getitem__, s.story_discard)],
        fate_deck_count=len(s.fate_deck),
        fate_cards_in_play=[*map(named.__getitem__, s.fate_cards)],
        fate_discard=[*map(named.__getitem__, s.fate_discard)],
        recruitment_piles=dict(zip(PILE_REFERENCES, map(len, s.piles), strict=True)),
        recruitment_tokens_used=[*map(named.__getitem__, s.spent_tokens)],
        fate_token_pool=[*map(named.__getitem__, sorted(s.fate_pool))],
        fate_tokens_drawn=[*map(named.__getitem__, s.fate_tokens_drawn)],
        fate_tokens_used=[*map(named.__getitem__, s.fate_tokens_used)],
        fate_tokens_set_aside=[*map(named.__getitem__, s.fate_tokens_aside)],
    )


def phase_of(s: GameState) -> Phase:
    """The phase of the turn."""
    return _PHASES.get(s.step) or ("fate" if s.next_step == "shadow-leaders" else "actions")


# -- the map ---------------------------------------------------------------------------------------------------


def places_view(s: GameState, p: Pack) -> list[PlaceView]:
    """Every region, mustering point and pass."""
    is_settlement, empty = p.layout.is_settlement, empty_places(p)
    standing: dict[int, list[str]] = {}
    for who, place in enumerate(s.characters):
        if place >= 0 and not is_flying(p, who, place):
            standing.setdefault(place, []).append(CHARACTERS[who])
    return [
        place_view(s, p, place, standing.get(place, []))
        if army or s.tokens[place] or is_settlement[place] or place in standing
        else empty[place]
        for place, army in enumerate(s.armies)
    ]


_empty_places: dict[str, list[PlaceView]] = {}


def empty_places(p: Pack) -> list[PlaceView]:
    """Every place with nothing in it, made once per pack: most places are empty most of the time."""
    if p.key not in _empty_places:
        _empty_places[p.key] = [
            PlaceView(place, None, {}, 0, 0, 0, [], {}, None, None) for place in p.layout.references
        ]
    return _empty_places[p.key]


def place_view(s: GameState, p: Pack, place: int, characters: list[str]) -> PlaceView:
    """A place with what stands and lies there."""
    layout, army, tokens, leaders = p.layout, s.armies[place], s.tokens[place], s.leaders[place]
    defence = layout.defence[place]
    return PlaceView(
        layout.references[place],
        _SIDES[p.unit_side[army[0]]] if army else None,
        unit_counts(p, army) if army else {},
        s.damage[place],
        leaders,
        leadership_of(s, p, place) if leaders or characters else 0,
        characters,
        token_counts(p, tokens) if tokens else {},
        _SIDES[place in s.shadow_settlements] if layout.is_settlement[place] else None,
        FortificationView(defence, s.wall_damage[place]) if defence else None,
    )


def unit_counts(p: Pack, army: Sequence[int]) -> dict[str, int]:
    """An army, by type of unit."""
    references = p.unit_references
    return {references[unit]: army.count(unit) for unit in dict.fromkeys(army)}


def token_counts(p: Pack, tokens: Sequence[int]) -> dict[str, int]:
    """Recruitment tokens that lie face down, by pile."""
    piles = [p.recruitment_tokens[token].pile for token in tokens]
    return {reference: piles.count(pile) for pile, reference in enumerate(PILE_REFERENCES) if pile in piles}


def is_flying(p: Pack, who: int, place: int) -> bool:
    """Whether a character is over a territory, not in the place by which the state knows it (p. 32)."""
    return who == LORD and p.layout.territory[place] >= 0


def territories_view(s: GameState, p: Pack) -> list[TerritoryView]:
    """What is over each territory."""
    lord = s.characters[LORD]
    over = p.layout.territory[lord] if lord >= 0 else NOWHERE
    return [
        TerritoryView(territory, eagles, bats, [CHARACTERS[LORD]] if number == over else [])
        for number, (territory, eagles, bats) in enumerate(zip(p.territory_references, s.eagles, s.bats, strict=True))
    ]


def whereabouts(s: GameState, p: Pack, who: int) -> str:
    """The place or territory where a character is, or a word for why it is in none."""
    place = s.characters[who]
    if place < 0:
        return _OFF_MAP[place]
    return p.territory_references[p.layout.territory[place]] if is_flying(p, who, place) else p.layout.references[place]


def characters_at(s: GameState, place: int) -> list[str]:
    """The characters who are off the map for one reason."""
    return [CHARACTERS[who] for who, at in enumerate(s.characters) if at == place]


# -- what is going on ------------------------------------------------------------------------------------------


def column_view(p: Pack, column: Column) -> MovingArmyView:
    """An army on the move."""
    return MovingArmyView(
        p.layout.references[column.place],
        p.layout.references[column.to],
        unit_counts(p, column.units),
        [CHARACTERS[who] for who in column.characters],
        column.leaders,
        column.damage,
    )


def effect_view(p: Pack, frame: Frame) -> EffectView:
    """A card or ability that is being carried out."""
    source = p.component_references[frame.id] if frame.source == "card" else CHARACTERS[frame.id]
    place = None if frame.place == NOWHERE else p.layout.references[frame.place]
    return EffectView(source, SEAT_REFERENCES[frame.seat], place)


def combat_view(s: GameState, p: Pack, b: Battle) -> CombatView:
    """The combat in progress."""
    places = p.layout.references
    return CombatView(
        attacker=SEAT_REFERENCES[b.attacker],
        target=places[b.target],
        attacking_places=[places[place] for place in b.sources],
        front=places[b.front],
        places_yet_to_fight=[places[place] for place in b.yet_to_fight],
        round=b.round,
        fortification_protects=not b.walls_broken,
        fortification_damage_taken=b.new_wall_damage,
        sides=[combat_side(s, p, b, seat) for seat in (FREE, SHADOW)],
    )


def combat_side(s: GameState, p: Pack, b: Battle, seat: int) -> CombatSideView:
    """One side in a combat."""
    are_rolled = s.step == "reroll"
    used = b.used_cards[seat]
    return CombatSideView(
        player=SEAT_REFERENCES[seat],
        place=p.layout.references[front_of(b, seat)],
        is_beorn=is_beorn(b, seat),
        card=combat_card(p, b.cards[seat]),
        card_is_void=b.void[seat],
        card_helps=_ROLLS.get(b.aim[seat]),
        used_unit_cards=[p.unit_references[int(card)] for card in used if card != "strokes"],
        has_used_mighty_strokes="strokes" in used,
        dice=list(b.dice[seat]) if are_rolled else [],
        needed_to_hit=target_number(s, p, b, seat, "roll") if are_rolled else None,
        needed_in_reroll=target_number(s, p, b, seat, "reroll") if are_rolled else None,
        die_hits=[] if are_rolled else [*map(bool, b.dice[seat])],
        black_dice=b.black_dice[seat],
        hits_before_roll=b.volley_hits[seat],
        uses_manoeuvre=b.manoeuvre_used[seat],
        damage_taken=b.new_damage[seat],
        may_retreat=b.may_retreat[seat],
        may_not_leave=b.may_not_leave[seat],
        damage_if_it_leaves=b.pursuit[seat],
    )


def combat_card(p: Pack, card: CombatCard) -> CombatCardView | None:
    """The card that a side shows."""
    match card.kind:
        case "unit":
            return CombatCardView("unit", p.unit_references[card.id])
        case "event":
            return CombatCardView("event", p.component_references[card.id])
        case "strokes":
            return CombatCardView("strokes", MIGHTY_STROKES)
        case "bite" | "regroup":
            return CombatCardView(card.kind, None)
    return None


# -- the players -----------------------------------------------------------------------------------------------


def player_view(s: GameState, p: Pack, number: int, seat: int | None, phase: Phase) -> PlayerView:
    """What a player has: its hidden cards whole for itself, for others only those they have looked at."""
    hand, discard, dice = s.hands[number], s.face_down[number], s.dice[number]
    known = () if seat is None else s.known_cards[seat]
    is_own, named = number == seat, p.component_references
    return PlayerView(
        player=SEAT_REFERENCES[number],
        side=_SIDES[number],
        dice_pool=s.dice_pool[number],
        unused_dice=cast("list[Face]", list(dice)),
        used_dice_count=s.dice_pool[number] - len(dice) if phase == "actions" else 0,
        leadership_tokens_left=leadership_tokens_left(s, p, number),
        hand=[named[card] for card in hand if is_own or card in known],
        hand_count=len(hand),
        hand_event_count=event_count(p, hand),
        face_down_discard=[named[card] for card in discard] if is_own else [],
        face_down_discard_count=len(discard),
        face_down_discard_event_count=event_count(p, discard),
        story_deck_count=len(s.story_decks[number]),
        story_deck_known=known_cards(s, p, s.story_decks[number], seat),
        cards_in_play=[named[card] for card in s.lasting_cards[number]],
    )


def event_count(p: Pack, cards: Sequence[int]) -> int:
    """How many cards have the back of an Event card."""
    return sum([p.cards[card].deck == "event" for card in cards])


def known_cards(s: GameState, p: Pack, deck: Sequence[int], seat: int | None) -> list[KnownCardView]:
    """The cards of a deck that a seat has looked at, the top one first."""
    known = () if seat is None else s.known_cards[seat]
    if not known:
        return []
    return [
        KnownCardView(p.component_references[card], above) for above, card in enumerate(reversed(deck)) if card in known
    ]
