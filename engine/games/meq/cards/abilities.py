"""The abilities of hero, skill and monster combat cards; cards of one name share one (p. 28)."""

from engine.core.chance import below
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.core.words import Words
from engine.games.meq.cards.ability import Ability, Check, Deed
from engine.games.meq.cards.grammar import cards_pl
from engine.games.meq.components.cards import COMBAT
from engine.games.meq.rules.fighter import MELEE, RANGED, Fighter
from engine.games.meq.rules.hand import discard, draw, hand_room, take_openly
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import SAURON, GameState, seat_of

_TYPE = {RANGED: ("Ranged", "Wsparcie"), MELEE: ("Melee", "Bijatyka")}
_PLAYED = {RANGED: "Wsparcie", MELEE: "Bijatykę"}
"""The types as the object of a Polish verb."""


def _gain(attack: int, defense: int) -> tuple[str, str]:
    en = " and ".join([f"+{n} {what}" for n, what in ((attack, "attack"), (defense, "defense")) if n])
    pl = " i ".join([f"+{n} {what}" for n, what in ((attack, "do ataku"), (defense, "do obrony")) if n])
    return en, pl


def bonus(attack: int, defense: int, check: Check) -> Deed:
    """More attack or defense if something is so."""

    def do(_s: GameState, me: Fighter, foe: Fighter) -> None:
        if check(me, foe):
            me.attack_bonus += attack
            me.defense_bonus += defense

    return do


def versus(type: str, attack: int = 0, defense: int = 0) -> Ability:
    """A bonus if the enemy plays a type."""
    en, pl = _gain(attack, defense)
    words = Words(f"{en} if your opponent plays a {_TYPE[type][0]} card", f"{pl}, jeśli wróg zagrał {_PLAYED[type]}")
    return Ability(words, now=bonus(attack, defense, lambda _me, foe: foe.type == type))


def cancel(type: str) -> Ability:
    """Cancels a card of a type."""
    words = Words(f"cancel your opponent's {_TYPE[type][0]} card", f"anuluj kartę wroga typu {_TYPE[type][1]}")
    return Ability(words, cancels=lambda _me, foe: foe.type == type)


def cancel_next(type: str) -> Ability:
    """Cancels a card of a type in the next round."""

    def do(_s: GameState, _me: Fighter, foe: Fighter) -> None:
        if foe.type == type:
            foe.cancel()

    words = Words(
        f"next round a {_TYPE[type][0]} card of your opponent is cancelled",
        f"w następnej rundzie karta wroga typu {_TYPE[type][1]} jest anulowana",
    )
    return Ability(words, later=do)


def next_round(attack: int = 0, defense: int = 0, own: str = "") -> Ability:
    """A bonus in the next round, perhaps only for a type."""
    en, pl = _gain(attack, defense)
    if own:
        en, pl = f"{en} if you play a {_TYPE[own][0]} card", f"{pl}, jeśli zagrasz {_PLAYED[own]}"
    words = Words(f"next round {en}", f"w następnej rundzie {pl}")
    return Ability(words, later=bonus(attack, defense, lambda me, _foe: not own or me.type == own))


def undefended(attack: int) -> Ability:
    """A bonus against a printed defense of 0."""
    words = Words(
        f"+{attack} attack if your opponent's printed defense is 0",
        f"+{attack} do ataku, jeśli wydrukowana obrona wroga wynosi 0",
    )
    return Ability(words, now=bonus(attack, 0, lambda _me, foe: foe.printed_defense == 0))


def _pierce(_s: GameState, _me: Fighter, foe: Fighter) -> None:
    foe.reduce(defense=0)


def _finesse(_s: GameState, _me: Fighter, foe: Fighter) -> None:
    foe.reduce(attack=1, defense=1)


def discard_random(s: GameState, side: Fighter, amount: int) -> list[int]:
    """A fighter discards random cards from hand; gives them."""
    c = s.combat
    hand = s.heroes[c.hero].hand if side.is_hero else c.hand
    lost = []
    for _ in range(min(amount, len(hand))):
        card = hand[below(s, len(hand))]
        if side.is_hero:
            discard(s, c.hero, card)
        else:
            hand.remove(card)
            c.spent.append(card)
            tell(s, "foe_lost", (card,))
        lost.append(card)
    disclose(s)
    return lost


def disarm(amount: int) -> Ability:
    """The enemy discards random cards."""

    def do(s: GameState, _me: Fighter, foe: Fighter) -> None:
        discard_random(s, foe, amount)

    en = f"your opponent discards {amount} random card{'s' * (amount > 1)}"
    return Ability(Words(en, f"wróg odrzuca losowo {cards_pl(amount)}"), now=do)


def _tell_types(s: GameState, me: Fighter, _foe: Fighter) -> None:
    if me.is_hero:
        s.combat.hero_told = True
        hand, to = s.combat.hand, seat_of(s.combat.hero)
    else:
        s.combat.foe_told = True
        hand, to = s.heroes[s.combat.hero].hand, SAURON
    ranged = sum(COMBAT[card].type == RANGED for card in hand)
    disclose(s)
    tell(s, "told", (ranged, len(hand) - ranged), only=(to,), others=())


