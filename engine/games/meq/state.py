"""The state of a match: the heroes, Sauron's side, the board, the decks and the fight under way."""

import msgspec

from engine.core.state import State

SAURON = 0
"""Sauron's seat; hero number h sits at seat h + 1."""
AWAY = -1
"""The place of a character or minion that is not on the board."""
SLAIN = -2
"""The place of a minion that was defeated."""
NO_LIMIT = 99
UNKNOWN = -1
"""A number that nobody was told."""


class Hero(msgspec.Struct, array_like=True):
    """A hero: figure, pools of cards, and what lies in the play area (p. 20, p. 21)."""

    who: str
    place: int
    life: list[int] = []
    hand: list[int] = []
    rest: list[int] = []
    damage: list[int] = []
    favor: int = 0
    levels: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    corruption: list[int] = []
    items: list[int] = []
    quests: list[int] = []
    advanced_quest: list[int] = []
    """The advanced quest before it is revealed."""
    kept_events: list[int] = []
    """Event cards that were given to this hero."""
    completed: int = 0
    """How many of the starting and advanced quest are completed."""
    favor_gained: int = 0
    """Favor gained this turn."""
    snowbound: bool = False
    """Only one move is allowed in the next Travel step."""
    new_corruption: list[int] = []
    """Corruption cards received this turn: those that speak of future turns do not count yet."""
    # What follows is what can be told of face-down cards from what lay open.
    from_hand: list[bool] = []
    """For each card of the damage pool, whether it came from the hand, so that its owner knows it."""
    reshuffled: list[int] = []
    """Cards that lay open when they were last shuffled into the life pool."""
    hand_before: int = 0
    """How many cards of the hand, the first ones, were held before that shuffle: none of them was in it."""
    damage_before: int = 0
    """How many cards of the damage pool, the first ones, lay there before that shuffle."""
    known_skills: list[int] = []
    """Skill cards of this hero that everybody has seen."""


class Turn(msgspec.Struct, array_like=True):
    """What has happened in the player turn under way."""

    hero: int = -1
    """The hero whose turn it is, -1 for Sauron."""
    second: bool = False
    """The second turn of the hero in a two-player match (p. 35)."""
    shadow_played: bool = False
    skip_ambush: bool = False
    onward: str = "travel"
    """The step that follows an arrival: another than travel after a retreat outside the Travel step."""
    moves: int = 0
    most_moves: int = NO_LIMIT
    perilous: int = AWAY
    """A location that is perilous for this turn only."""
    dark_path: bool = False
    scouted: bool = False
    deed_rewarded: bool = False
    """The hero has gained favor for a quest or a consultation."""
    trades: list[list[int]] = []
    """Pairs of heroes that have traded since the active one last did anything else."""
    explored_start: bool = False
    """The hero has explored before moving, which is a Travel step without a move (p. 24)."""


class Combat(msgspec.Struct, array_like=True):
    """The fight under way; `hero` is -1 when there is none (p. 27)."""

    hero: int = -1
    enemy: str = ""
    cause: str = ""
    """Why they fight, which decides what follows."""
    health: int = 0
    fortitude: int = 0
    damage: int = 0
    """Damage on a monster; a minion keeps its own."""
    strength_bonus: int = 0
    """Agility that the hero turned into strength."""
    strength_strain: int = 0
    """Strength the hero lacks for each corruption card on him until the end of this fight."""
    agility_strain: int = 0
    """Agility the hero lacks for each corruption card on him until the end of this fight."""
    agility_loss: int = 0
    """Agility the hero lacks besides."""
    hand: list[int] = []
    """Sauron's combat cards."""
    hero_stack: list[int] = []
    enemy_stack: list[int] = []
    enemy_discard: list[int] = []
    """Sauron's combat cards that were discarded unplayed."""
    hero_exhausted: bool = False
    enemy_exhausted: bool = False
    hero_next: str = ""
    """The card of the last round, if it works on this one."""
    enemy_next: str = ""
    hero_type: str = ""
    """The type played in the last round."""
    enemy_type: str = ""
    declared_type: str = ""
    """The type an ability bound the enemy to."""
    afraid: bool = False
    """The hero must play at random."""
    lies_spread: bool = False
    """Spread Lies was used."""
    hero_knows_types: bool = False
    """Sauron has told how many cards of each type he holds."""
    enemy_knows_types: bool = False
    """The hero has told it of his hand."""
    ranged_in_enemy_hand: int = UNKNOWN
    """How many Ranged cards the hero knows to be in Sauron's hand; unknown in worlds of seats that were not told."""
    ranged_in_hero_hand: int = UNKNOWN
    """How many Ranged cards Sauron knows to be in the hero's hand."""
    face_up: int = -1
    """A card laid face up before the other fighter chooses."""
    fled: bool = False
    """The hero retreated."""
    cut_short: bool = False
    """The hero's turn ended in the middle of the fight."""
    enemy_cancelled: list[int] = []
    """Cards of the enemy's stack that were cancelled: their cost cannot be reduced (p. 29)."""


