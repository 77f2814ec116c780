"""Tests of bots against each other in the setting of a ladder: which there were, and how each went."""

import msgspec
from litestar import get

from services.api import ladders_pb2 as pb
from services.gateway.calls import Calls
from services.gateway.resources.ladder_shapes import LadderTest
from services.gateway.resources.ladders import LadderId, TestId
from services.gateway.translation import translate


class LadderTests(msgspec.Struct):
    """Tests in the setting of a ladder."""

    tests: list[LadderTest]
    """The newest first, at most 100."""


class TestPoint(msgspec.Struct):
    """A test after some of its pairs."""

    pairs: int
    """How many."""
    llr: float
    """The logarithm of the likelihood ratio then."""


class TestCurve(msgspec.Struct):
    """How a test went."""

    points: list[TestPoint]
    """Some 200 at most, evenly spread; the last is how it stands."""


@get("/ladders/{ladder_id:str}/tests", operation_id="listTests", tags=["ladders"])
async def list_tests(calls: Calls, ladder_id: LadderId) -> LadderTests:
    """The tests that were run in the setting of a ladder."""
    answer = await calls.make(calls.upstream.ladders().ListTests, pb.ListTestsRequest(ladder_id=ladder_id))
    return translate(LadderTests, answer)


@get("/ladder-tests/{test_id:str}/curve", operation_id="getTestCurve", tags=["ladders"])
async def get_test_curve(calls: Calls, test_id: TestId) -> TestCurve:
    """How the likelihood ratio of a test went, from its first pair to its last."""
    answer = await calls.make(calls.upstream.ladders().GetTestCurve, pb.GetTestCurveRequest(test_id=test_id))
    return translate(TestCurve, answer)
