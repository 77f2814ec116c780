"""Requests for matches of a tournament: to the engines where people play, to the bots where only bots of ours do."""

from collections.abc import Sequence

import msgspec

from engine.core.game import Setting
from services.api import bots_pb2, engine_pb2
from services.api.match_pb2 import ClockRules
from services.competition.competition import Competition
from services.competition.matches import Leg, labels_of, match_id
from services.competition.plan import Plan, Pods
from services.competition.seating import Holder, Seating, is_sealed, is_shared, seed_of


def engine_request(
    tournament_id: str, competition: Competition, seating: Seating, leg: Leg
) -> engine_pb2.CreateMatchRequest:
    """The request to an engine for a match with people."""
    stage, plan = competition.stages[leg.stage].plan, competition.rules
    setting = seating.setting_of(competition, leg)
    return engine_pb2.CreateMatchRequest(
        match_id=match_id(tournament_id, leg),
        game=plan.setting.game,
        scenario=setting.scenario,
        seats=[engine_pb2.SeatHolder(player=one.player, bot=one.bot) for one in seating.holders(competition, leg)],
        options=_options(setting),
        clock=_clock_rules(plan),
        private=is_shared(stage),
        seed=seed_of(competition, leg),
        labels=labels_of(tournament_id, leg),
        sealed=is_sealed(stage),
        unrated=not plan.rated,
        forfeits=plan.pace.no_show == "forfeit" and not isinstance(stage, Pods),
    )


def bots_request(
    tournament_id: str, competition: Competition, seating: Seating, some: Sequence[tuple[Leg, list[Holder]]]
) -> bots_pb2.PlayMatchesRequest:
    """The request to the bots for matches of as many seats each, with who holds them."""
    setting = seating.setting_of(competition, some[0][0])
    return bots_pb2.PlayMatchesRequest(
        game=competition.rules.setting.game,
        scenario=setting.scenario,
        seats=setting.seats,
        options=_options(setting),
        matches=[
            bots_pb2.MatchToPlay(
                match_id=match_id(tournament_id, leg),
                bots=[one.bot for one in holders],
                deal=seed_of(competition, leg),
                labels=labels_of(tournament_id, leg),
                sealed=is_sealed(competition.stages[leg.stage].plan),
            )
            for leg, holders in some
        ],
    )


def _options(setting: Setting) -> dict[str, str]:
    return {name: msgspec.json.encode(value).decode() for name, value in setting.options.items()}


def _clock_rules(plan: Plan) -> ClockRules:
    clock = plan.clock
    return ClockRules(
        bank_ms=round(clock.bank_seconds * 1000),
        increment_ms=round(clock.increment_seconds * 1000),
        absence_ms=round(clock.absence_seconds * 1000),
    )
