"""Who may see a match, and who may act for its seats."""

from services.api.errors_pb2 import ErrorReason
from services.match.commands import check_seat
from services.match.hosted import HostedMatch
from services.process.refusals import Refused
from services.rpc.tokens import Caller


def check_may_watch(hosted: HostedMatch, caller: Caller, seat: int | None) -> None:
    """Refuse a view the caller has no right to."""
    if seat is not None:
        check_may_act(hosted, caller, seat)
    elif hosted.meta.private and not caller.may_watch_private(hosted.meta.match_id):
        raise _refused(caller, "The match is private; spectators need a token for it.")


def check_may_act(hosted: HostedMatch, caller: Caller, seat: int) -> None:
    """Refuse a caller who is not this seat's person, nor one of our services, nor plays for the bot that holds it."""
    check_seat(hosted, seat)
    if not caller.may_act_for(hosted.meta.match_id, seat):
        raise _refused(caller, f"Seat {seat} of this match needs its own token.")
    if caller.kind == "turn" and not hosted.seats[seat].held_by_bot:
        raise _refused(caller, f"A person holds seat {seat}.")


def _refused(caller: Caller, message: str) -> Refused:
    if caller.kind == "guest":
        return Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, message)
    return Refused(ErrorReason.ERROR_REASON_FORBIDDEN, message)
