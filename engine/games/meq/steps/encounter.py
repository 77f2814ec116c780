"""The Encounter step at the end of a hero's turn (p. 24, p. 25)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import because, disclose
from engine.games.meq.cards.registry import ENCOUNTER_EFFECTS, QUEST_EFFECTS
from engine.games.meq.components.box import ENCOUNTERS, QUESTS
from engine.games.meq.layout import HAVEN_DECK, LOCATIONS, colour_pair_of
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.heroes import corruption_of
from engine.games.meq.rules.locations import is_closed, is_perilous
from engine.games.meq.state import GameState
from engine.games.meq.steps.turn import hero_step

ENCOUNTERS_DRAWN = 3


@hero_step
def encounter(s: GameState) -> Flow[None]:
    """Draw three encounter cards and resolve one, outside perilous locations (p. 24)."""
    h = s.turn.hero
    hero = s.heroes[h]
    s.step = "turn-end"
    if is_perilous(s, h, hero.place) or is_closed(s, hero.place):
        return
    fight = quest_fight(s, h)
    if fight >= 0:
        engage(s, h, QUESTS[fight].monster, "quest")
        return
    deck = HAVEN_DECK if LOCATIONS[hero.place].haven else colour_pair_of(hero.place)
    fewer = sum(corruption.fewer_encounters for corruption in corruption_of(hero))
    cards = draw_encounters(s, deck, ENCOUNTERS_DRAWN - fewer)
    fitting = [card for card in cards if ENCOUNTERS[card].fits >> hero.place & 1]
    if not fitting:
        s.encounter_discards[deck] += cards
        return
    card = min(fitting, key=lambda one: ENCOUNTERS[one].priority)
    yield from resolve_encounter(s, h, card, deck, [one for one in cards if one != card])


def quest_fight(s: GameState, h: int) -> int:
    """The quest of the hero that puts a fight in the place of encounters here, or -1 (p. 25)."""
    for quest in s.heroes[h].quests:
        if quest in QUESTS and QUESTS[quest].monster and QUESTS[quest].place == s.heroes[h].place:
            return quest
    return -1


def draw_encounters(s: GameState, deck: int, amount: int) -> list[int]:
    """Draw encounter cards, mixing the discards back in when the deck is empty (p. 24)."""
    pile = s.encounter_decks[deck]
    cards = []
    for _ in range(amount):
        if not pile:
            pile += s.encounter_discards[deck]
            s.encounter_discards[deck].clear()
            shuffle(s, pile, f"encounters:{deck}")
        if pile:
            cards.append(pile.pop())
    disclose(s)
    return cards


def resolve_encounter(s: GameState, h: int, card: int, deck: int, others: list[int]) -> Flow[None]:
    """Resolve an encounter, and discard the others that were drawn after it; a quest stays with the hero (p. 24)."""
    spec = ENCOUNTERS[card]
    tell(s, "encounter", (h, card))
    if card in QUEST_EFFECTS:
        s.heroes[h].quests.append(card)
        effect = QUEST_EFFECTS[card].setup
    else:
        s.encounter_discards[deck].append(card)
        effect = ENCOUNTER_EFFECTS[card]
    if spec.reshuffle:
        s.encounter_decks[deck] += s.encounter_discards[deck]
        s.encounter_discards[deck].clear()
        shuffle(s, s.encounter_decks[deck], f"encounters:{deck}")
    s.encounter_discards[deck] += others
    with because(s, "text", card):
        yield from effect.run(s, h)
