"""Plans of tournaments on the wire, and whether what they want can be played on this server."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from engine.core.game import Setting
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
    _check_pace(plan)
    return plan


def check_start(plan: Plan, now: float, before: Plan | None = None) -> None:
    """Refuse a start that is over by now, unless it was planned so before: nobody could enter."""
    starts_at = plan.starts_at
    if starts_at is not None and starts_at <= now and (before is None or before.starts_at != starts_at):
        raise invalid(
            f"The start, {plan.starts:%Y-%m-%d %H:%M %Z}, is over; name a time to come, or none to start by hand."
        )


def digest_of(message: pb.TournamentPlan) -> str:
    """The digest of the password in a request; empty for none. It takes its time, on purpose."""
    return password_digest(message.registration.password)


def _check_clock(plan: Plan) -> None:
    """Refuse times that no match can have."""
    clock = plan.clock
    for seconds in (clock.bank_seconds, clock.increment_seconds, clock.absence_seconds):
        if not 0 <= seconds <= LONGEST_CLOCK_SECONDS:
            raise invalid(f"Clocks are between 0 and {LONGEST_CLOCK_SECONDS:.0f} seconds.")


def _check_pace(plan: Plan) -> None:
    """Refuse limits in which nobody could play."""
    for name in ("first_choice_minutes", "hard_minutes"):
        if getattr(plan.pace, name) == 0:
            raise invalid(f"With {name} = 0 every table would be lost at once; leave it out for no such limit.")


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
        _check_stage(stage, f"Stage {number}", sides, set(roles), wanted.seats)
        if isinstance(stage, Duplicate) and stage.bot:
            requests.bot_spec(stage.bot)
    if any(isinstance(stage, Pods) for stage in plan.stages) and plan.registration.team_size > 1:
        raise invalid("In pods everybody plays for themselves; teams cannot.")
    if plan.rated and not any(_gives_ratings(plan, stage, setting) for stage in plan.stages):
        raise invalid(_unrated(plan, setting))
    by_seats = {seats: tuple(role.id for role in some) for seats, some in roles.items()}
    return Created(plan=plan, commitment=commitment, roles=by_seats, sides=sides)


def _gives_ratings(plan: Plan, stage: Stage, setting: Setting) -> bool:
    """Whether matches of a stage can change ratings: somebody wins over somebody, and each seat is somebody else's."""
    if not plan.registration.people and plan.registration.bots == "ours":
        return False
    if isinstance(stage, Duplicate) and stage.against == "bot":
        return False
    seats = _seats_of_sides(setting)
    return len(seats) > 1 and (isinstance(stage, Pods) or plan.registration.team_size >= max(seats))


def _seats_of_sides(setting: Setting) -> list[int]:
    return list(Counter(role.side for role in setting.roles).values())


def _unrated(plan: Plan, setting: Setting) -> str:
    """Why no match of a plan can change ratings, and what could."""
    seats = _seats_of_sides(setting)
    if len(seats) == 1:
        return "What is played together is not rated, for nobody wins over anybody; leave rated out."
    if max(seats) > plan.registration.team_size and plan.registration.people:
        return (
            f"A match is rated where all its {setting.seats} seats are of different people;"
            f" let teams of {max(seats)} enter (team_size), play pods, or leave rated out."
        )
    return "Ratings are of people and of bots of theirs, and here they do not play each other; leave rated out."


def _listed(numbers: Iterable[int]) -> str:
    return " and ".join(map(str, numbers))


def _check_stage(stage: Stage, name: str, sides: int, seats: set[int], wanted_seats: int | None) -> None:
    """Refuse a format in which this setting cannot be played."""
    if isinstance(stage, Pods):
        if not seats.intersection(stage.sizes):
            counts = ", ".join(map(str, sorted(seats)))
            raise invalid(f"{name} has pods of {_listed(stage.sizes)}; this is played by {counts}.")
        if wanted_seats and wanted_seats not in stage.sizes:
            raise invalid(f"{name} has pods of {_listed(stage.sizes)}, and seats of the setting is {wanted_seats}.")
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
