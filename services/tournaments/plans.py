"""Plans of tournaments on the wire, and whether what they want can be played on this server."""

import msgspec

from services.api import tournaments_pb2 as pb
from services.competition import plan as plans
from services.competition.commands import password_digest
from services.competition.events import Created
from services.competition.plan import BadPlan, Duplicate, Plan, Pods, ScoreContest, Stage
from services.competition.plan_messages import data_of
from services.competition.rounds import is_pair
from services.match import editions
from services.process.refusals import invalid
from services.rpc import requests

LONGEST_CLOCK_SECONDS = requests.LONGEST_CLOCK_MS / 1000


def plan_of(message: pb.TournamentPlan, digest: str, before: Plan | None = None) -> Plan:
    """The plan of a request, checked, with the digest of its password; refused where it makes no sense. A password that
    it does not name stays as it was before."""
    try:
        data = data_of(message, requests.decode_options(message.setting.options))
        registration = data.setdefault("registration", {})
        if "password" in registration:
            registration["password"] = digest
        elif before is not None:
            registration["password"] = before.registration.password
        plan = plans.parse(data)
    except BadPlan as error:
        text = str(error)
        raise invalid(f"{text[:1].upper()}{text[1:].rstrip('.')}.") from None
    _check_clock(plan)
    return plan


def digest_of(message: pb.TournamentPlan) -> str:
    """The digest of the password in a request; empty for none. It takes its time, on purpose."""
    return password_digest(message.registration.password)


def _check_clock(plan: Plan) -> None:
    """Refuse times that no match can have."""
    clock = plan.clock
    for seconds in (clock.bank_seconds, clock.increment_seconds, clock.absence_seconds):
        if not 0 <= seconds <= LONGEST_CLOCK_SECONDS:
            raise invalid(f"Clocks are between 0 and {LONGEST_CLOCK_SECONDS:g} seconds.")


# -- what can be played here


def created(plan: Plan, commitment: str, games: tuple[str, ...]) -> Created:
    """The first event of a tournament; refused where what it wants to play cannot be played."""
    wanted = plan.setting
    game = editions.find(wanted.game, games)
    options = {name: msgspec.json.encode(value).decode() for name, value in wanted.options.items()}
    setting = requests.setting_of(game, wanted.scenario, wanted.seats or 0, options)
    roles = game.scenario(setting.scenario).roles(setting.options)
    sides = len({role.side for role in setting.roles})
    for number, stage in enumerate(plan.stages, start=1):
        _check_stage(stage, f"Stage {number}", sides, set(roles))
        if isinstance(stage, Duplicate) and stage.bot:
            requests.bot_spec(stage.bot)
    if any(isinstance(stage, Pods) for stage in plan.stages) and plan.registration.team_size > 1:
        raise invalid("In pods everybody plays for themselves; teams cannot.")
    by_seats = {seats: tuple(role.id for role in some) for seats, some in roles.items()}
    return Created(plan=plan, commitment=commitment, roles=by_seats, sides=sides)


def _check_stage(stage: Stage, name: str, sides: int, seats: set[int]) -> None:
    """Refuse a format in which this setting cannot be played."""
    if isinstance(stage, Pods):
        if not seats.intersection(stage.sizes):
            counts = ", ".join(map(str, sorted(seats)))
            raise invalid(f"{name} has pods of {' and '.join(map(str, stage.sizes))}; this is played by {counts}.")
        return
    if isinstance(stage, ScoreContest):
        if sides > 1:
            raise invalid(f"{name}: a score contest is for what is played together; duplicate is for {sides} sides.")
        return
    if isinstance(stage, Duplicate) and (sides == 1 or stage.against == "bot"):
        return
    if sides > 2:
        raise invalid(f"{name}: two meet at a table, and this is played by {sides} sides; pods are for that.")
    if sides == 1 and not is_pair(stage):
        raise invalid(f'{name}: where everybody plays together, a table is a "pair": each plays the deal alone.')
