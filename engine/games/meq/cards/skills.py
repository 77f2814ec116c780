"""The abilities of skill cards, which heroes learn in training (p. 26)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, as_flow
from engine.core.state import disclose
from engine.core.words import Words
from engine.games.meq.cards.parts.combat import UNCANCELLABLE, bonus, next_round, opponent_discards
from engine.games.meq.cards.registry import COMBAT_ABILITIES
from engine.games.meq.components.box import COMBAT, ENEMIES
from engine.games.meq.rules.fighter import MELEE, RANGED, CombatAbility, Fighter
from engine.games.meq.rules.fights import lose_random_cards
from engine.games.meq.rules.hand import hand_room, one_of_each, take_openly
from engine.games.meq.rules.pools import lay_open, restore
from engine.games.meq.state import SAURON, GameState, seat_of

skill = COMBAT_ABILITIES.card


def per_card(attack: int, defense: int, type: str, en: str, pl: str) -> CombatAbility:
    """A bonus for each other card in the own combat stack."""

    def do(s: GameState, me: Fighter, _opponent: Fighter) -> None:
        stack = s.combat.hero_stack if me.is_hero else s.combat.enemy_stack
        others = sum(card != me.card and type in ("", COMBAT[card].type) for card in stack)
        me.attack_bonus += attack * others
        me.defense_bonus += defense * others

    return CombatAbility(Words(en, pl), now=do)


def _hold_to_type(s: GameState, _me: Fighter, opponent: Fighter) -> None:
    if opponent.type and opponent.type != s.combat.declared_type:
        opponent.cancel()


def _declare(s: GameState, by: int) -> Flow[None]:
    choice = yield Decision(by, "declare", [("declare", RANGED), ("declare", MELEE)])
    s.combat.declared_type = choice[1]
    tell(s, "declared", choice[1:])


skill("expose-weakness", next_round(attack=2))
skill("crossbow-shot", UNCANCELLABLE)


def _expose(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
    opponent.reduce(defense=0)


skill(
    "flaming-arrow",
    CombatAbility(
        Words(
            "next round reduce your opponent's printed defense to 0",
            "w następnej rundzie zredukuj wydrukowaną obronę wroga do 0",
        ),
        later=_expose,
    ),
)

skill("overhead-swing", opponent_discards(2))


def _plan(s: GameState, me: Fighter, _opponent: Fighter) -> Flow[None]:
    """Another card of the stack returns to hand."""
    stack = s.combat.hero_stack
    others = one_of_each([card for card in stack if card != me.card])
    if others and hand_room(s.heroes[s.combat.hero]):
        choice = yield Decision(seat_of(s.combat.hero), "plan", [("return", card) for card in others])
        stack.remove(choice[1])
        take_openly(s, s.combat.hero, choice[1])


skill(
    "shrewd-planning",
    CombatAbility(
        Words("return another card from your combat stack to hand", "weź na rękę inną kartę ze swojego stosu Walki"),
        ask=_plan,
    ),
)

skill(
    "ready",
    CombatAbility(
        Words(
            "next round a Ranged card costs you no strength and is discarded after the round",
            "w następnej rundzie karta Wsparcia nic cię nie kosztuje i po rundzie jest odrzucana",
        ),
        free_type=RANGED,
    ),
)


def _set_trap(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
    if opponent.type == MELEE:
        opponent.ability_damage += 2


skill(
    "set-trap",
    CombatAbility(
        Words(
            "next round your opponent is dealt 2 damage if he plays a Melee card",
            "w następnej rundzie wróg otrzymuje 2 rany, jeśli zagra Bijatykę",
        ),
        later=_set_trap,
    ),
)


@as_flow
def _endure(s: GameState, _me: Fighter, opponent: Fighter) -> None:
    if opponent.slain:
        c = s.combat
        for card in c.hero_stack:
            lay_open(s.heroes[c.hero], card)
        c.hero_stack = []
        restore(s, c.hero)


skill(
    "endure",
    CombatAbility(
        Words(
            "if your opponent is defeated this round, shuffle your rest pool and combat stack into your life pool",
            "jeśli wróg zostanie pokonany w tej rundzie, wtasuj pulę Odpoczynku i stos Walki do puli Życia",
        ),
        after=_endure,
    ),
)


def _heightened_senses(s: GameState, _me: Fighter, _opponent: Fighter) -> Flow[None]:
    yield from _declare(s, SAURON)


skill(
    "heightened-senses",
    CombatAbility(
        Words(
            "your opponent names a type; next round a card of the other type is cancelled",
            "wróg wybiera typ; w następnej rundzie jego karta innego typu jest anulowana",
        ),
        ask=_heightened_senses,
        later=_hold_to_type,
    ),
)


def _outmaneuver(s: GameState, _me: Fighter, _opponent: Fighter) -> Flow[None]:
    yield from _declare(s, seat_of(s.combat.hero))


skill(
    "outmaneuver",
    CombatAbility(
        Words(
            "name a type; next round your opponent's card of the other type is cancelled",
            "wybierz typ; w następnej rundzie karta wroga innego typu jest anulowana",
        ),
        ask=_outmaneuver,
        later=_hold_to_type,
    ),
)


def _stun(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
    if opponent.printed_defense >= 2:
        opponent.cancel()


skill(
    "concussive-shot",
    CombatAbility(
        Words(
            "next round a card of your opponent with printed defense 2 or more is cancelled",
            "w następnej rundzie karta wroga z wydrukowaną obroną co najmniej 2 jest anulowana",
        ),
        later=_stun,
    ),
)


def _shield_smash(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
    if opponent.spec and opponent.spec.cost >= 2:
        opponent.cancel()


skill(
    "shield-smash",
    CombatAbility(
        Words(
            "next round a card of your opponent that costs 2 or more is cancelled",
            "w następnej rundzie karta wroga kosztująca co najmniej 2 jest anulowana",
        ),
        later=_shield_smash,
    ),
)

skill(
    "retaliate",
    CombatAbility(
        Words(
            "deal 1 damage for each damage you are dealt this round",
            "zadaj 1 ranę za każdą ranę otrzymaną w tej rundzie",
        ),
        reflects=True,
    ),
)
skill(
    "focused-assault",
    per_card(
        1,
        1,
        MELEE,
        "+1 attack and +1 defense for each other Melee card in your combat stack",
        "+1 do ataku i +1 do obrony za każdą inną Bijatykę w twoim stosie Walki",
    ),
)
skill(
    "brutal-finisher",
    per_card(
        1,
        0,
        "",
        "+1 attack for each other card in your combat stack",
        "+1 do ataku za każdą inną kartę w twoim stosie Walki",
    ),
)


def _wear_down(s: GameState, _me: Fighter, opponent: Fighter) -> None:
    for card in lose_random_cards(s, opponent, 1):
        opponent.ability_damage += COMBAT[card].attack


skill(
    "wear-down",
    CombatAbility(
        Words(
            "your opponent discards a random card and is dealt damage equal to its attack",
            "wróg odrzuca losową kartę i otrzymuje rany równe jej atakowi",
        ),
        now=_wear_down,
    ),
)


def _execute(_s: GameState, _me: Fighter, opponent: Fighter) -> None:
    if opponent.printed_defense == 0:
        opponent.slain = True


skill(
    "execute",
    CombatAbility(
        Words(
            "if your opponent's printed defense is 0 he is defeated",
            "jeśli wydrukowana obrona wroga wynosi 0, zostaje on pokonany",
        ),
        now=_execute,
    ),
)


def _reversal(_s: GameState, me: Fighter, opponent: Fighter) -> None:
    if opponent.type == MELEE:
        me.attack_bonus += opponent.printed_attack


skill(
    "reversal",
    CombatAbility(
        Words(
            "if your opponent plays a Melee card, gain its attack and cancel it",
            "jeśli wróg zagrał Bijatykę, zyskaj jej atak i anuluj ją",
        ),
        cancels=lambda _me, opponent: opponent.type == MELEE,
        now=_reversal,
    ),
)

skill(
    "crushing-blow",
    CombatAbility(
        Words(
            "if your opponent's printed defense is 1 or less, +2 attack and cancel his card",
            "jeśli wydrukowana obrona wroga wynosi najwyżej 1, +2 do ataku i anuluj jego kartę",
        ),
        cancels=lambda _me, opponent: 0 <= opponent.printed_defense <= 1,
        now=bonus(2, 0, lambda _me, opponent: 0 <= opponent.printed_defense <= 1),
    ),
)


@as_flow
def _hamstring(s: GameState, me: Fighter, opponent: Fighter) -> None:
    deck = s.combat_decks[ENEMIES[s.combat.enemy].deck]
    if opponent.damage_taken and deck:
        s.combat.enemy_stack.insert(0, deck.pop())
        disclose(s)


skill(
    "hamstring",
    CombatAbility(
        Words(
            "if you deal damage, put the top card of your opponent's deck under his combat stack",
            "jeśli zadasz rany, włóż wierzchnią kartę talii wroga pod jego stos Walki",
        ),
        after=_hamstring,
    ),
)
