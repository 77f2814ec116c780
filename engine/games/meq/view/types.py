"""What a seat sees of a match, as types: every field says what it is, and frontends get it as their schema."""

from typing import Literal

import msgspec

from engine.core.view import View

Step = Literal[
    "setup",
    "choose-heroes",
    "hero-setup",
    "starting-plot",
    "sauron-setup",
    "sauron-cards",
    "missions",
    "rally",
    "story",
    "plot",
    "event",
    "actions",
    "action",
    "strengthen",
    "command",
    "hero-draw",
    "turn",
    "rest",
    "ambush",
    "travel",
    "arrive",
    "danger",
    "encounter",
    "turn-end",
    "combat",
    "prepare",
    "clash",
    "resolution",
    "finale",
    "champion",
]
Side = Literal["heroes", "sauron"]
Terrain = Literal["forest", "hill", "mountain", "plains", "swamp", "any"]
CardType = Literal["ranged", "melee"]

# -- the story, turns and the board


class StoryView(msgspec.Struct, frozen=True):
    """A number for each marker of the Story Track."""

    heroes: int
    """For the heroes' green marker."""
    ring: int
    """For Sauron's yellow marker, the Ring."""
    conquest: int
    """For Sauron's red marker, conquest."""
    corruption: int
    """For Sauron's black marker, corruption."""


class TurnView(msgspec.Struct, frozen=True):
    """The turn under way."""

    player: str
    """Whose turn it is, by reference."""
    is_second_turn: bool
    """Whether it is the second turn in a row of a hero who is alone against Sauron."""
    shadow_card_played: bool
    """Whether Sauron has played a Shadow card in this turn; he may play one."""
    moves: int
    """How often the hero has moved in this turn."""
    most_moves: int | None
    """How often the hero may move in this turn; null where nothing but the cost limits it."""
    perilous_place: str | None
    """A location that a card has made perilous for this turn; null where there is none."""


class MonsterTokenView(msgspec.Struct, frozen=True):
    """A monster token on the board, which lies face down."""

    token: str | None
    """The token, by reference, where the viewer has seen its face; null otherwise."""
    monster_pool: str
    """The pool it comes from, by reference, which the colour of its back shows."""


class PlaceView(msgspec.Struct, frozen=True):
    """What is at a location."""

    influence: int
    """Sauron's influence there."""
    favor: int
    """Favor that a hero who explores the location can take."""
    heroes: list[str]
    """The players whose heroes stand there, by reference."""
    characters: list[str]
    """Characters there, whom heroes can consult."""
    minions: list[str]
    """Sauron's minions there."""
    monster_tokens: list[MonsterTokenView]
    """Monster tokens there, in the order in which they came to the board."""
    plots: list[str]
    """Active plots that affect the location; heroes can discard them there."""
    events: list[str]
    """The event in play, if it affects the location; heroes can use it there."""


class MinionView(msgspec.Struct, frozen=True):
    """One of Sauron's minions."""

    minion: str
    """Which minion it is, by reference."""
    place: str | None
    """Where it stands; null where it is not on the board."""
    is_slain: bool
    """Whether it was defeated and has not come back."""
    damage: int
    """Damage on it, which stays from fight to fight."""


class PlotView(msgspec.Struct, frozen=True):
    """An active plot."""

    plot: str
    """The card, by reference."""
    place: str
    """The location that it affects."""


# -- the players


class TraitsView(msgspec.Struct, frozen=True):
    """A number for each trait of a hero."""

    fortitude: int
    """Fortitude: cards drawn in a round."""
    strength: int
    """Strength: what the cards played in a fight may cost."""
    agility: int
    """Agility: cards or strength before a fight."""
    wisdom: int
    """Wisdom: influence that a location may hold without being perilous to the hero."""


class PathView(msgspec.Struct, frozen=True):
    """A path that leaves a hero's location, with what it asks of this hero."""

    to: str
    """The location it leads to."""
    terrain: Terrain | None
    """What a single card must show to go there; `any` where all will do; null where none does."""
    cost: int
    """How many cards of any kind it costs otherwise."""
    is_water: bool
    """Whether it is a path by water, which a boat suits."""