def _catch_breath(s: GameState, _me: Fighter, _foe: Fighter) -> Flow[None]:
    """Up to two cards from the top of the rest pool or life pool."""
    hero = s.heroes[s.combat.hero]
    for _ in range(min(2, hand_room(hero))):
        piles = [("breathe", name) for name, pile in (("life", hero.life), ("rest", hero.rest)) if pile]
        choice = yield Decision(seat_of(s.combat.hero), "breathe", [*piles, DONE])
        if choice == DONE:
            return
        if choice[1] == "life":
            draw(s, s.combat.hero, 1)
        else:
            take_openly(s, s.combat.hero, hero.rest.pop())


def _retreat(s: GameState, me: Fighter, foe: Fighter) -> Flow[None]:
    if not me.taken and not foe.slain and not s.finale:
        choice = yield Decision(seat_of(s.combat.hero), "retreat", [("stand",), ("retreat",)])
        s.combat.fled = choice == ("retreat",)


FIRM = Ability(Words("cannot be cancelled", "nie można jej anulować"), firm=True)
PIERCE = Ability(
    Words("reduce your opponent's printed defense to 0", "zredukuj wydrukowaną obronę wroga do 0"), now=_pierce
)
BLEED = Ability(
    Words("if you deal damage this round, deal 2 more", "jeśli zadasz rany w tej rundzie, zadaj 2 dodatkowe"), extra=2
)

ABILITIES: dict[str, Ability] = {
    "evade": cancel(MELEE),
    "charge": cancel(RANGED),
    "earthquake": Ability(
        Words("cancel your opponent's card", "anuluj kartę wroga"), cancels=lambda _me, foe: bool(foe.type)
    ),
    "fall_back": cancel_next(MELEE),
    "rush": cancel_next(RANGED),
    "parry": versus(MELEE, defense=2),
    "hack": versus(MELEE, attack=1),
    "crush": versus(MELEE, attack=3),
    "overdraw": versus(RANGED, attack=2),
    "ranged_strike": versus(RANGED, attack=2),
    "dodge": next_round(defense=2),
    "concentrate": next_round(attack=2, defense=2),
    "hide": next_round(defense=2, own=RANGED),
    "overpower": next_round(attack=2, own=MELEE),
    "volley": next_round(attack=2, own=RANGED),
    "quick_shot": FIRM,
    "sweep": FIRM,
    "block": Ability(
        Words(
            "cannot be cancelled, and its defense cannot be reduced below 2",
            "nie można jej anulować ani zredukować jej obrony poniżej 2",
        ),
        firm=True,
        floor=2,
    ),
    "precision": PIERCE,
    "smash": PIERCE,
    "deadly_finesse": Ability(
        Words(
            "reduce your opponent's printed attack and defense to 1", "zredukuj wydrukowany atak i obronę wroga do 1"
        ),
        now=_finesse,
    ),
    "aimed_shot": Ability(
        Words(
            "+3 attack if your opponent plays the same type as last round",
            "+3 do ataku, jeśli wróg zagrał ten sam typ co w poprzedniej rundzie",
        ),
        now=bonus(3, 0, lambda _me, foe: bool(foe.type) and foe.type == foe.last_type),
    ),
    "attack_of_opportunity": undefended(5),
    "sneak_attack": undefended(3),
    "eviscerate": BLEED,
    "poison_arrow": BLEED,
    "reckless": Ability(
        Words(
            "if you are dealt damage this round, take 2 more", "jeśli otrzymasz rany w tej rundzie, otrzymaj 2 więcej"
        ),
        reckless=2,
    ),
    "enraged": Ability(
        Words(
            "you cannot be dealt more than 1 damage this round", "w tej rundzie nie możesz otrzymać więcej niż 1 ranę"
        ),
        most_damage=1,
    ),
    "trample": disarm(1),
    "strategize": Ability(
        Words(
            "your opponent tells you how many Ranged and Melee cards he holds",
            "wróg mówi ci, ile ma kart Wsparcia i Bijatyki",
        ),
        now=_tell_types,
    ),
    "anticipate": Ability(
        Words(
            "next round your opponent plays first and face up",
            "w następnej rundzie wróg zagrywa pierwszy, odkrytą kartę",
        ),
        lasting=True,
    ),
    "rest": Ability(
        Words("draw up to 2 cards from your rest pool or life pool", "dobierz do 2 kart z puli Odpoczynku lub Życia"),
        ask=_catch_breath,
    ),
    "retreat": Ability(
        Words(
            "if you take no damage this round, you may end the fight, move to an adjacent location and go on",
            "jeśli nie otrzymasz ran w tej rundzie, możesz zakończyć walkę, przejść na sąsiednią lokację i grać dalej",
        ),
        after=_retreat,
    ),
}
