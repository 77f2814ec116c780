"""What a seat sees of a match: the game's own view, and the part that every game has."""

from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.state import Outcome
from engine.core.view import CauseView, OptionView, OutcomeView, PendingDecision, View
from engine.core.vocabulary import Phrase, Value

if TYPE_CHECKING:
    from engine.core.match import Match


def observe(match: "Match", seat: int | None) -> Any:
    """The game's view for a seat, or a spectator (None), or plain data ready for JSON."""
    view = match.game.observe(match.state, seat)
    if isinstance(view, View):
        return _filled(match, view, seat)
    view["pending"] = [{"seat": d.seat, "kind": d.kind} for d in match.pending]
    view["options"] = [] if seat is None else [list(option) for option in match.options(seat)]
    outcome = match.outcome
    view["outcome"] = None if outcome is None else msgspec.structs.asdict(outcome)
    return view


def sight(match: "Match", seat: int | None) -> tuple[Any, ...]:
    """What is seen, not yet named: equal where the observations are, and cheaper."""
    pending = [(d.seat, d.kind) for d in match.pending]
    options = None if seat is None else match.options(seat)
    look = match.game.sight or match.game.observe
    return pending, options, match.cause(seat), match.outcome, look(match.state, seat)


def _filled(match: "Match", view: View, seat: int | None) -> View:
    """A view with the part that every game has."""
    lexicon, cause, outcome = match.lexicon, match.cause(seat), match.outcome
    options = [] if seat is None else [lexicon.option(option) for option in match.options(seat)]
    return msgspec.structs.replace(
        view,
        viewer=None if seat is None else lexicon.seat(seat),
        pending=[PendingDecision(lexicon.seat(d.seat), d.kind) for d in match.pending],
        options=[OptionView(*_sent(option), option.group) for option in options],
        groups=lexicon.order_groups({option.group for option in options}),
        touched=lexicon.order_touched({reference for option in options for reference in option.touches}),
        cause=None if cause is None else CauseView(*_sent(lexicon.cause(cause))),
        outcome=outcome and OutcomeView([lexicon.seat(n) for n in outcome.winners], *_how(outcome)),
    )


def _sent(phrase: Phrase) -> tuple[str, dict[str, Value], list[str]]:
    """What options and causes have in common in a view."""
    return phrase.verb, phrase.arguments, phrase.touches


def _how(outcome: Outcome) -> tuple[str, str, dict[str, int]]:
    """How a match ended, but for its winners."""
    return outcome.side, outcome.reason, outcome.scores
