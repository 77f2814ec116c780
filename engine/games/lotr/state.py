"""The state of a match: players, cards in play, decks and piles, as plain data."""

import msgspec

from engine.core.state import State


class Effect(msgspec.Struct, array_like=True):
    """A lasting effect on a card: what it changes, by how much and until when (p. 25)."""

    stat: str
    amount: int
    until: str


class InPlay(msgspec.Struct, array_like=True):
    """A card in play: who controls it, and what lies on it."""

    seat: int = -1
    """Who controls it; for an enemy, whom it is engaged with."""
    exhausted: bool = False
    damage: int = 0
    resources: int = 0
    progress: int = 0
    committed: bool = False
    facedown: bool = False
    """A prisoner in Dol Guldur."""
    host: int = -1
    """The card that it is attached to."""
    guards: int = -1
    """The objective that this encounter card guards (p. 24)."""
    uses: int = 0
    """How often its limited action was taken; for Éowyn the players who took it, as bits."""
    has_attacked: bool = False
    """An enemy that has attacked this round."""
    attacked_by: int = 0
    """The players who have attacked this enemy this round, as bits (p. 20)."""
    attachments: list[int] = []
    shadows: list[int] = []
    """Shadow cards still face down."""
    open_shadows: list[int] = []
    """Shadow cards already turned up."""
    under: list[int] = []
    """The player card that an Orc Guard is."""
    effects: list[Effect] = []


class Player(msgspec.Struct, array_like=True):
    """A player: his threat, and the cards that are his."""

    threat: int = 0
    hand: list[int] = []
    deck: list[int] = []
    """The top card is the last."""
    discard: list[int] = []
    heroes: list[int] = []
    allies: list[int] = []
    engaged: list[int] = []
    """The enemies engaged with him."""
    on_deck: list[int] = []
    """Encounter cards attached to his deck."""
    eliminated: bool = False
    resting: bool = False
    """Takes no more actions this phase, by choice."""
    several_defenders: bool = False
    """May declare any number of defenders this phase."""
    known_cards: list[int] = []
    """Face-down cards whose place this player knows, and not everybody."""
    shown_to_hold: list[str] = []
    """Responses in his hand, by the id of the card, that others know of because he was asked for nothing else since the
    last action window."""


class Attack(msgspec.Struct, array_like=True):
    """An attack under way: of an enemy on a player, or of characters on an enemy."""

    enemy: int
    seat: int
    """The player who is attacked, or who attacks."""
    defenders: list[int] = []
    """Who was declared and has been in play ever since (p. 18)."""
    attackers: list[int] = []
    """Who was declared and has been in play ever since (p. 20)."""
    enemy_left: bool = False
    """The enemy has left play, which ends the attack; it may have come back since."""
    bonus: int = 0
    """What shadow effects add to the enemy's attack."""
    ignores_defense: bool = False
    blank_shadow: bool = False
    """A shadow card without effect was dealt for it."""


class GameState(State, kw_only=True):
    """Everything in a match."""

    scenario: str
    scenarios_left: list[str] = []
    """The scenarios still to come in a campaign."""
    scores: list[int] = []
    """Scores of the scenarios already won in a campaign."""
    nightmare: bool = False
    basic: bool = False
    easy: bool = False
    mulligan: bool = True
    starting_player: int = 0
    """The first player of the first round; -1 is decided by lot."""

    round: int = 0
    phase: str = "setup"
    first_player: int = 0
    next_step: str = ""
    """The step after the open action window."""
    to_ask: list[int] = []
    """Players still to be asked in the open window, the next first."""
    queue: list[int] = []
    """Players still to take their turn in this part of the phase."""
    to_reveal: int = 0
    """How many cards are still to be revealed in the staging step."""
    staging_step: bool = False
    """A card is being revealed in the staging step, so that Doomed and Surge count (p. 24)."""
    questing: bool = False
    """The quest phase has not been resolved yet."""
    engaged_any: bool = False
    """Somebody was engaged in this round of engagement checks (p. 16)."""
    cancelled: bool = False
    """A response cancelled the effect that is about to resolve."""
    setting_up_stage: bool = False
    """A stage is being set up; its conditions are checked afterwards."""
    allies_played: int = 0
    """Allies that the group has played this round."""

    players: list[Player]
    cards: dict[int, InPlay] = {}
    """The cards in play, in the order in which they entered it."""
    attacks: list[Attack] = []
    """Attacks under way; the last is the current one."""

    quest: list[int] = []
    """The current stage."""
    quest_deck: list[int] = []
    progress: int = 0
    """Progress on the current stage."""
    staging: list[int] = []
    staging_threat_a_player: int = 0
    """Threat added to the staging area for each player in the game until the phase ends."""
    extra_location_threat: int = 0
    """Threat added to each location in the staging area until the phase ends."""
    active: list[int] = []
    """The active location."""
    encounter_deck: list[int] = []
    """The top card is the last."""
    encounter_discard: list[int] = []
    victory: list[int] = []
    aside: list[int] = []
    """Cards set aside for later in the scenario."""
    resolving: list[int] = []
    """Cards being played or revealed."""
    riders: list[int] = []
    """Enemies attacking out of a shadow card."""
    removed: list[int] = []
    """Cards removed from the game, or not yet in it."""
    known_to_all: list[int] = []
    """Face-down cards whose place everybody knows."""
    orc_guards: list[int] = []
    """What stands for Orc Guards, while they are not in play."""
    prisoner: int = -1
    """The hero held in Dol Guldur."""
    rescued: bool = False
    """The prisoner has been rescued."""
