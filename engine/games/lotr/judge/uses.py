"""When an action is worth taking, by sound habits: events, and abilities of cards in play."""

from collections.abc import Callable

from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.judge.foresight import Outlook, progress_missing, quest_margin
from engine.games.lotr.rules.attacks import combined_attack, current_attack, fighters
from engine.games.lotr.rules.dol_guldur import claimed_objectives
from engine.games.lotr.rules.in_play import characters, committed, exhausted, heroes, wounded
from engine.games.lotr.rules.stats import attack_strength, defense_strength, health
from engine.games.lotr.state import GameState

Test = Callable[[GameState, int, int], bool]
"""Whether a player should use a card now."""

STRONG_ATTACK = 3
"""The attack of an enemy that is worth a card."""
GRAVE_DAMAGE = 3
"""Damage that is worth a card."""
MUCH_DAMAGE = 5
"""Damage on all heroes that is worth the dearest card."""
LOW_THREAT = 30
"""Threat below which it need not be lowered."""
PLENTY = 4
"""Cards in hand of which one can be spared."""
MANY = 4
"""Exhausted characters that are worth readying all."""
OBJECTIVES = {1: 1, 2: 3}
"""How many objectives the stages of Dol Guldur ask for."""
LATER = frozenset(
    {
        "sneak-attack",
        "feint",
        "thicket-of-spears",
        "a-light-in-the-dark",
        "ever-vigilant",
        "unexpected-courage",
        "faramir",
        "eowyn",
        "radagasts-cunning",
        "secret-paths",
        "protector-of-lorien",
        "for-gondor",
        "blade-mastery",
        "rain-of-arrows",
        "grim-resolve",
        "beorn",
        "beravor",
        "gleowine",
    }
)
"""Cards to keep for later in the phase."""


def worth_using(s: GameState, seat: int, card: int) -> bool:
    """Whether an action is worth taking now."""
    entry = ENTRIES[card]
    test = _objective if entry.type == "objective" else USES.get(entry.id)
    return test is not None and test(s, seat, card)


def _always(s: GameState, seat: int, card: int) -> bool:
    return True


def _objective(s: GameState, seat: int, card: int) -> bool:
    """Claimed as late as the stage allows: bearing it harms."""
    stage = ENTRIES[s.quest[0]]
    return 2 * s.progress >= stage.quest_points and claimed_objectives(s) < OBJECTIVES.get(stage.stage, 0)


def _facing(s: GameState, seat: int) -> list[int]:
    """The enemies that have still to attack the player in this combat phase."""
    if s.phase != "combat" or s.attacks:
        return []
    return [enemy for enemy in s.players[seat].engaged if not s.cards[enemy].has_attacked]


def _resolving(s: GameState) -> bool:
    """Whether the quest is about to be resolved, with everything revealed."""
    return s.questing and s.next_step == "resolve-quest" and not s.to_reveal


def _short(s: GameState) -> int:
    """How much more willpower the quest could use."""
    return progress_missing(s) - quest_margin(s) if _resolving(s) else 0


def _rally(s: GameState, seat: int, card: int) -> bool:
    """Faramir, if nobody needs him in combat or the quest would fail."""
    if s.cards[card].committed or _short(s) <= 0 or len(committed(s)) < 2:
        return False
    return quest_margin(s) < 0 or not Outlook(s, seat).foes


def _strengthen(s: GameState, seat: int, card: int) -> bool:
    """A card from hand for a point of willpower."""
    if not s.cards[card].committed and ENTRIES[card].type == "hero":
        return False
    if _short(s) <= 0:
        return False
    return quest_margin(s) < 0 or len(s.players[seat].hand) >= PLENTY


def _protect(s: GameState, seat: int, card: int) -> bool:
    """A card from hand for a point of willpower of the bearer, if the quest fails by a little."""
    return s.cards[s.cards[card].host].committed and _short(s) > 0 > quest_margin(s)


def _ignore(s: GameState, seat: int, card: int) -> bool:
    """Less threat in the staging area, where that changes something."""
    return _short(s) > 0


def _sneak(s: GameState, seat: int, card: int) -> bool:
    """Gandalf, before enemies attack."""
    return bool(_facing(s, seat)) and any(ENTRIES[one].id == "gandalf" for one in s.players[seat].hand)


def _feint(s: GameState, seat: int, card: int) -> bool:
    """Hold back a strong enemy."""
    return any(attack_strength(s, enemy) >= STRONG_ATTACK for enemy in _facing(s, seat))


