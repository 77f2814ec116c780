"""The types of what is seen of a match."""

from typing import Literal

import msgspec

from engine.core.view import View
from engine.games.lotr.components.schema import CardType, Sphere

Phase = Literal["setup", "resource", "planning", "quest", "travel", "encounter", "combat", "refresh"]
WindowBefore = Literal[
    "",
    "plan",
    "staging",
    "resolve-quest",
    "check",
    "enemy-attack",
    "defend",
    "shadows",
    "enemy-damage",
    "player-attack",
    "strike",
    "end-combat",
    "end-phase",
]
LastingEffect = Literal[
    "willpower", "attack", "defense", "threat", "no-threat", "cannot-attack", "to-hand", "into-deck"
]


class AttachmentView(msgspec.Struct, frozen=True):
    """A card that is attached to another."""

    card: str
    """The card, by reference."""
    type: CardType
    """What it is: an attachment, objective or treachery."""
    owner: str | None
    """Out of whose deck it is, by reference; null for an encounter card."""
    controller: str | None
    """Who controls it, by reference; null where nobody does."""
    exhausted: bool
    """Whether it is exhausted."""
    actions_used: int
    """How often its action has been taken in this round or phase, if that is limited."""


class ShadowCardView(msgspec.Struct, frozen=True):
    """A shadow card of an enemy."""

    card: str | None
    """The card, by reference; null while the viewer does not know it."""
    face_up: bool
    """Whether it has been turned up."""


class LastingEffectView(msgspec.Struct, frozen=True):
    """An effect on a card that lasts until the phase or the round ends; numbers of the card have it in them."""

    effect: LastingEffect
    """`willpower`, `attack`, `defense` or `threat` if it changes that number; `no-threat`: adds none to the staging
    area; `cannot-attack`: does not attack a player; `to-hand` and `into-deck`: where the card goes in the end."""
    amount: int
    """By how much it changes a number; 0 where it does something else."""
    player: str | None
    """Whom the card cannot attack, by reference; null for other effects."""
    until: Literal["end-of-phase", "end-of-round"]
    """When it ends."""


class CardView(msgspec.Struct, frozen=True):
    """A card in play. Its numbers are the current ones, with every effect on them; null where it has no such number."""

    card: str
    """The card, by reference."""
    type: CardType
    """What it is: a hero, ally, enemy, location or objective."""
    owner: str | None
    """Out of whose deck it is, by reference; null for an encounter card."""
    controller: str | None
    """Who controls it, by reference; null for an encounter card."""
    engaged_with: str | None
    """The player with whom an enemy is engaged, by reference; null for all others."""
    exhausted: bool
    """Whether it is exhausted."""
    committed: bool
    """Whether it is committed to the quest."""
    held_prisoner: bool
    """Whether the hero is held prisoner, face down, and takes no part."""
    damage: int
    """Damage on it."""
    resources: int
    """Resource tokens on it; those of a hero pay for cards."""
    progress: int
    """Progress tokens on it, if it is a location."""
    willpower: int | None
    """What a character adds to the quest."""
    threat: int | None
    """What an enemy or location adds to the threat of the staging area while it is there."""
    engagement_cost: int | None
    """The threat from which an enemy engages a player by itself."""
    attack: int | None
    """The damage of its attack, before defense."""
    defense: int | None
    """What it takes off the damage of an attack on it."""
    hit_points: int | None
    """The damage that destroys it."""
    quest_points: int | None
    """The progress that explores a location."""
    added_traits: list[str]
    """Traits that attachments give it, besides the printed ones."""
    added_spheres: list[Sphere]
    """Spheres whose cards the hero's resources pay for as well, by attachments."""
    attachments: list[AttachmentView]
    """The cards that are attached to it."""
    guarded_objective: str | None
    """The objective that an encounter card guards, by reference; null where it guards none."""
    face_down_card: str | None
    """The player card that an Orc Guard is, where the viewer knows it; null otherwise."""
    shadow_cards: list[ShadowCardView]
    """The shadow cards of an enemy: those turned up, then those to be turned up, in that order."""
    face_down_shadow_cards: int
    """How many of them are face down."""
    lasting_effects: list[LastingEffectView]
    """Effects on it that end with the phase or the round."""
    actions_used: int
    """How often its action has been taken in this round or phase, if that is limited."""
    has_attacked: bool
    """Whether an enemy has attacked this round."""
    attacked_by: list[str]
    """The players who have declared an attack on an enemy this round, by reference."""


class StageView(msgspec.Struct, frozen=True):
    """The stage of the quest that is open."""

    card: str
    """The quest card, by reference."""
    number: int
    """The number of the stage."""
    quest_points: int | None
    """The progress that completes it; null where it ends otherwise."""
    progress: int
    """The progress on it."""
    held_up: bool
    """Whether its text keeps it from being completed for now, whatever the progress."""


