"""The special abilities of monsters in combat (p. 27); minions have none there but the Mouth of Sauron's."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, as_flow
from engine.core.state import disclose
from engine.core.words import Words
from engine.games.meq.cards.registry import MONSTER_ABILITIES
from engine.games.meq.components.box import ENEMIES
from engine.games.meq.components.schema import CombatCard
from engine.games.meq.rules.corruption import corrupt
from engine.games.meq.rules.damage import take_damage
from engine.games.meq.rules.fighter import MELEE, RANGED, CombatAbility, Deed, Fighter
from engine.games.meq.rules.fights import lose_random_cards
from engine.games.meq.rules.knowledge import forget_enemy_types
from engine.games.meq.rules.options import DONE, DRAW_MORE
from engine.games.meq.state import SAURON, GameState

monster = MONSTER_ABILITIES.card


def _stronger(type: str) -> Deed:
    def do(_s: GameState, me: Fighter, _opponent: Fighter) -> None:
        if me.type == type:
            me.attack_bonus += 1

    return do


monster(
    "spy",
    CombatAbility(
        Words(
            "Ranged damage becomes influence in extension of strongholds",
            "rany z kart Wsparcia zamieniają się we wpływ w otoczeniu Twierdz Cienia",
        ),
        spies=True,
    ),
)


def _spread_lies(s: GameState, me: Fighter, opponent: Fighter) -> Flow[None]:
    if opponent.damage_taken and me.type == RANGED and not s.combat.lies_spread:
        s.combat.lies_spread = True
        yield from corrupt(s, s.combat.hero)


monster(
    "spread-lies",
    CombatAbility(
        Words(
            "once per fight, after dealing damage with a Ranged card, the hero receives 1 Corruption card",
            "raz na walkę, po zadaniu ran kartą Wsparcia, bohater otrzymuje 1 kartę Korupcji",
        ),
        after=_spread_lies,
    ),
)

monster(
    "precision",
    CombatAbility(Words("Ranged cards gain +1 attack", "karty Wsparcia zyskują +1 do ataku"), now=_stronger(RANGED)),
)


def _fanatical(s: GameState, me: Fighter, opponent: Fighter) -> Flow[None]:
    if me.type == opponent.type == MELEE:
        opponent.ability_damage += 1
        yield from take_damage(s, s.combat.hero, 1)


monster(
    "fanatical",
    CombatAbility(
        Words("if both play Melee cards, deal 1 damage", "jeśli obaj zagrali Bijatykę, zadaj 1 ranę"), ask=_fanatical
    ),
)


@as_flow
def _regenerate(s: GameState, me: Fighter, _opponent: Fighter) -> None:
    if me.type == RANGED and not me.slain:
        s.combat.damage = max(0, s.combat.damage - 1)


monster(
    "regenerate",
    CombatAbility(
        Words(
            "heal 1 damage at the end of a round in which it played a Ranged card",
            "leczy 1 ranę na koniec rundy, w której zagrał Wsparcie",
        ),
        after=_regenerate,
    ),
)


def _cheaper_melee(card: CombatCard, _at: int) -> int:
    return max(0, card.cost - 1) if card.type == MELEE else card.cost


monster(
    "superior-tactics",
    CombatAbility(
        Words("Melee cards cost 1 strength less", "karty Bijatyki kosztują o 1 siłę mniej"), cost=_cheaper_melee
    ),
)

monster(
    "counter-attack",
    CombatAbility(
        Words(
            "when its Melee card prevents damage, deal 1 damage",
            "gdy obrona jego karty Bijatyki zapobiegnie ranom, zadaj 1 ranę",
        ),
        counters=True,
    ),
)


def _bloodfury(s: GameState, me: Fighter, opponent: Fighter) -> Flow[None]:
    deck = s.combat_decks[ENEMIES[s.combat.enemy].deck]
    if not (me.type == MELEE and opponent.damage_taken and deck):
        return
    choice = yield Decision(SAURON, "draw-more", [DRAW_MORE, DONE])
    if choice == DRAW_MORE:
        s.combat.hand.append(deck.pop())
        forget_enemy_types(s)
        disclose(s)
        tell(s, "opponent-drew", (1,))


monster(
    "bloodfury",
    CombatAbility(
        Words(
            "after dealing damage with a Melee card, it may draw a card",
            "po zadaniu ran kartą Bijatyki może dobrać kartę",
        ),
        after=_bloodfury,
    ),
)


def _free_opening(card: CombatCard, at: int) -> int:
    return 0 if at == 0 and card.type == MELEE else card.cost


monster(
    "surprise-assault",
    CombatAbility(
        Words(
            "a Melee card at the bottom of its combat stack costs no strength",
            "karta Bijatyki na spodzie stosu Walki nic nie kosztuje",
        ),
        cost=_free_opening,
    ),
)


@as_flow
def _venom(s: GameState, me: Fighter, opponent: Fighter) -> None:
    if me.type == MELEE and opponent.damage_taken >= 2:
        lose_random_cards(s, opponent, 1)


monster(
    "paralyzing-venom",
    CombatAbility(
        Words(
            "after dealing 2 or more damage with a Melee card, the hero discards a random card",
            "po zadaniu co najmniej 2 ran kartą Bijatyki bohater odrzuca losową kartę",
        ),
        after=_venom,
    ),
)

monster(
    "crushing-strength",
    CombatAbility(Words("Melee cards gain +1 attack", "karty Bijatyki zyskują +1 do ataku"), now=_stronger(MELEE)),
)
monster(
    "roar",
    CombatAbility(
        Words("a Ranged card cancels the hero's Melee card", "karta Wsparcia anuluje Bijatykę bohatera"),
        cancels=lambda me, opponent: me.type == RANGED and opponent.type == MELEE,
    ),
)
monster(
    "stampede",
    CombatAbility(
        Words("1 of its Melee damage must come from hand", "1 rana z karty Bijatyki musi pochodzić z ręki"),
        from_hand=True,
    ),
)


@as_flow
def _fear(s: GameState, me: Fighter, opponent: Fighter) -> None:
    s.combat.afraid = me.type == MELEE and opponent.damage_taken >= 3


monster(
    "fear",
    CombatAbility(
        Words(
            "after dealing 3 or more damage with a Melee card, the hero plays at random next round",
            "po zadaniu co najmniej 3 ran kartą Bijatyki bohater w następnej rundzie zagrywa losowo",
        ),
        after=_fear,
    ),
)
