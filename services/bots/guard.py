"""Looks after the processes that play pairs, from the one that started them.

It ends a process whose bot hangs without hearing its alarm, or hoards memory. When a process has ended, in whatever
way, the rest of its task goes to another one, with a word of which bot was choosing."""

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.bots.pairs import Fault
from services.api.bots_pb2 import PlayPairsResponse
from services.bots.batch import RESULTS_TTL_SECONDS, results_key
from services.bots.notes import Notes
from services.bots.pair_batch import GRACE_SECONDS, Death, PairChunk
from services.match.editions import edition
from services.process.logs import logger
from services.store import task_queues
from services.store.connection import UNREACHABLE, Store, note_unreachable

LOOK_SECONDS = 0.2
BEAT_SECONDS = 4.0
"""How often a batch hears that a process is still at its pairs, which one long decision says nothing of."""
HARD_GRACE_SECONDS = 2.0
"""How long after its alarm a bot may go on before its process is ended."""
MOST_DEATHS = 6
"""A pair at which so many processes ended is left to its batch, which gives it up."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Guard:
    """Reads the notes of all processes that play pairs, again and again."""

    def __init__(self, folder: Path, broker: Callable[[], Store], most_memory: int) -> None:
        self._folder = folder
        self._broker = broker
        self._most_memory = most_memory
        self._verdicts: dict[int, tuple[Fault, str]] = {}
        """By process that was ended from here: why."""
        self._next_beat = 0.0

    def start(self) -> None:
        """Look from now on, in a thread that ends with this process."""
        threading.Thread(target=self._run, name="guard", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            try:
                self.look()
            except UNREACHABLE as error:
                note_unreachable("guard", error)
            except Exception as error:  # a fault with one process must not leave the others without a guard
                logger().error("processes of bots cannot be looked after", exc_info=error)

    def look(self) -> None:
        """Look at every process once."""
        beat = time.monotonic() >= self._next_beat
        if beat:
            self._next_beat = time.monotonic() + BEAT_SECONDS
        for notes in Notes.all(self._folder):
            with suppress(FileNotFoundError):  # its task has just ended
                chunk = msgspec.json.decode(notes.task, type=PairChunk)
                if not _is_alive(notes.pid):
                    self._bury(notes, chunk)
                elif (verdict := self._fault(notes, chunk)) is not None:
                    self._verdicts[notes.pid] = verdict
                    with suppress(ProcessLookupError):
                        os.kill(notes.pid, signal.SIGKILL)
                elif beat:
                    self._send_sign_of_life(chunk)

    def _fault(self, notes: Notes, chunk: PairChunk) -> tuple[Fault, str] | None:
        """What the bot that is choosing does that nobody may; None where all is well."""
        if notes.entrant < 0 or notes.pid in self._verdicts:
            return None
        if notes.thinking_seconds > chunk.setting.limit + GRACE_SECONDS + HARD_GRACE_SECONDS:
            return "overrun", f"did not choose within {chunk.setting.limit:g} s, and heard no alarm"
        if _memory(notes.pid) > self._most_memory:
            return "crash", f"took more than {self._most_memory >> 20} MiB of memory"
        return None

    def _bury(self, notes: Notes, chunk: PairChunk) -> None:
        """Hand on what a process that has ended had left to do. Where no bot was choosing, its batch will miss it."""
        verdict = self._verdicts.pop(notes.pid, None)
        entrant, job = notes.entrant, chunk.jobs[notes.job]
        if entrant >= 0 and len(job.deaths) < MOST_DEATHS:
            fault, message = verdict or ("crash", "its process ended, twice, when it was to choose")
            death = Death(notes.leg, entrant, fault, message, notes.choices, certain=verdict is not None)
            dead = msgspec.structs.replace(job, deaths=[*job.deaths, death])
            rest = [*chunk.jobs[notes.reported : notes.job], dead, *chunk.jobs[notes.job + 1 :]]
            queue = task_queues.ladder_queue(edition(chunk.setting.game))
            data = msgspec.json.encode(msgspec.structs.replace(chunk, jobs=rest)).decode()
            self._broker().rpush(queue, task_queues.task_message(task_queues.PLAY_PAIRS, [data], queue))
            self._send_sign_of_life(chunk)
            bot = (job.first, job.second)[entrant]
            logger().warning("a bot ended its process", bot=bot, pair=job.number, fault=fault)
        notes.end()

    def _send_sign_of_life(self, chunk: PairChunk) -> None:
        batch_id = chunk.setting.batch_id
        pipeline = self._broker().pipeline(transaction=False)
        pipeline.rpush(results_key(batch_id), PlayPairsResponse(batch_id=batch_id).SerializeToString())
        pipeline.expire(results_key(batch_id), RESULTS_TTL_SECONDS)
        pipeline.execute()


def _is_alive(pid: int) -> bool:
    """Whether a process goes on; one that has ended may still be listed, as a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (OSError, IndexError):
        return False


def _memory(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0
