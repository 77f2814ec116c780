"""Phase 3, the quest: commit characters, reveal encounter cards, compare willpower with threat (p. 14)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import checkpoint
from engine.games.lotr.cards.effects import VALUES, Cue
from engine.games.lotr.rules.encounter_deck import renew_encounter_deck
from engine.games.lotr.rules.in_play import characters, committed, each_player, player_order, players_left, ready
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.rules.stats import staging_threat, willpower_strength
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.action_windows import open_window


def quest(s: GameState) -> Flow[None]:
    """Begin the quest phase (p. 14)."""
    s.phase = "quest"
    s.questing = True
    renew_encounter_deck(s)
    for card in list(s.quest):
        yield from force(s, "quest-begins", card, Cue(card))
    s.queue = player_order(s)
    s.step = "commit"


def commit(s: GameState) -> Flow[None]:
    """Let the next player exhaust any number of characters to commit them (p. 14, step 1)."""
    seat = s.queue[0]
    volunteers: list[int] = []
    while not s.players[seat].eliminated:
        options: list[Option] = [("commit", card) for card in ready(s, characters(s, seat))]
        choice = yield Decision(seat, "commit", [*options, ("done",)])
        if choice[0] == "done":
            break
        state = s.cards[choice[1]]
        state.exhausted = state.committed = True
        volunteers.append(choice[1])
    if volunteers:
        tell(s, "committed", (seat, *volunteers))
    yield from respond(s, "committed", *(Cue(card, seat) for card in volunteers))
    s.queue.pop(0)
    if not s.queue:
        open_window(s, "staging")


def staging(s: GameState) -> None:
    """Count the cards to reveal: one for each player, and what the stage adds (p. 14, step 2); or skip the step."""
    stage = VALUES[s.quest[0]]
    if stage.skips_staging:
        s.step = "resolve-quest"
        return
    s.to_reveal = players_left(s) + stage.extra_reveals
    s.step = "stage-card"


def stage_card(s: GameState) -> Flow[None]:
    """Reveal the next card and resolve it before another one (p. 14, step 2)."""
    if s.to_reveal:
        s.to_reveal -= 1
        s.staging_step = True
        yield from reveal(s)
        s.staging_step = False
        renew_encounter_deck(s)
        checkpoint(s)
    else:
        open_window(s, "resolve-quest")


def resolve_quest(s: GameState) -> Flow[None]:
    """Place progress for willpower above the threat; below it, raise each player's threat (p. 14, step 3)."""
    will = sum(willpower_strength(s, card) for card in committed(s))
    margin = will - staging_threat(s)
    tell(s, "quest", (will, will - margin))
    s.questing = False
    if margin > 0:
        yield from place_progress(s, margin)
    elif margin < 0:
        for seat in each_player(s):
            raise_threat(s, seat, -margin)
        for card in list(s.staging):
            yield from force(s, "quest-failed", card, Cue(card))
    renew_encounter_deck(s)
    open_window(s, "end-phase")