def _thicket(s: GameState, seat: int, card: int) -> bool:
    return sum([attack_strength(s, enemy) for enemy in _facing(s, seat)]) > STRONG_ATTACK + 1


def _ready_for_combat(s: GameState, seat: int, card: int) -> bool:
    """Whether there is a fight to come in which the readied character could take part."""
    return bool(s.players[seat].engaged) and s.phase in ("encounter", "combat") and not s.attacks


def _ready_bearer(s: GameState, seat: int, card: int) -> bool:
    """The bearer of Unexpected Courage, ready for combat if there is any."""
    if s.phase == "quest":
        return False
    return _ready_for_combat(s, seat, card)


def _ready_all(s: GameState, seat: int, card: int) -> bool:
    return bool(_facing(s, seat)) and len(exhausted(s, characters(s, seat))) >= MANY


def _missing(s: GameState) -> float:
    """How much attack is missing to destroy the enemy that is attacked; nothing outside of the players' attacks."""
    if not s.attacks or s.next_step != "strike" or current_attack(s).enemy_left:
        return 0
    attack = current_attack(s)
    return health(s, attack.enemy) + defense_strength(s, attack.enemy) - combined_attack(s, attack)


def _for_gondor(s: GameState, seat: int, card: int) -> bool:
    missing = _missing(s)
    return 0 < missing <= len(current_attack(s).attackers) if missing else False


def _mastery(s: GameState, seat: int, card: int) -> bool:
    return _missing(s) == 1


def _beorn(s: GameState, seat: int, card: int) -> bool:
    return card in current_attack(s).attackers and 0 < _missing(s) <= 5 if _missing(s) else False


def _rain(s: GameState, seat: int, card: int) -> bool:
    """A point of damage that destroys somebody."""
    return s.phase == "combat" and any(health(s, enemy) == 1 for enemy in s.players[seat].engaged)


def _heal_fully(s: GameState, seat: int, card: int) -> bool:
    return any(s.cards[hero].damage >= GRAVE_DAMAGE for hero in heroes(s, seat))


def _heal_all(s: GameState, seat: int, card: int) -> bool:
    return sum([s.cards[hero].damage for hero in heroes(s, seat)]) >= MUCH_DAMAGE


def _heal_two(s: GameState, seat: int, card: int) -> bool:
    """Heal heroes once nothing else is to be done."""
    return bool(wounded(s, heroes(s, seat)))


def _draw(s: GameState, seat: int, card: int) -> bool:
    """Exhaust for cards: when combat has nothing left to do, or before anything if nobody threatens."""
    if s.phase == "combat":
        return not _facing(s, seat) and not s.attacks
    if s.phase == "encounter":
        return not Outlook(s, seat).foes
    return False


def _draw_idle(s: GameState, seat: int, card: int) -> bool:
    return s.phase in ("resource", "planning")


def _lower(s: GameState, seat: int, card: int) -> bool:
    return s.players[seat].threat >= LOW_THREAT


def _fight_with_spare(s: GameState, seat: int, card: int) -> bool:
    """Strike an enemy down before it attacks."""
    facing = _facing(s, seat)
    strongest = max([attack_strength(s, one) for one in fighters(s, seat)], default=0)
    return any(strongest >= health(s, enemy) + defense_strength(s, enemy) for enemy in facing)


USES: dict[str, Test] = {
    "steward-of-gondor": _always,
    "loriens-wealth": _always,
    "fortune-or-fate": _always,
    "stand-and-fight": _always,
    "self-preservation": _always,
    "glorfindel": _always,
    "daughter-of-the-nimrodel": _heal_two,
    "gleowine": _draw_idle,
    "beravor": _draw,
    "the-galadhrims-greeting": _lower,
    "lore-of-imladris": _heal_fully,
    "beorns-hospitality": _heal_all,
    "radagasts-cunning": _ignore,
    "secret-paths": _ignore,
    "faramir": _rally,
    "eowyn": _strengthen,
    "protector-of-lorien": _protect,
    "sneak-attack": _sneak,
    "feint": _feint,
    "thicket-of-spears": _thicket,
    "a-light-in-the-dark": _feint,
    "ever-vigilant": _ready_for_combat,
    "unexpected-courage": _ready_bearer,
    "grim-resolve": _ready_all,
    "for-gondor": _for_gondor,
    "blade-mastery": _mastery,
    "beorn": _beorn,
    "rain-of-arrows": _rain,
    "quick-strike": _fight_with_spare,
}
"""When to use a card, by its id; others are never used by habit."""
