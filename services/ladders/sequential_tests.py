"""Sequential tests as jobs: what a request asks, and how a test stands after its pairs. Pure."""

from collections.abc import Iterable, Sequence

from services.api import ladders_pb2 as pb
from services.ladders.ladder import MOST_PAIRS
from services.pairs.pentanomial import Pentanomial
from services.pairs.sequential import SequentialTest, Verdict
from services.process.refusals import invalid

DEFAULT_MOST_PAIRS = 20_000
DEFAULT_RATE = 0.05
MOST_POINTS = 200
"""Points of a curve, about."""
VERDICTS: dict[Verdict, "pb.TestVerdict.ValueType"] = {
    "undecided": pb.TEST_VERDICT_UNDECIDED,
    "accepted": pb.TEST_VERDICT_ACCEPTED,
    "rejected": pb.TEST_VERDICT_REJECTED,
}


def new_test(request: pb.RunTestRequest, ladder_id: str) -> pb.Test:
    """A test before its first pair, still without an id; refused where the request makes no sense."""
    if not 0 <= request.most_pairs <= MOST_PAIRS:
        raise invalid(f"most_pairs is between 0 and {MOST_PAIRS}, not {request.most_pairs}.")
    test = pb.Test(
        ladder_id=ladder_id,
        first=request.first,
        second=request.second,
        elo0=request.elo0,
        elo1=request.elo1,
        alpha=request.alpha or DEFAULT_RATE,
        beta=request.beta or DEFAULT_RATE,
        logistic=request.logistic,
        most_pairs=request.most_pairs or DEFAULT_MOST_PAIRS,
        state=pb.LADDER_STATE_RUNNING,
        verdict=pb.TEST_VERDICT_UNDECIDED,
        pentanomial=Pentanomial().counts,
    )
    try:
        test.lower, test.upper = sequential_test(test).bounds
    except ValueError as error:
        raise invalid(f"Such a test cannot be made: {error}.") from error
    return test


def sequential_test(test: pb.Test) -> SequentialTest:
    """The test itself."""
    return SequentialTest(test.elo0, test.elo1, test.alpha, test.beta, "logistic" if test.logistic else "normalised")


def progress(test: pb.Test, points: Iterable[int | None]) -> pb.Test:
    """How a test stands after its next pairs, in the order of their numbers: each by the first bot's half points.

    Pairs count in that order, so that short matches are not preferred; None is a pair that could not be played. Those
    after the one that decides do not count. A test that has had all the pairs that it may ends undecided."""
    rules = sequential_test(test)
    results = Pentanomial(tuple(test.pentanomial))  # type: ignore[arg-type]
    void = test.void_pairs
    verdict: Verdict = "undecided"
    for one in points:
        if one is None:
            void += 1
            continue
        results += Pentanomial.of([one])
        verdict = rules.verdict(results)
        if verdict != "undecided":
            break
    after = pb.Test()
    after.CopyFrom(test)
    after.verdict, after.llr = VERDICTS[verdict], rules.ratio(results)
    after.pairs, after.void_pairs = results.pairs, void
    after.pentanomial[:] = results.counts
    if verdict != "undecided" or results.pairs + void >= test.most_pairs:
        after.state = pb.LADDER_STATE_FINISHED
    return after


def curve(test: pb.Test, points: Sequence[int | None]) -> list[pb.TestPoint]:
    """How the likelihood ratio of a test went over the pairs that it has counted, by the first bot's half points."""
    rules = sequential_test(test)
    counted = [one for one in points if one is not None][: test.pairs]
    every = -(-len(counted) // MOST_POINTS)
    results, curve = Pentanomial(), []
    for number, one in enumerate(counted, start=1):
        results += Pentanomial.of([one])
        if number % every == 0 or number == len(counted):
            curve.append(pb.TestPoint(pairs=number, llr=rules.ratio(results)))
    return curve
