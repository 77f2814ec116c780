"""Training: a skill card for a hero (p. 26)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.games.meq.rules.hand import trim_hand
from engine.games.meq.state import GameState, seat_of


def train(s: GameState, h: int) -> Flow[None]:
    """Draw two skill cards, keep one in hand, discard the other (p. 26)."""
    hero = s.heroes[h]
    for _ in range(2):
        if not s.skill_deck:
            s.skill_deck, s.skill_discard = s.skill_discard, []
            shuffle(s, s.skill_deck, "skills")
        if s.skill_deck:
            s.candidates.append(s.skill_deck.pop())
    if not s.candidates:
        return
    s.chooser = seat_of(h)
    disclose(s)
    choice = yield Decision(seat_of(h), "train", [("keep", card) for card in s.candidates])
    s.candidates.remove(choice[1])
    hero.hand.append(choice[1])
    s.skill_discard += s.candidates
    s.candidates = []
    disclose(s)
    tell(s, "trained", (h,))
    yield from trim_hand(s, h)
