"""Parts of combat cards."""

from engine.core.words import Words
from engine.games.meq.cards.parts.polish import cards_pl
from engine.games.meq.rules.fighter import MELEE, RANGED, Check, CombatAbility, Deed, Fighter
from engine.games.meq.rules.fights import lose_random_cards
from engine.games.meq.state import GameState

_TYPE = {RANGED: ("Ranged", "Wsparcie"), MELEE: ("Melee", "Bijatyka")}
_PLAYED = {RANGED: "Wsparcie", MELEE: "Bijatykę"}
"""The types as the object of a Polish verb."""


def _gain(attack: int, defense: int) -> tuple[str, str]:
    en = " and ".join([f"+{n} {what}" for n, what in ((attack, "attack"), (defense, "defense")) if n])
    pl = " i ".join([f"+{n} {what}" for n, what in ((attack, "do ataku"), (defense, "do obrony")) if n])
    return en, pl


def bonus(attack: int, defense: int, check: Check) -> Deed:
    """More attack or defense if something is so."""

    def do(_s: GameState, me: Fighter, opponent: Fighter) -> None:
        if check(me, opponent):
            me.attack_bonus += attack
            me.defense_bonus += defense

    return do


def versus(type: str, attack: int = 0, defense: int = 0) -> CombatAbility:
    """A bonus if the opponent plays a type."""
    en, pl = _gain(attack, defense)
    words = Words(f"{en} if your opponent plays a {_TYPE[type][0]} card", f"{pl}, jeśli wróg zagrał {_PLAYED[type]}")
    return CombatAbility(words, now=bonus(attack, defense, lambda _me, opponent: opponent.type == type))


def cancel(type: str) -> CombatAbility:
    """Cancels a card of a type."""
    words = Words(f"cancel your opponent's {_TYPE[type][0]} card", f"anuluj kartę wroga typu {_TYPE[type][1]}")
    return CombatAbility(words, cancels=lambda _me, opponent: opponent.type == type)


def cancel_next(type: str) -> CombatAbility:
    """Cancels a card of a type in the next round."""

    def do(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
        if opponent.type == type:
            opponent.cancel()

    words = Words(
        f"next round a {_TYPE[type][0]} card of your opponent is cancelled",
        f"w następnej rundzie karta wroga typu {_TYPE[type][1]} jest anulowana",
    )
    return CombatAbility(words, later=do)


def next_round(attack: int = 0, defense: int = 0, own: str = "") -> CombatAbility:
    """A bonus in the next round, perhaps only for a type."""
    en, pl = _gain(attack, defense)
    if own:
        en, pl = f"{en} if you play a {_TYPE[own][0]} card", f"{pl}, jeśli zagrasz {_PLAYED[own]}"
    words = Words(f"next round {en}", f"w następnej rundzie {pl}")
    return CombatAbility(words, later=bonus(attack, defense, lambda me, _opponent: not own or me.type == own))


def against_no_defense(attack: int) -> CombatAbility:
    """A bonus against a printed defense of 0."""
    words = Words(
        f"+{attack} attack if your opponent's printed defense is 0",
        f"+{attack} do ataku, jeśli wydrukowana obrona wroga wynosi 0",
    )
    return CombatAbility(words, now=bonus(attack, 0, lambda _me, opponent: opponent.printed_defense == 0))


def _pierce(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
    opponent.reduce(defense=0)


def opponent_discards(amount: int) -> CombatAbility:
    """The opponent discards random cards."""

    def do(s: GameState, _me: Fighter, opponent: Fighter) -> None:
        lose_random_cards(s, opponent, amount)

    en = f"your opponent discards {amount} random card{'s' * (amount > 1)}"
    return CombatAbility(Words(en, f"wróg odrzuca losowo {cards_pl(amount)}"), now=do)


UNCANCELLABLE = CombatAbility(Words("cannot be cancelled", "nie można jej anulować"), firm=True)
NO_DEFENSE = CombatAbility(
    Words("reduce your opponent's printed defense to 0", "zredukuj wydrukowaną obronę wroga do 0"), now=_pierce
)
MORE_DAMAGE = CombatAbility(
    Words("if you deal damage this round, deal 2 more", "jeśli zadasz rany w tej rundzie, zadaj 2 dodatkowe"), extra=2
)