class HeroView(msgspec.Struct, frozen=True):
    """A hero with sheet, pools and play area. Of what is hidden, owners see all, others what everybody has seen."""

    player: str
    """The player, by reference; options and events name the hero by it."""
    hero: str | None
    """Which hero it is, by reference; null until that is chosen."""
    place: str | None
    """Where the hero stands; null until the hero is chosen."""
    favor: int
    """Favor that the hero has."""
    traits: TraitsView | None
    """The hero's traits as they count now; null until the hero is chosen."""
    levels: TraitsView
    """Levels gained in each trait, which the traits include."""
    is_snowbound: bool
    """Whether only one move is allowed in the next Travel step."""
    life_pool_count: int
    """How many cards are in the life pool; without life pool and hand a hero is defeated."""
    hand: list[str]
    """Cards in hand, as far as the viewer knows them."""
    hand_count: int
    """How many cards are in hand."""
    rest_pool: list[str]
    """Cards in the rest pool, which lie open; the last is on top."""
    damage_pool: list[str]
    """Cards in the damage pool, as far as the viewer knows them: the hero's own from hand."""
    damage_pool_count: int
    """How many cards are in the damage pool."""
    corruption: list[str]
    """Corruption cards on the hero."""
    items: list[str]
    """Items that the hero carries."""
    quests: list[str]
    """Quests that the hero has to complete."""
    quests_completed: int
    """How many of the starting and the advanced quest are completed."""
    kept_events: list[str]
    """Event cards that were given to the hero."""
    paths: list[PathView]
    """The paths that leave the hero's location, with what they cost this hero; items are counted in."""
    perilous_places: list[str]
    """Every location that is perilous to this hero now: printed, by influence above wisdom, by a card or a minion."""


class ActionTrackView(msgspec.Struct, frozen=True):
    """The markers on one of Sauron's action tracks."""

    next_space: int
    """The space, from 1 to 3, where the next action puts its marker; 4 where all are taken."""
    marked_spaces: list[int]
    """The spaces, from 1 to 3, on which a marker lies."""


class ActionTracksView(msgspec.Struct, frozen=True):
    """Sauron's action tracks; what their spaces are worth is printed on them."""

    influence: ActionTrackView
    """Strengthen influence."""
    cards: ActionTrackView
    """Draw cards."""
    command: ActionTrackView
    """Command monsters and minions."""


class SauronView(msgspec.Struct, frozen=True):
    """Sauron's area. He sees all of his cards, others what they were shown."""

    player: str
    """The player, by reference."""
    shadow_pool: int
    """Influence in the Shadow Pool."""
    shadow_pool_limit: int
    """The most influence that the Shadow Pool holds in this stage."""
    actions_left: int
    """Actions that Sauron may still take in this turn."""
    influence_to_place: int
    """Influence that the action under way may still place."""
    influence_to_pool: int
    """How much of that may go to the Shadow Pool."""
    commands_left: int
    """Commands that the action under way may still give."""
    action_tracks: ActionTracksView
    """Where the action markers lie."""
    shadow_hand: list[str]
    """Shadow cards in hand, as far as the viewer knows them."""
    shadow_hand_count: int
    """How many Shadow cards are in hand."""
    plot_hand: list[str]
    """Plot cards in hand, as far as the viewer knows them."""
    plot_hand_count: int
    """How many Plot cards are in hand."""


class MissionsView(msgspec.Struct, frozen=True):
    """The mission of each side: its own, and what is revealed in the Finale."""

    heroes: str | None
    """The heroes' mission; null where it is hidden or not yet drawn."""
    sauron: str | None
    """Sauron's mission; null where it is hidden or not yet drawn."""


# -- decks


class PilesView(msgspec.Struct, frozen=True):
    """Decks and discard piles that belong to no player's area."""

    event_deck_counts: list[int]
    """How many cards each event deck has, by stage."""
    event_discards: list[list[str]]
    """Discarded events, by stage."""
    encounter_deck_counts: dict[str, int]
    """How many cards each encounter deck has, by its colours or `haven`."""
    encounter_discards: dict[str, list[str]]
    """Discarded encounters, by colours or `haven`."""
    monster_pool_counts: dict[str, int]
    """How many tokens each pool of monster tokens has, by its colours."""
    monster_discards: dict[str, list[str]]
    """Monster tokens that lie face up beside their pools, by colours."""
    combat_deck_counts: dict[str, int]
    """How many cards each combat deck of the enemies has: zealot, ravager, behemoth."""
    shadow_deck_count: int
    """How many Shadow cards are in the deck."""
    shadow_discard: list[str]
    """Discarded Shadow cards."""
    plot_deck_count: int
    """How many Plot cards are in the deck."""
    plot_deck_top: list[str]
    """Plot cards on top of the deck that the viewer has seen; the last is the top one."""
    plot_deck_bottom: list[str]
    """Plot cards at the bottom of the deck that the viewer has put there; the first is the lowest."""
    plot_discard: list[str]
    """Discarded Plot cards."""
    peril_deck_count: int
    """How many Peril cards are in the deck."""
    peril_discard: list[str]
    """Discarded Peril cards."""
    corruption_deck_count: int
    """How many Corruption cards are in the deck."""
    corruption_discard: list[str]
    """Discarded Corruption cards."""
    skill_deck_count: int
    """How many skill cards are in the deck."""
    skill_discard: list[str]
    """Discarded skill cards."""
    items: list[str]
    """Items that nobody carries."""


