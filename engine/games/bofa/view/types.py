"""The types of what is seen of a match."""

from typing import Literal

import msgspec

from engine.core.view import View

Phase = Literal["set-up", "reorganise", "generals", "fate", "shadow-leaders", "actions", "end-of-turn"]
Step = Literal[
    "set-up",
    "reorganise",
    "hand-limit",
    "activate",
    "captains",
    "fate",
    "fate-moves",
    "shadow-leaders",
    "roll",
    "turn",
    "carry-on",
    "bear",
    "effect",
    "battle",
    "round",
    "reroll",
    "assign",
    "casualties",
    "round-end",
    "advance",
    "battle-over",
    "turn-over",
    "end-of-turn",
]
Face = Literal["character", "army", "muster", "event", "army-muster", "will", "eye"]
Side = Literal["free-peoples", "shadow"]
Roll = Literal["roll", "reroll"]
CombatCardKind = Literal["unit", "event", "strokes", "bite", "regroup"]


class FortificationView(msgspec.Struct, frozen=True):
    """The walls of a settlement."""

    defence: int
    """Its printed defence value: how much damage it can take before it is broken."""
    damage: int
    """How much damage it has taken; it never heals by itself."""


class PlaceView(msgspec.Struct, frozen=True):
    """What stands and lies in a region, at a goblin mustering point or on a pass."""

    place: str
    """Which place it is, by reference."""
    army_side: Side | None
    """The side whose army is there; null where there is no army."""
    units: dict[str, int]
    """The army, by type of unit: how many there are."""
    damage: int
    """Damage tokens of the army: a unit that is lost takes two away, and there may not be more damage than units."""
    leadership_tokens: int
    """Leadership tokens with the army."""
    leadership: int
    """The leadership of the army: its tokens and its characters."""
    characters: list[str]
    """Characters who are there, with the army or alone."""
    recruitment_tokens: dict[str, int]
    """By pile: how many recruitment tokens lie there face down."""
    settlement_held_by: Side | None
    """The side that controls the settlement; null where there is none."""
    fortification: FortificationView | None
    """The walls of the settlement; null where it has none."""


class TerritoryView(msgspec.Struct, frozen=True):
    """What is in the air over a territory."""

    territory: str
    """Which territory it is, by reference."""
    eagles: int
    """Eagles over it, without their Lord."""
    great_bats: int
    """Great Bats over it."""
    characters: list[str]
    """The Lord of the Eagles, if he is over it."""


class EyrieView(msgspec.Struct, frozen=True):
    """The Eyrie of the Eagles."""

    place: str
    """The Eyrie, by reference."""
    eagles: int
    """Eagles in it, without their Lord."""
    characters: list[str]
    """The Lord of the Eagles, if he is in it."""


class MovingArmyView(msgspec.Struct, frozen=True):
    """An army on the move, until it joins the one where it stops; it is not counted in any place."""

    place: str
    """The place where it is now."""
    to: str
    """The place where it is going; the same where it has arrived."""
    units: dict[str, int]
    """By type of unit: how many there are."""
    characters: list[str]
    """Characters who go along."""
    leadership_tokens: int
    """Leadership tokens with it."""
    damage: int
    """Its damage tokens."""


class EffectView(msgspec.Struct, frozen=True):
    """A card or an ability that is being carried out."""

    source: str
    """The card, or the character whose ability or arrival it is, by reference."""
    player: str
    """Whose it is, by reference."""
    place: str | None
    """The army or region that it acts on now; null where none has been picked."""


class CombatCardView(msgspec.Struct, frozen=True):
    """The card that a side shows in a round of combat."""

    kind: CombatCardKind
    """A unit's manoeuvre, the combat effect of an event, Thorin's Mighty Strokes, a Bite of Great Bats, or Regroup."""
    card: str | None
    """The unit, event or special manoeuvre by reference; null for a Bite and for Regroup."""


class CombatSideView(msgspec.Struct, frozen=True, kw_only=True):
    """One side in a combat. Card, dice and damage are those of the round until the next cards are shown."""

    player: str
    """Whose side it is, by reference."""
    place: str
    """Where it fights from."""
    is_beorn: bool
    """Whether Beorn fights alone for this side."""
    card: CombatCardView | None
    """The card it shows this round; null where it shows none."""
    card_is_void: bool
    """Whether the other side's card took its card out of the round."""
    card_helps: Roll | None
    """Which roll its card helps, where the card leaves that open."""
    used_unit_cards: list[str]
    """Units whose cards it has used and not got back by Regroup."""
    has_used_mighty_strokes: bool
    """Whether it has used Thorin's Mighty Strokes and not got it back by Regroup."""
    dice: list[int]
    """What its dice show, black ones first, while leaders may roll them again; empty before and after."""
    needed_to_hit: int | None
    """What these dice must show to hit; null before and after."""
    needed_in_reroll: int | None
    """What a die must show to hit that leaders roll again; null before and after."""
    die_hits: list[bool]
    """Whether each die hit, black ones first; empty before they are counted."""
    black_dice: int
    """How many of its dice are black: one for each unit of the type whose card it shows."""
    hits_before_roll: int
    """Damage that its card dealt before the roll."""
    uses_manoeuvre: bool
    """Whether it uses the manoeuvre that a black die has activated."""
    damage_taken: int
    """Damage that its army, or Beorn, has taken this round."""
    may_retreat: bool
    """Whether it may leave in good order this round."""
    may_not_leave: bool
    """Whether it is held and may not leave this round."""
    damage_if_it_leaves: int
    """Damage that it takes if it leaves this round."""


