"""What can happen to a hero: traits, favor, cards between the pools, training, items (p. 20, p. 21, p. 26)."""

from engine.core.chance import below, shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.meq.components.cards import COMBAT, CORRUPTIONS, FIRST_COPY, ITEMS
from engine.games.meq.components.figures import HEROES
from engine.games.meq.components.specs import TRAITS
from engine.games.meq.influence import DONE
from engine.games.meq.layout import IDS, LOCATIONS
from engine.games.meq.state import GameState, Hero

MOST_LEVELS = 2
SAD_FAVOR = 3
"""The most favor of a hero who is Despairing."""
FULL_HAND = 7
"""The largest hand of a hero who is Distraught."""
_WEAKENS = {"weary": 0, "weak": 1, "helpless": 2, "deranged": 3}
"""Corruption that lowers a trait by one."""


def seat(h: int) -> int:
    """The seat of a hero."""
    return h + 1


def sheet(hero: Hero) -> str:
    """The special ability of a hero."""
    return HEROES[hero.who].ability


def suffers(hero: Hero, key: str) -> bool:
    """Whether a corruption card lies on the hero."""
    return any(CORRUPTIONS[card].key == key for card in hero.corruption)


def long_suffers(hero: Hero, key: str) -> bool:
    """Whether a corruption card lies on the hero since before this turn (Hopeless, Mistrusted)."""
    return any(CORRUPTIONS[card].key == key and card not in hero.recent for card in hero.corruption)


def new_turn(s: GameState) -> None:
    """A player turn begins, a hero's or Sauron's: what is counted by the turn starts anew."""
    for hero in s.heroes:
        hero.gained = 0
        hero.recent = []


def trait(hero: Hero, which: int) -> int:
    """Fortitude, strength, agility or wisdom with levels and corruption (p. 20, p. 26)."""
    value = HEROES[hero.who].traits[which] + hero.levels[which]
    for card in hero.corruption:
        if _WEAKENS.get(CORRUPTIONS[card].key) == which:
            value -= 1
    return max(0, value)


def level_up(s: GameState, h: int, which: int) -> None:
    """Gain a level, at most two in each trait (p. 26)."""
    hero = s.heroes[h]
    if hero.levels[which] < MOST_LEVELS:
        hero.levels[which] += 1
        tell(s, "level", (h, TRAITS[which], trait(hero, which)))


def has_item(hero: Hero, key: str) -> bool:
    """Whether the hero has an item of that name."""
    return any(ITEMS[card].key == key for card in hero.items)


def gain_item(s: GameState, h: int, key: str) -> None:
    """Take an item card of that name, if one is left (p. 26)."""
    for card in s.items:
        if ITEMS[card].key == key:
            s.items.remove(card)
            s.heroes[h].items.append(card)
            tell(s, "item", (h, card))
            return


def lose_item(s: GameState, h: int, card: int) -> None:
    """Give an item card back."""
    s.heroes[h].items.remove(card)
    s.items.append(card)
    tell(s, "lost_item", (h, card))


# -- favor


def favor_room(s: GameState, h: int) -> int:
    """How much favor a hero can still gain this turn (p. 26)."""
    hero = s.heroes[h]
    most = 99
    if hero.corruption:
        if suffers(hero, "despairing"):
            most = SAD_FAVOR - hero.favor
        if long_suffers(hero, "mistrusted"):
            most = min(most, 1 - hero.gained)
    return max(0, most)


def gain_favor(s: GameState, h: int, amount: int) -> None:
    """Favor for a hero (p. 24)."""
    amount = min(amount, favor_room(s, h))
    s.heroes[h].favor += amount
    s.heroes[h].gained += amount
    tell(s, "favor", (h, s.heroes[h].favor))


def lose_favor(s: GameState, h: int, amount: int) -> None:
    """Favor spent or lost."""
    s.heroes[h].favor = max(0, s.heroes[h].favor - amount)
    tell(s, "favor", (h, s.heroes[h].favor))


# -- cards


def kinds_of(cards: list[int]) -> list[int]:
    """One card of each kind: copies of a card are the same choice."""
    found: dict[int, int] = {}
    for card in cards:
        found.setdefault(FIRST_COPY[card], card)
    return list(found.values())


