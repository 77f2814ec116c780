"""Calls made up from the contract by schemathesis: what fits it, and what does not.

Ids of the contract's parameters are often such as there are, so that calls come past the first check."""

import contextlib
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import hypothesis
import requests
import schemathesis
from hypothesis import strategies
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation import GenerationMode

from services.gateway.csrf import CSRF_HEADER, csrf_token

TIMEOUT_SECONDS = 60
STREAMS = ("/streams/", "/feeds/")
CHECKED = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
"""What every answer is held against."""
KNOWN_SHARE = 0.7
"""How many of the values that could be such as there are, are."""
ENDING = ("account", "session")
"""Parts of paths of operations that may end a session, or need one."""
FATAL = "/admin/drain"
"""Where an admin token would end the engine."""


class Fuzzer:
    """Calls every operation of a gateway."""

    def __init__(
        self,
        base_url: str,
        document: dict[str, Any],
        known: dict[str, list[Any]],
        tokens: list[str],
        admin: str,
        sign_in: Callable[[], str],
    ) -> None:
        """`known` has values that there are, by the name of a parameter or of a field of a body; `sign_in` gives a new
        session, for calls may end the one before."""
        self._base_url = base_url
        self._schema = schemathesis.openapi.from_dict(document)
        self._known = known
        self._tokens = tokens
        self._admin = admin
        self._sign_in = sign_in
        self._secret = ""
        """The session that was begun last."""
        self._session = requests.Session()
        self.calls: Counter[str] = Counter()
        """By operation: how many calls."""
        self.statuses: Counter[int] = Counter()
        self.met: set[tuple[str, int]] = set()
        """Every operation with every status that it has answered with."""
        load_all_checks()
        self._checks = [CHECKS.get_one(name) for name in CHECKED]

    def run(self, calls: int) -> None:
        """Make about so many calls, of all operations alike; raises all that the checks find."""
        operations = [found.ok() for found in self._schema.get_all_operations()]
        operations.sort(key=lambda one: one.method.upper() != "GET")  # what changes things may end what others look at
        examples = max(1, calls // (2 * len(operations)))
        faults: list[BaseException] = []
        for operation in operations:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                try:
                    self._fuzz(operation, mode, examples)
                except (Exception, BaseExceptionGroup) as fault:
                    faults.append(fault)
        if faults:
            raise BaseExceptionGroup("what was answered otherwise than the contract says", faults)

    def _fuzz(self, operation: Any, mode: GenerationMode, examples: int) -> None:
        quick = hypothesis.settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )

        if not self._secret or any(part in operation.path for part in ENDING):
            self._secret = self._sign_in()
        session = self._secret
        tokens = [*self._tokens, session, *([] if operation.path.endswith(FATAL) else [self._admin])]
        callers = [{"authorization": f"Bearer {token}"} if token else {} for token in tokens]
        callers.append({"cookie": f"westmarch-session={session}", CSRF_HEADER: csrf_token(session)})

        @quick
        @hypothesis.given(operation.as_strategy(mode), strategies.sampled_from(callers), strategies.randoms())
        def call(case: Any, caller: dict[str, str], rng: random.Random) -> None:
            for values in (case.path_parameters, case.query, case.body):
                self._put_known(values, rng)
            self._call(case, caller)

        with contextlib.suppress(hypothesis.errors.Unsatisfiable):  # what takes nothing cannot be called wrongly
            call()

    def _put_known(self, values: Any, rng: random.Random) -> None:
        """Put values that there are in the place of some that were made up. As part of the schema they would not last:
        what any text fits is simplified to any text."""
        for name, value in values.items() if isinstance(values, dict) else ():
            if isinstance(value, dict):  # options are text in a query, but not in a body
                self._put_known(value, rng)
            elif name in self._known and rng.random() < KNOWN_SHARE:
                values[name] = rng.choice(self._known[name])

    def _call(self, case: Any, headers: dict[str, str]) -> None:
        self.calls[case.operation.label] += 1
        case.headers = {name: value for name, value in (case.headers or {}).items() if name.lower() not in headers}
        if any(part in case.operation.path for part in STREAMS):
            prepared = case.as_transport_kwargs(base_url=self._base_url, headers=headers)
            with self._session.request(**prepared, stream=True, timeout=TIMEOUT_SECONDS) as answer:
                self._count(case, answer.status_code)
                assert answer.status_code < 500, answer.text
            return
        response = case.call(base_url=self._base_url, session=self._session, headers=headers, timeout=TIMEOUT_SECONDS)
        self._count(case, response.status_code)
        case.validate_response(response, checks=self._checks)

    def _count(self, case: Any, status: int) -> None:
        self.statuses[status] += 1
        self.met.add((case.operation.label, status))