class CombatView(msgspec.Struct, frozen=True, kw_only=True):
    """The combat that is being fought."""

    attacker: str
    """Who attacks, by reference."""
    target: str
    """The place that is attacked."""
    attacking_places: list[str]
    """The places that attack; more than one in a combined attack."""
    front: str
    """The place that attacks this round."""
    places_yet_to_fight: list[str]
    """Attacking places that have not fought a round yet: fords and slopes hinder them."""
    round: int
    """The number of the round; 0 before the first cards are shown."""
    fortification_protects: bool
    """Whether the attackers need a 6, because walls were unbroken when the round began."""
    fortification_damage_taken: int
    """Damage that the walls have taken this round."""
    sides: list[CombatSideView]
    """Both sides, in the order of the seats."""


class KnownCardView(msgspec.Struct, frozen=True):
    """A card of a deck at which the viewer has looked."""

    card: str
    """The card, by reference."""
    cards_above: int
    """How many cards lie above it; 0 on top."""


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has beside the map."""

    player: str
    """Who it is, by reference."""
    side: Side
    """The side it plays for."""
    dice_pool: int
    """How many action dice it has this turn."""
    unused_dice: list[Face]
    """The faces of its action dice that are rolled and not used yet."""
    used_dice_count: int
    """How many of its action dice are used this turn."""
    leadership_tokens_left: int
    """Leadership tokens that are not with an army."""
    hand: list[str]
    """Cards in hand, as far as the viewer knows them."""
    hand_count: int
    """How many cards are in hand."""
    hand_event_count: int
    """How many of these are Event cards, as their backs show; the others are Story cards."""
    face_down_discard: list[str]
    """Cards it discarded face down, as far as the viewer knows them."""
    face_down_discard_count: int
    """How many cards it discarded face down."""
    face_down_discard_event_count: int
    """How many of these are Event cards; the others are Story cards."""
    story_deck_count: int
    """How many cards are in its Story deck."""
    story_deck_known: list[KnownCardView]
    """Cards of its Story deck that the viewer has looked at."""
    cards_in_play: list[str]
    """Its Event and Story cards that stay in play."""


class BofaView(View, frozen=True, kw_only=True):
    """What a seat, or a spectator, sees of a match of The Battle of Five Armies."""

    pack: str
    """The component pack that is played with: its id and the hash of its contents."""
    turn: int
    """The number of the turn; 0 before the first."""
    phase: Phase
    """The phase of the turn."""
    step: Step
    """Where in its phase the match is: a step of an action, a card or a combat."""
    active_player: str
    """Whose action it is in the phase of actions, by reference."""
    die_in_use: Face | None
    """What the die that was used for a march or an attack counts as while that goes on; null otherwise."""
    moves_left: int
    """Regions that the army on a fast move, or Beorn, may still go with this die."""
    general_used: bool
    """Whether a general's ability was used before the next die, which allows no other and no pass."""
    shadow_points: int
    """What the settlements are worth that the Shadow holds: it wins with ten at the end of a turn."""
    fate_marker: int
    """The space of the fate marker: the Free Peoples win at the last."""
    places: list[PlaceView]
    """Every region, goblin mustering point and pass, in the order of the layout."""
    territories: list[TerritoryView]
    """Every territory, in the order of the layout."""
    eyrie: EyrieView
    """The Eyrie of the Eagles."""
    closed_passes: list[str]
    """Mountain passes that are closed."""
    characters: dict[str, str]
    """By character: its place or territory by reference, or the word `waiting`, `hidden` or `eliminated`."""
    waiting_characters: list[str]
    """Characters who have not entered play; their printed value `fate` is their space on the fate track."""
    hidden_characters: list[str]
    """Characters in play but out of sight: Bilbo with the Ring."""
    eliminated_characters: list[str]
    """Characters who are gone for good."""
    activated_generals: list[str]
    """Generals with an activation token."""
    ring_tokens: int
    """Ring tokens of Bilbo."""
    wrath_tokens: int
    """Wrath tokens of Beorn: what he can take before he is eliminated."""
    bodyguard_tokens: int
    """Bodyguard tokens of Bolg."""
    concentration_tokens: int
    """Concentration tokens of Gandalf."""
    moving_armies: list[MovingArmyView]
    """Armies on the move."""
    effects: list[EffectView]
    """Cards and abilities that are being carried out, the innermost last."""
    combat: CombatView | None
    """The combat that is being fought; null where there is none."""
    players: list[PlayerView]
    """What each player has, in the order of the seats."""
    event_deck_count: int
    """How many cards are in the Event deck."""
    event_deck_known: list[KnownCardView]
    """Cards of the Event deck that the viewer has looked at."""
    event_discard: list[str]
    """Event cards that were used, and form the next deck with those discarded face down."""
    story_discard: list[str]
    """Story cards that were used, of both sides."""
    fate_deck_count: int
    """How many cards are in the Fate deck."""
    fate_cards_in_play: list[str]
    """Fate cards that stay in play; they help the Free Peoples."""
    fate_discard: list[str]
    """Fate cards that were used."""
    recruitment_piles: dict[str, int]
    """By pile: how many recruitment tokens are left in it, face down."""
    recruitment_tokens_used: list[str]
    """Recruitment tokens that were turned."""
    fate_token_pool: list[str]
    """Fate tokens that can be drawn, in no order."""
    fate_tokens_drawn: list[str]
    """Fate tokens drawn this turn; the last one counts."""
    fate_tokens_used: list[str]
    """Fate tokens that moved the marker."""
    fate_tokens_set_aside: list[str]
    """Special fate tokens that no card has brought into the pool."""