def forget(s: GameState, card: int) -> None:
    """Nobody can name the place of a card or token any more, or everybody can."""
    for seen in s.known:
        if card in seen:
            seen.remove(card)


def take_openly(s: GameState, h: int, card: int) -> None:
    """A card goes into the hero's hand before everybody's eyes."""
    s.heroes[h].hand.append(card)
    note_skill(s.heroes[h], card)
    for viewer, seen in enumerate(s.known):
        if viewer != seat(h):
            seen.append(card)


def leave_hand(s: GameState, hero: Hero, card: int) -> None:
    """Take a card out of a hero's hand."""
    at = hero.hand.index(card)
    del hero.hand[at]
    if at < hero.kept_hand:
        hero.kept_hand -= 1
    forget(s, card)


def discard(s: GameState, h: int, card: int) -> None:
    """A card from hand, face up onto the rest pool (p. 21)."""
    hero = s.heroes[h]
    leave_hand(s, hero, card)
    lay_open(hero, card)
    disclose(s)
    tell(s, "discard", (h, card))


def lay_open(hero: Hero, card: int) -> None:
    """Put a card face up on the rest pool; everybody knows it from now on (p. 21)."""
    hero.rest.append(card)
    note_skill(hero, card)


def note_skill(hero: Hero, card: int) -> None:
    """Everybody has seen a card of this hero; if it is a skill, it is known to be the hero's."""
    if COMBAT[card].deck == "skill" and card not in hero.known_skills:
        hero.known_skills.append(card)


def lose_face_down(s: GameState, h: int, card: int) -> None:
    """A card goes from hand onto the damage pool; the others cannot tell which one it was (p. 21, p. 32)."""
    hero = s.heroes[h]
    for seen in s.known:
        if any(held in seen for held in hero.hand):
            seen[:] = [one for one in seen if one not in hero.hand]
    hero.hand.remove(card)
    hero.kept_hand = max(0, hero.kept_hand - 1)
    hero.damage.append(card)
    hero.from_hand.append(True)
    obscure_hand(s, h)


def obscure_hand(s: GameState, h: int) -> None:
    """A hidden card came into the hand or left it: what was told of its types is out of date (Strategize)."""
    if s.combat.hero == h:
        s.combat.foe_told = False


def discard_chosen(s: GameState, h: int, amount: int) -> Flow[None]:
    """The hero chooses cards from hand to discard; being asked or not tells something of the hand."""
    hero = s.heroes[h]
    disclose(s)
    for _ in range(min(amount, len(hero.hand))):
        choice = yield Decision(seat(h), "discard", [("discard", card) for card in kinds_of(hero.hand)])
        discard(s, h, choice[1])


def discard_random(s: GameState, h: int, amount: int) -> None:
    """Cards from hand are discarded at random."""
    hero = s.heroes[h]
    for _ in range(min(amount, len(hero.hand))):
        discard(s, h, hero.hand[below(s, len(hero.hand))])


def draw(s: GameState, h: int, amount: int) -> None:
    """Cards from the top of the life pool (p. 19)."""
    hero = s.heroes[h]
    amount = min(amount, len(hero.life), hand_room(hero))
    for _ in range(amount):
        hero.hand.append(hero.life.pop())
    obscure_hand(s, h)
    disclose(s)
    tell(s, "drew", (h, amount))


def hand_room(hero: Hero) -> int:
    """How many more cards the hand may hold: no limit but for the Distraught (p. 19)."""
    return max(0, FULL_HAND - len(hero.hand)) if hero.corruption and suffers(hero, "distraught") else 99


def trim_hand(s: GameState, h: int) -> Flow[None]:
    """A hero who is Distraught discards down to seven cards."""
    hero = s.heroes[h]
    if suffers(hero, "distraught"):
        yield from discard_chosen(s, h, max(0, len(hero.hand) - FULL_HAND))


def restore(s: GameState, h: int, *, rest: bool = True, damage: bool = False) -> None:
    """Shuffle the rest pool, the damage pool or both into the life pool (p. 20)."""
    hero = s.heroes[h]
    if rest and hero.rest:
        hero.fresh = list(hero.rest)
        hero.kept_hand = len(hero.hand)
        hero.kept_damage = len(hero.damage)
        hero.life += hero.rest
        hero.rest = []
    if damage:
        hero.life += hero.damage
        hero.damage, hero.from_hand, hero.kept_damage = [], [], 0
    shuffle(s, hero.life)
    tell(s, "restored", (h, len(hero.life)))


