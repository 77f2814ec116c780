"""The abilities of hero and monster combat cards; cards of one name share one (p. 28)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.core.words import Words
from engine.games.meq.cards.parts.combat import (
    MORE_DAMAGE,
    NO_DEFENSE,
    UNCANCELLABLE,
    against_no_defense,
    bonus,
    cancel,
    cancel_next,
    next_round,
    opponent_discards,
    versus,
)
from engine.games.meq.cards.registry import COMBAT_ABILITIES
from engine.games.meq.rules.fighter import MELEE, RANGED, CombatAbility, Fighter
from engine.games.meq.rules.hand import draw, hand_room, take_openly
from engine.games.meq.rules.knowledge import count_types, ranged_in
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import SAURON, GameState, seat_of

combat_card = COMBAT_ABILITIES.card


combat_card("evade", cancel(MELEE))
combat_card("charge", cancel(RANGED))
combat_card(
    "earthquake",
    CombatAbility(
        Words("cancel your opponent's card", "anuluj kartę wroga"), cancels=lambda _me, opponent: bool(opponent.type)
    ),
)
combat_card("fall-back", cancel_next(MELEE))
combat_card("rush", cancel_next(RANGED))
combat_card("parry", versus(MELEE, defense=2))
combat_card("hack", versus(MELEE, attack=1))
combat_card("crush", versus(MELEE, attack=3))
combat_card("overdraw", versus(RANGED, attack=2))
combat_card("ranged-strike", versus(RANGED, attack=2))
combat_card("dodge", next_round(defense=2))
combat_card("concentrate", next_round(attack=2, defense=2))
combat_card("hide", next_round(defense=2, own=RANGED))
combat_card("overpower", next_round(attack=2, own=MELEE))
combat_card("volley", next_round(attack=2, own=RANGED))
combat_card("quick-shot", UNCANCELLABLE)
combat_card("sweep", UNCANCELLABLE)
combat_card(
    "block",
    CombatAbility(
        Words(
            "cannot be cancelled, and its defense cannot be reduced below 2",
            "nie można jej anulować ani zredukować jej obrony poniżej 2",
        ),
        firm=True,
        floor=2,
    ),
)
combat_card("precision", NO_DEFENSE)
combat_card("smash", NO_DEFENSE)


def _finesse(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
    opponent.reduce(attack=1, defense=1)


combat_card(
    "deadly-finesse",
    CombatAbility(
        Words(
            "reduce your opponent's printed attack and defense to 1", "zredukuj wydrukowany atak i obronę wroga do 1"
        ),
        now=_finesse,
    ),
)

combat_card(
    "aimed-shot",
    CombatAbility(
        Words(
            "+3 attack if your opponent plays the same type as last round",
            "+3 do ataku, jeśli wróg zagrał ten sam typ co w poprzedniej rundzie",
        ),
        now=bonus(3, 0, lambda _me, opponent: bool(opponent.type) and opponent.type == opponent.last_type),
    ),
)
combat_card("attack-of-opportunity", against_no_defense(5))
combat_card("sneak-attack", against_no_defense(3))
combat_card("eviscerate", MORE_DAMAGE)
combat_card("poison-arrow", MORE_DAMAGE)
combat_card(
    "reckless",
    CombatAbility(
        Words(
            "if you are dealt damage this round, take 2 more", "jeśli otrzymasz rany w tej rundzie, otrzymaj 2 więcej"
        ),
        reckless=2,
    ),
)
combat_card(
    "enraged",
    CombatAbility(
        Words(
            "you cannot be dealt more than 1 damage this round", "w tej rundzie nie możesz otrzymać więcej niż 1 ranę"
        ),
        most_damage=1,
    ),
)
combat_card("trample", opponent_discards(1))


def _tell_types(s: GameState, me: Fighter, _opponent: Fighter) -> None:
    if me.is_hero:
        s.combat.hero_knows_types = True
        hand, to = s.combat.hand, seat_of(s.combat.hero)
    else:
        s.combat.enemy_knows_types = True
        hand, to = s.heroes[s.combat.hero].hand, SAURON
    count_types(s)
    ranged = ranged_in(hand)
    disclose(s)
    tell(s, "told", (ranged, len(hand) - ranged), only=(to,), others=())


combat_card(
    "strategize",
    CombatAbility(
        Words(
            "your opponent tells you how many Ranged and Melee cards he holds",
            "wróg mówi ci, ile ma kart Wsparcia i Bijatyki",
        ),
        now=_tell_types,
    ),
)

combat_card(
    "anticipate",
    CombatAbility(
        Words(
            "next round your opponent plays first and face up",
            "w następnej rundzie wróg zagrywa pierwszy, odkrytą kartę",
        ),
        opponent_first=True,
    ),
)


def _catch_breath(s: GameState, _me: Fighter, _opponent: Fighter) -> Flow[None]:
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


combat_card(
    "rest",
    CombatAbility(
        Words("draw up to 2 cards from your rest pool or life pool", "dobierz do 2 kart z puli Odpoczynku lub Życia"),
        ask=_catch_breath,
    ),
)


def _retreat(s: GameState, me: Fighter, opponent: Fighter) -> Flow[None]:
    if not me.damage_taken and not opponent.slain and not s.finale:
        choice = yield Decision(seat_of(s.combat.hero), "retreat", [("stand",), ("retreat",)])
        s.combat.fled = choice == ("retreat",)


combat_card(
    "retreat",
    CombatAbility(
        Words(
            "if you take no damage this round, you may end the fight, move to an adjacent location and go on",
            "jeśli nie otrzymasz ran w tej rundzie, możesz zakończyć walkę, przejść na sąsiednią lokację i grać dalej",
        ),
        after=_retreat,
    ),
)