class AttackView(msgspec.Struct, frozen=True):
    """An attack under way."""

    enemy: str
    """The enemy that attacks or is attacked, by reference."""
    player: str
    """The player who is attacked, or who has declared the attack, by reference."""
    attacker: Literal["enemy", "players"]
    """Who attacks."""
    attackers: list[str]
    """The characters that attack the enemy."""
    defenders: list[str]
    """The characters that defend against the enemy."""
    attack: int
    """The attack as it stands, of all who attack, with shadow effects."""
    defense: int
    """The defense against it as it stands; 0 where nobody defends or it does not count."""
    enemy_left: bool
    """Whether the enemy has left play, which ends the attack."""


class KnownCardView(msgspec.Struct, frozen=True):
    """A card of a deck whose place the viewer knows."""

    card: str
    """The card, by reference."""
    cards_above: int
    """How many cards lie on it; 0 for the top card."""


class PlayerView(msgspec.Struct, frozen=True):
    """One player's area."""

    player: str
    """Whose area it is, by reference."""
    threat: int
    """The player's threat."""
    eliminated: bool
    """Whether the player is out of the game."""
    heroes: list[CardView]
    """The player's heroes in play."""
    allies: list[CardView]
    """The allies that the player controls."""
    engaged_enemies: list[CardView]
    """The enemies engaged with the player."""
    hand: list[str]
    """Cards in hand, as far as the viewer knows them."""
    hand_count: int
    """How many cards are in hand."""
    deck_count: int
    """How many cards are in the deck."""
    known_in_deck: list[KnownCardView]
    """Cards of the deck whose place the viewer knows, from the top."""
    attached_to_deck: list[str]
    """Encounter cards that are attached to the deck."""
    discard_pile: list[str]
    """Cards in the discard pile; the last is the top."""
    passed_for_phase: bool
    """Whether the player has chosen to take no more actions this phase."""
    may_declare_several_defenders: bool
    """Whether the player may declare any number of defenders against each attack of this phase."""


class LotrView(View, frozen=True, kw_only=True):
    """What a seat, or a spectator, sees of a match of The Lord of the Rings: The Card Game."""

    scenario: str
    """The scenario that is played; of a campaign, the present one."""
    scenarios_left: list[str]
    """The scenarios of a campaign that are still to come."""
    scenario_scores: list[int]
    """The scores of the scenarios that have been won, by the book: the lower the better."""
    round: int
    """The number of the round; 0 before the first."""
    phase: Phase
    """The phase of the round."""
    first_player: str
    """Who is first player, by reference."""
    yet_to_pass: list[str]
    """The players who are still to be asked in the open action window, by reference, the next first."""
    window_before: WindowBefore
    """The step that follows the open action window; empty where no window is open."""
    yet_to_take_turn: list[str]
    """The players whose turn in this part of the phase is still to come or under way, by reference, the next first."""
    stage: StageView | None
    """The stage of the quest that is open; null before the first."""
    progress: int
    """The progress on it."""
    quest_deck_count: int
    """How many stages are still in the quest deck."""
    committed_willpower: int
    """The willpower of all characters committed to the quest, as it stands."""
    staging_threat: int
    """The threat of the whole staging area, as it stands."""
    added_staging_threat: int
    """What of it was added to the staging area as a whole until the phase ends."""
    added_location_threat: int
    """What each location in the staging area has more until the phase ends; it is in their numbers."""
    cards_to_reveal: int
    """How many encounter cards are still to be revealed in the staging step."""
    staging_area: list[CardView]
    """The cards in the staging area."""
    active_location: CardView | None
    """The location that the players have travelled to; null where there is none."""
    attacking_shadow_cards: list[CardView]
    """Enemies that attack out of a shadow card, engaged with nobody."""
    attacks: list[AttackView]
    """The attacks under way; the last is the present one."""
    encounter_deck_count: int
    """How many cards are in the encounter deck."""
    known_in_encounter_deck: list[KnownCardView]
    """Cards of the encounter deck whose place the viewer knows, from the top."""
    encounter_discard_pile: list[str]
    """Cards in the encounter discard pile; the last is the top."""
    victory_display: list[str]
    """Cards that count victory points for the players."""
    set_aside: list[str]
    """Cards that wait beside the table for their part in the scenario."""
    being_resolved: list[str]
    """Cards that are being played or revealed."""
    allies_played_this_round: int
    """How many allies the players have played this round; some stages allow only one."""
    prisoner_rescued: bool
    """Whether the prisoner of the scenario has been rescued."""
    players: list[PlayerView]
    """Every player's area, in the order of the seats."""