def shuffle_hand_away(s: GameState, h: int) -> None:
    """Shuffle the hand into the life pool."""
    hero = s.heroes[h]
    for card in hero.hand:
        forget(s, card)
    hero.life += hero.hand
    hero.hand, hero.kept_hand = [], 0
    shuffle(s, hero.life)


def mend(s: GameState, h: int, amount: int) -> None:
    """Move cards from the top of the damage pool to the top of the rest pool."""
    hero = s.heroes[h]
    for _ in range(min(amount, len(hero.damage))):
        lay_open(hero, hero.damage.pop())
        hero.from_hand.pop()
    hero.kept_damage = min(hero.kept_damage, len(hero.damage))
    disclose(s)


def mix_wounds(s: GameState, h: int) -> None:
    """Shuffle the damage pool into the rest pool (Iarwain Ben-adar; Athelas, Kingsfoil)."""
    mend(s, h, len(s.heroes[h].damage))
    shuffle(s, s.heroes[h].rest)


def fallen(hero: Hero) -> bool:
    """A hero without a card in hand and life pool is defeated (p. 32)."""
    return not hero.life and not hero.hand


def take_damage(s: GameState, h: int, amount: int, *, from_hand: bool = False) -> Flow[None]:
    """For each damage a card from the top of the life pool or one chosen from hand, face down (p. 32).

    The first of them may have to come from the hand, if there is one (Stampede).
    """
    hero = s.heroes[h]
    if amount > 0:
        disclose(s)
        tell(s, "hurt", (h, amount))
    while amount > 0 and not fallen(hero):
        options: list[Option] = [("life",)] if hero.life and not (from_hand and hero.hand) else []
        options += [("lose", card) for card in kinds_of(hero.hand)]
        choice = yield Decision(seat(h), "wound", options)
        from_hand = False
        if choice[0] == "life":
            hero.damage.append(hero.life.pop())
            hero.from_hand.append(False)
        else:
            lose_face_down(s, h, choice[1])
        amount -= 1


def train(s: GameState, h: int) -> Flow[None]:
    """Draw two skill cards, keep one in hand, discard the other (p. 26)."""
    hero = s.heroes[h]
    for _ in range(2):
        if not s.skill_deck:
            s.skill_deck, s.skill_discard = s.skill_discard, []
            shuffle(s, s.skill_deck)
        if s.skill_deck:
            s.looking.append(s.skill_deck.pop())
    if not s.looking:
        return
    s.looker = seat(h)
    disclose(s)
    choice = yield Decision(seat(h), "train", [("keep", card) for card in s.looking])
    s.looking.remove(choice[1])
    hero.hand.append(choice[1])
    s.skill_discard += s.looking
    s.looking = []
    disclose(s)
    tell(s, "trained", (h,))
    yield from trim_hand(s, h)


def purge(s: GameState, h: int, card: int) -> None:
    """A corruption card leaves the hero."""
    s.heroes[h].corruption.remove(card)
    s.corruption_discard.append(card)
    tell(s, "purged", (h, card))


def purge_chosen(s: GameState, h: int) -> Flow[None]:
    """The hero discards one corruption card of choice."""
    cards = s.heroes[h].corruption
    if cards:
        choice = yield Decision(seat(h), "purge", [("purge", card) for card in cards])
        purge(s, h, choice[1])


def move_to(s: GameState, h: int, place: int) -> None:
    """Put the figure on another location."""
    s.heroes[h].place = place
    tell(s, "moved", (h, IDS[place]))


def parry_damage(s: GameState, h: int, amount: int) -> Flow[int]:
    """Discard cards whose shields lower the damage (p. 25, several cards); gives the damage that is left."""
    hero = s.heroes[h]
    disclose(s)
    while amount > 0:
        shields = [card for card in kinds_of(hero.hand) if COMBAT[card].defense]
        choice = yield Decision(seat(h), "shields", [*(("discard", card) for card in shields), DONE])
        if choice == DONE:
            break
        discard(s, h, choice[1])
        amount -= COMBAT[choice[1]].defense
    return max(0, amount)


def in_haven(hero: Hero) -> bool:
    """Whether the hero stands in a haven."""
    return LOCATIONS[hero.place].haven
