"""Phase 3, the quest: commit characters, reveal encounter cards, compare willpower with threat (p. 14)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import checkpoint
from engine.games.lotr.abilities import Cue
from engine.games.lotr.drawing import renew_encounter_deck
from engine.games.lotr.elimination import players_left, raise_threat
from engine.games.lotr.progress import place_progress
from engine.games.lotr.responses import force, respond
from engine.games.lotr.reveal import reveal
from engine.games.lotr.state import Play
from engine.games.lotr.stats import staging_threat, willpower
from engine.games.lotr.steps.windows import open_window
from engine.games.lotr.table import characters, committed, each_player, has_flag, order, ready


def quest(s: Play) -> Flow[None]:
    """The quest phase begins (p. 14)."""
    s.phase = "quest"
    s.questing = True
    renew_encounter_deck(s)
    for card in list(s.quest):
        yield from force(s, "quest begins", card, Cue(card))
    s.queue = order(s)
    s.step = "commit"


def commit(s: Play) -> Flow[None]:
    """The next player exhausts any number of characters to commit them (p. 14, step 1)."""
    seat = s.queue[0]
    sent: list[int] = []
    while not s.players[seat].out:
        options: list[Option] = [("commit", card) for card in ready(s, characters(s, seat))]
        choice = yield Decision(seat, "commit", [*options, ("done",)])
        if choice[0] == "done":
            break
        state = s.cards[choice[1]]
        state.exhausted = state.committed = True
        sent.append(choice[1])
    if sent:
        tell(s, "committed", (seat, *sent))
    yield from respond(s, "committed", *(Cue(card, seat) for card in sent))
    s.queue.pop(0)
    if not s.queue:
        open_window(s, "staging")


def staging(s: Play) -> Flow[None]:
    """One card is to be revealed for each player, and what the stage adds (p. 14, step 2)."""
    stage = s.quest[0]
    s.to_reveal = players_left(s) + has_flag(stage, "one more card")
    if has_flag(stage, "no staging"):
        s.to_reveal = 0
    s.step = "stage card"
    yield from ()


def stage_card(s: Play) -> Flow[None]:
    """Reveal the next card and resolve it before another one (p. 14, step 2)."""
    if s.to_reveal:
        s.to_reveal -= 1
        s.staging_step = True
        yield from reveal(s)
        s.staging_step = False
        renew_encounter_deck(s)
        checkpoint(s)
    else:
        open_window(s, "resolve quest")


def resolve_quest(s: Play) -> Flow[None]:
    """Willpower above threat makes progress, below it raises every dial by the difference (p. 14, step 3)."""
    will = sum(willpower(s, card) for card in committed(s))
    margin = will - staging_threat(s)
    tell(s, "quest", (will, will - margin))
    s.questing = False
    if margin > 0:
        yield from place_progress(s, margin)
    elif margin < 0:
        for seat in each_player(s):
            raise_threat(s, seat, -margin)
        for card in list(s.staging):
            yield from force(s, "quest failed", card, Cue(card))
    renew_encounter_deck(s)
    open_window(s, "end phase")