class GameState(State, kw_only=True):
    """A match of Middle-earth Quest."""

    heroes: list[Hero] = []
    choose_heroes: bool = True
    advanced_dominance: bool = False
    high_stakes: bool = False
    round: int = 1
    turn: Turn = msgspec.field(default_factory=Turn)
    combat: Combat = msgspec.field(default_factory=Combat)

    story: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0])
    """The story markers: heroes, ring, conquest, corruption (p. 12)."""
    stage_reached: int = 1
    hero_delay: int = 0
    """Spaces the heroes' marker falls short in the next story step."""
    finale: bool = False
    revealed_missions: list[int] = []
    """Mission cards that lie open in the Finale (p. 34)."""

    influence: list[int] = []
    favor: list[int] = []
    pool: int = 0
    """Influence in the Shadow Pool (p. 16)."""
    tracks: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    """Action markers on the influence, card and command tracks, as masks of spaces (p. 15)."""
    actions_left: int = 0
    """Actions Sauron may still take."""
    influence_left: int = 0
    """Influence he may still place with the action under way."""
    pool_left: int = 0
    """How much of it may go to the Shadow Pool."""
    commands_left: int = 0
    """Commands he may still give with the action under way."""
    may_summon: bool = False
    """Whether one of them may place a monster token."""
    commanded_minions: int = 0
    """The minions that were given a command in this action, as a mask."""
    commanded_tokens: list[int] = []
    """The tokens that were, by their place in `tokens`."""
    minions: list[int] = []
    """Where each minion is."""
    minion_damage: list[int] = []
    """Damage on each minion."""
    characters: list[int] = []
    """Where each character is."""
    tokens: list[int] = []
    """The monster tokens on the board, face down."""
    token_places: list[int] = []
    token_pools: list[list[int]] = []
    """The pools of unused monster tokens by colour pair."""
    token_discards: list[list[int]] = []
    returned_tokens: list[int] = []
    """Tokens that lay open when they last went back into their pool."""

    event: list[int] = []
    event_decks: list[list[int]] = []
    event_discards: list[list[int]] = []
    favor_on_event: int = 0
    """Favor on an event card that was given to a hero."""
    shadow_deck: list[int] = []
    shadow_hand: list[int] = []
    shadow_discard: list[int] = []
    plot_deck: list[int] = []
    plot_hand: list[int] = []
    plot_discard: list[int] = []
    plots: list[int] = []
    """Active plots."""
    plot_places: list[int] = []
    known_top: int = 0
    """Cards on top of the plot deck that Sauron has seen."""
    known_bottom: int = 0
    """Cards at the bottom that he put there."""
    encounter_decks: list[list[int]] = []
    encounter_discards: list[list[int]] = []
    peril_deck: list[int] = []
    peril_discard: list[int] = []
    corruption_deck: list[int] = []
    corruption_discard: list[int] = []
    skill_deck: list[int] = []
    skill_discard: list[int] = []
    items: list[int] = []
    combat_decks: list[list[int]] = []
    hero_mission: list[int] = []
    sauron_mission: list[int] = []
    box: list[int] = []
    """Cards out of the game; the missions nobody drew are not known to all."""
    candidates: list[int] = []
    """Cards that were drawn and are being chosen from."""
    chooser: int = SAURON
    """The seat that sees them; -1 when they lie open."""
    # What seats know of face-down cards and tokens: by name what everybody has seen, else by place, so that a world
    # imagined for one seat does not name what only another has looked at.
    known_cards: list[int] = []
    """Cards in hands that everybody has seen."""
    token_viewers: list[int] = []
    """The seats that have looked at each monster token on the board, as masks; nobody has at those beyond the list."""
    plot_viewers: list[int] = []
    """The seats that have looked at each plot card in Sauron's hand, in the same way."""
    together: bool = False
    """The heroes decide together where they choose as a side (p. 13)."""


class TurnEnds(Exception):
    """Unwinds the rules when a hero's turn ends in the middle of something."""


def seat_of(h: int) -> int:
    """The seat of a hero."""
    return h + 1
