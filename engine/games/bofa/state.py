"""The state of a match as plain data: armies, characters, cards and tokens, and the combat or card in progress."""

import msgspec

from engine.core.state import State

WAITING, GONE, HIDDEN, EYRIE = -1, -2, -3, -4
"""Where a character is when not on the board: not yet entered, eliminated, slipped away, in the Eyrie."""
NOWHERE = -1


class Column(msgspec.Struct, array_like=True):
    """Units on the move, until they join the army where they stop (p. 22-23)."""

    place: int
    to: int
    units: list[int]
    characters: list[int]
    leaders: int
    damage: int


class CombatCard(msgspec.Struct, array_like=True):
    """The card a side shows in a round of combat (p. 26): `unit`, `event`, `strokes`, `bite`, `regroup` or none."""

    kind: str = ""
    id: int = 0


class Battle(msgspec.Struct, array_like=True):
    """A combat in progress (p. 26-30). Lists of two are by seat."""

    attacker: int
    target: int
    sources: list[int]
    """The regions that attack."""
    front: int
    """The region that attacks this round."""
    beorn: bool = False
    """Beorn fights it alone for the Free Peoples (p. 33)."""
    round: int = 0
    yet_to_fight: list[int] = []
    """Attacking regions that have not fought a round yet (p. 30)."""
    used_cards: list[list[str]] = []
    """Unit and manoeuvre cards that lie played on the table."""
    cards: list[CombatCard] = []
    """The cards shown this round."""
    void: list[bool] = []
    aim: list[str] = []
    """Which roll a side's card helps, where the card leaves that open."""
    dice: list[list[int]] = []
    """This round's dice, black ones first: what they show, and 1 or 0 for a hit or miss once leaders have re-rolled."""
    black_dice: list[int] = []
    """How many of the dice are black."""
    volley_hits: list[int] = []
    """Damage dealt before the roll."""
    walls_broken: bool = False
    """The fortification was already broken when the round began."""
    new_damage: list[int] = []
    """Damage placed this round on each seat's army."""
    new_wall_damage: int = 0
    """Damage placed this round on the fortification."""
    may_retreat: list[bool] = []
    may_not_leave: list[bool] = []
    pursuit: list[int] = []
    """Damage a side takes if it leaves this round."""
    manoeuvre_used: list[bool] = []
    """Whether each side uses the manoeuvre its black dice have activated."""


class Frame(msgspec.Struct, array_like=True):
    """A card or ability being carried out: what, for whom, how far, and the place it acts on."""

    source: str
    id: int
    seat: int
    position: int = 0
    """Where in its program it is."""
    place: int = NOWHERE
    """The army or region that was picked."""
    places_picked: list[int] = []
    tokens_laid: int = 0
    """How many of the tokens in `place`, the last ones, this card has laid there."""


class GameState(State, kw_only=True):
    """Everything in a match. Lists by place follow the places of the layout, lists of two the seats."""

    pack: str
    """The pack's id with its content hash."""
    turn: int = 0
    active_seat: int = 0
    armies: list[list[int]]
    """The units in each place, as unit types in order."""
    damage: list[int]
    """Damage of the army in each place."""
    leaders: list[int]
    """Leadership tokens in each place."""
    wall_damage: list[int]
    """Damage dealt to the fortification of each place; it stays (p. 28)."""
    shadow_settlements: list[int] = []
    """Settlements under the control of the Shadow."""
    characters: list[int]
    """Where each character is."""
    eagles: list[int]
    """Eagles on the field, by territory."""
    eyrie: int = 0
    """Eagles in the Eyrie."""
    bats: list[int]
    """Great Bats by territory."""
    pass_closed: list[bool]
    """Which mountain passes are still closed."""
    rings: int = 0
    wrath: int = 0
    bodyguards: int = 0
    concentration: int = 0
    active_generals: list[int] = []
    general_used: bool = False
    """A general's ability was used before the die about to be chosen (p. 19)."""
    dice_pool: list[int] = []
    """How many action dice each side rolls."""
    dice: list[list[str]]
    """Action dice not used yet."""
    fate: int = 0
    columns: list[Column] = []
    plan: list[str | int] = []
    """An action that was chosen but has not taken effect yet."""
    die_in_use: str = ""
    """What the die in use counts as while an action goes on."""
    moves_left: int = 0
    """Regions a column on a fast move, or Beorn, may still go."""
    battle: Battle | None = None
    frames: list[Frame] = []
    next_step: str = ""
    """The step that follows when the cards in progress are done."""
    event_deck: list[int]
    event_discard: list[int] = []
    face_down: list[list[int]]
    """Cards each seat discarded unseen (p. 15)."""
    hands: list[list[int]]
    known_cards: list[list[int]]
    """Cards that a seat has looked at in the enemy's hand or in a deck, as long as it can tell where they are."""
    story_decks: list[list[int]]
    story_discard: list[int] = []
    lasting_cards: list[list[int]]
    """Event and Story cards that each seat has in play."""
    fate_deck: list[int]
    fate_cards: list[int] = []
    """Fate cards in play."""
    fate_discard: list[int] = []
    piles: list[list[int]]
    """Recruitment tokens in their piles."""
    tokens: list[list[int]]
    """Recruitment tokens lying in each place, face down."""
    spent_tokens: list[int] = []
    fate_pool: list[int]
    fate_tokens_aside: list[int]
    """Special fate tokens that no card has brought into the pool (p. 16)."""
    fate_tokens_drawn: list[int] = []
    fate_tokens_used: list[int] = []