# -- combat


class FighterView(msgspec.Struct, frozen=True, kw_only=True):
    """What both fighters of a fight have."""

    strength: int
    """What the cards of the combat stack may cost together."""
    stack_cost: int
    """What they cost so far; a card that is free in this round counts until the round ends."""
    is_exhausted: bool
    """Whether the fighter plays no more cards: the stack costs more than the strength, or so was declared."""
    stack: list[str]
    """The combat stack, the card of the first round first."""
    last_type: CardType | None
    """The type of the card of the last round; null where there was none."""
    lasting_card: str | None
    """The card of the last round, where its ability works on this one; null otherwise."""
    are_types_told: bool
    """Whether the other fighter was told how many cards of each type are in hand."""
    ranged_in_hand: int | None
    """How many Ranged cards are in hand, where the viewer was told; null otherwise."""


class HeroFighterView(FighterView, frozen=True, kw_only=True):
    """The hero in a fight; hand and pools are with the hero."""

    player: str | None
    """The player whose hero fights, by reference; null where nobody fights."""
    plays_at_random: bool
    """Whether the next card is drawn at random."""


class EnemyFighterView(FighterView, frozen=True, kw_only=True):
    """The monster or minion in a fight, which Sauron plays."""

    enemy: str | None
    """Which monster or minion it is, by reference; null where nobody fights."""
    health: int
    """How much damage defeats it."""
    damage: int
    """Damage on it."""
    fortitude: int
    """How many combat cards Sauron draws for it."""
    hand: list[str]
    """Sauron's combat cards, as far as the viewer knows them."""
    hand_count: int
    """How many combat cards Sauron holds."""
    discarded: list[str]
    """Combat cards that were discarded unplayed."""
    must_play_type: CardType | None
    """The type that an ability binds it to; null where it is free."""


class CombatView(msgspec.Struct, frozen=True):
    """The fight under way."""

    is_under_way: bool
    """Whether there is a fight; all else is empty where there is none."""
    hero: HeroFighterView
    """The hero."""
    enemy: EnemyFighterView
    """The monster or minion."""
    face_up_card: str | None
    """A card that one of them had to lay face up before the other chooses; null otherwise."""


# -- all of it


class MeqView(View, frozen=True, kw_only=True):
    """What a seat, or a spectator, sees of a match of Middle-earth Quest."""

    round: int
    """The number of the round."""
    step: Step
    """The step under way; the layout's track `step` has all of them with their names."""
    stage: int
    """The stage of the story: 1, 2 or 3."""
    is_finale: bool
    """Whether the Finale has begun."""
    dominant_side: Side | None
    """The side that is nearer to the end of its story; null where none is."""
    story: StoryView
    """The space of the Story Track, from 0 to 18, where each marker stands."""
    story_pace: StoryView
    """How many spaces each marker will move in the next Story step, as things are."""
    turn: TurnView
    """The turn under way."""
    places: dict[str, PlaceView]
    """By location: what is there."""
    sauron: SauronView
    """Sauron's area."""
    heroes: list[HeroView]
    """Every hero, in the order of the seats."""
    minions: list[MinionView]
    """Sauron's minions, on the board or not."""
    characters_away: list[str]
    """Characters who are not on the board."""
    plots: list[PlotView]
    """Active plots; there are three slots."""
    event_in_play: str | None
    """The event that stays in play until it is used or another takes its place; null where there is none."""
    favor_on_kept_event: int
    """Favor on the event card that was given to a hero."""
    missions: MissionsView
    """The mission of each side."""
    drawn_apart: list[str]
    """Cards or tokens that were drawn to choose from, as far as the viewer may see them."""
    drawn_apart_count: int
    """How many cards or tokens were drawn to choose from."""
    combat: CombatView
    """The fight under way."""
    piles: PilesView
    """Decks and discard piles."""
