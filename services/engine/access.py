"""Who may see a match, and who may act for its seats."""

from services.api.errors_pb2 import ErrorReason
from services.match.commands import check_seat
from services.match.hosted import HostedMatch
from services.process.refusals import Refused
from services.rpc.tokens import Caller


def holder_of_seat(hosted: HostedMatch, caller: Caller, seat: int | None) -> Caller:
    """The caller as the person of a seat, where a player token is of the player whose seat it is; else as they are."""
    players = hosted.meta.players
    if caller.kind == "player" and seat is not None and 0 <= seat < len(players) and players[seat] == caller.name:
        caller.require_scope("play", "bot")
        return Caller("seat", caller.name, hosted.meta.match_id, seat)
    return caller


def check_may_watch(hosted: HostedMatch, caller: Caller, seat: int | None) -> None:
    """Refuse a view the caller has no right to."""
    if seat is not None:
        check_may_act(hosted, caller, seat)
    elif hosted.meta.private and not _may_watch_private(hosted, caller):
        raise _refused(caller, "The match is private; spectators need a token for it.")


def check_may_act(hosted: HostedMatch, caller: Caller, seat: int) -> None:
    """Refuse a caller who is not this seat's person, nor one of our services, nor plays for the bot that holds it."""
    check_seat(hosted, seat)
    if not caller.may_act_for(hosted.meta.match_id, seat):
        raise _refused(caller, f"Seat {seat} of this match needs its own token.")
    if caller.kind == "turn" and not hosted.seats[seat].held_by_bot:
        raise _refused(caller, f"A person holds seat {seat}.")


def check_may_hand_over(hosted: HostedMatch, caller: Caller) -> None:
    """Refuse people of a tournament who would have a bot play for them: its rules alone say where one does."""
    if hosted.meta.is_of_tournament and caller.kind in ("player", "seat"):
        raise _refused(caller, "No seat of a tournament is handed over; who leaves withdraws from the tournament.")


def _may_watch_private(hosted: HostedMatch, caller: Caller) -> bool:
    plays_in_it = caller.kind == "player" and caller.name in hosted.meta.players
    return plays_in_it or caller.may_watch_private(hosted.meta.match_id)


def _refused(caller: Caller, message: str) -> Refused:
    if caller.kind in ("guest", "gateway"):
        return Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, message)
    return Refused(ErrorReason.ERROR_REASON_FORBIDDEN, message)
