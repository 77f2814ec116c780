"""Damage dealt to a hero (p. 32)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.meq.components.box import COMBAT
from engine.games.meq.rules.hand import discard, one_of_each
from engine.games.meq.rules.knowledge import forget_types
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import GameState, Hero, seat_of


def is_defeated(hero: Hero) -> bool:
    """Whether the hero has no card in hand or life pool (p. 32)."""
    return not hero.life and not hero.hand


def lose_face_down(s: GameState, h: int, card: int) -> None:
    """Put a card from hand onto the damage pool; the others cannot tell which one it was (p. 21, p. 32)."""
    hero = s.heroes[h]
    s.known_cards = [one for one in s.known_cards if one not in hero.hand]
    hero.hand.remove(card)
    hero.hand_before = max(0, hero.hand_before - 1)
    hero.damage.append(card)
    hero.from_hand.append(True)
    forget_types(s, h)


def take_damage(s: GameState, h: int, amount: int, *, from_hand: bool = False) -> Flow[None]:
    """For each damage a card from the top of the life pool or one chosen from hand, face down (p. 32).

    The first of them may have to come from the hand, if there is one.
    """
    hero = s.heroes[h]
    if amount > 0:
        disclose(s)
        tell(s, "hurt", (h, amount))
    while amount > 0 and not is_defeated(hero):
        options: list[Option] = [("life",)] if hero.life and not (from_hand and hero.hand) else []
        options += [("lose", card) for card in one_of_each(hero.hand)]
        choice = yield Decision(seat_of(h), "wound", options)
        from_hand = False
        if choice[0] == "life":
            hero.damage.append(hero.life.pop())
            hero.from_hand.append(False)
        else:
            lose_face_down(s, h, choice[1])
        amount -= 1


def discard_shields(s: GameState, h: int, amount: int) -> Flow[int]:
    """Discard cards whose shields lower the damage (p. 25, several cards); gives the damage that is left."""
    hero = s.heroes[h]
    disclose(s)
    while amount > 0:
        shields = [card for card in one_of_each(hero.hand) if COMBAT[card].defense]
        choice = yield Decision(seat_of(h), "shields", [*(("discard", card) for card in shields), DONE])
        if choice == DONE:
            break
        discard(s, h, choice[1])
        amount -= COMBAT[choice[1]].defense
    return max(0, amount)
