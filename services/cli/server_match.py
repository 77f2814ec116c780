"""A match on a server, as the person at one of its seats plays it in the terminal."""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from engine import restore
from engine.core.registry import load
from engine.core.state import Outcome
from engine.core.words import Lang, Words
from services.api.match_pb2 import Decision, End, MatchInfo, Update
from services.cli import messages
from services.cli.holders import Holders
from services.cli.local_match import hint_for
from services.cli.playing import sayings
from services.cli.playing.lookup import Lookup
from services.cli.playing.question import Offer, shown_group
from services.cli.playing.scene import Ending, Farewell, Hint, OpenDecision, Scene
from services.cli.screen import gather_lines
from services.client import Refusal, Seat
from services.match.log import TOURNAMENT

_NO_VERSION = -1
PRESENCE_SECONDS = 5.0
"""How long after one answer the server is asked again which people are there."""


class ServerMatch:
    """One match until it ends or the person leaves."""

    undoes_while_waiting = True

    def __init__(
        self,
        seat: Seat,
        game: str,
        lang: Lang,
        *,
        after_version: int | None = None,
        on_version: Callable[["ServerMatch", int], None] = lambda _match, _version: None,
    ) -> None:
        """`after_version` is what the person at this seat saw last; `on_version` is told of every version they see."""
        self.game = load(game)
        self.lang: Lang = lang
        self.story: list[str] = []
        self.on_aside: Callable[[str], None] = lambda _line: None
        self.commands_at_end: Callable[[str], tuple[tuple[str, str], ...]] = lambda _match_id: ()
        self._seat = seat
        self._after_version = after_version
        self._on_version = on_version
        self._lookup: Lookup | None = None
        self._latest: Update | None = None
        """The update that came last: after a refusal it comes once more."""
        self._lines_read = 0
        """How much of the story is no news."""
        self._waiting_for: list[int] = []
        """The seats that were last announced as waited for."""
        self._holders = Holders(seat.number, lang)
        self._following: asyncio.Task[None] | None = None
        """Follows who is there."""
        self._commitment = ""
        self._is_of_tournament = False
        self._chosen_version = _NO_VERSION
        """The version of the decision that the person last chose for."""
        self.has_begun = False
        self.is_over = False

    @property
    def lookup(self) -> Lookup:
        """What can be asked about, once the match has begun."""
        assert self._lookup is not None
        return self._lookup

    @property
    def help(self) -> str:
        """The commands that can be typed."""
        return messages.SERVER_HELP.say(self.lang)

    def asked_before(self, seat: int) -> Sequence[OpenDecision]:
        """Nothing: the server does not tell."""
        return ()

    async def scenes(self) -> AsyncIterator[Scene]:
        """A scene for every update, until the end."""
        async for update in self._seat:
            if not self.has_begun:
                await self._begin(await self._seat.info(), update)
            elif update is not self._latest:
                self.story += self._holders.update(update.seats)
                self.story += _told(update)
            self._latest = update
            self._on_version(self, update.version)
            if update.HasField("end"):
                self.is_over = True
                self._stop_following()
                yield self._scene(update, ending=self._ending(update))
                return
            if self._seat.decision is None:
                yield self._waiting_scene(update)
                continue
            self._waiting_for = []
            round_ = getattr(self.game.read_observation(update.observation), "round", 0)
            decision = self._open_decision(self._seat.decision, round_)
            yield self._scene(update, decision=decision, notice=self._notice(update))

    async def choose(self, index: int) -> None:
        """Answer the open question."""
        assert self._seat.decision is not None
        self._chosen_version = self._seat.decision.version
        self._lines_read = len(self.story)
        await self._seat.choose(index)

    async def undo(self) -> None:
        """Undo the last choice."""
        self._lines_read = len(self.story)
        await self._seat.undo()

    async def concede(self) -> None:
        """Concede the match."""
        await self._seat.concede()

    async def hint(self) -> Hint | None:
        """What a good bot would choose in a world that looks the same to this seat."""
        if self._seat.decision is None or self._is_of_tournament:
            return None
        world = restore(await self._seat.world())
        if world.decision(self._seat.number) is None:
            return None
        return await asyncio.to_thread(hint_for, world, self._seat.number)

    def save(self, file: Path | None) -> str:
        """Nothing: the server keeps the match."""
        return sayings.NO_SAVING.say(self.lang)

    async def leave(self) -> Farewell:
        """Hand the seat over to a bot if strangers would have to wait; what becomes of it."""
        self._stop_following()
        return Farewell((), (await self._leave()).say(self.lang))

    async def _leave(self) -> Words:
        with contextlib.suppress(Refusal):
            self._holders.update((await self._seat.info()).seats)  # updates may not have been read for long
            if self._holders.should_hand_over:
                await self._seat.hand_over()
                return messages.SEAT_HANDED_OVER
        return messages.SEAT_WAITS

    async def _begin(self, info: MatchInfo, update: Update) -> None:
        """Load the game and the holders of a match, tell what happened so far, and take the seat if a bot holds it."""
        if info.game != self.game.id:  # a friend's table may be of another game than was typed
            self.game = load(info.game)
            self.story.append(messages.OTHER_GAME.say(self.lang, title=self.game.title.say(self.lang), id=info.game))
        options = {name: json.loads(value) for name, value in info.options.items()}
        setting = self.game.setting(info.scenario, len(info.seats), options)
        self._lookup = Lookup(self.game, setting, self.lang)
        self.story += self._holders.load(setting.roles, info)
        self._commitment = info.commitment
        self._is_of_tournament = TOURNAMENT in info.labels
        self.has_begun = True
        await self._tell_story(update)
        if self._holders.bot_holds_own_seat:
            with contextlib.suppress(Refusal):  # the match is over; the updates will say so
                await self._seat.take_seat()
        if self._holders.has_others:
            self._following = asyncio.create_task(self._follow_presence())

    async def _follow_presence(self) -> None:
        """Tell which other people have gone and who is back, as long as the match is played."""
        while True:
            with contextlib.suppress(Refusal):  # the match goes on without knowing
                for line in self._holders.note_presence(await self._seat.presence()):
                    self.story.append(line)
                    self.on_aside(line)
            await asyncio.sleep(PRESENCE_SECONDS)

    def _stop_following(self) -> None:
        if self._following is not None:
            self._following.cancel()

    async def _tell_story(self, update: Update) -> None:
        """Tell all that has happened since the setup; what this person saw before is no news."""
        seen = len(self.story)
        try:
            async for change in self._seat.story():
                if change.version > update.version:
                    break
                self.story += _told(change)
                if self._after_version is not None and change.version <= self._after_version:
                    seen = len(self.story)
        except Refusal:  # the story is a comfort; the match goes on without it
            self.story += _told(update)
        self._lines_read = seen if self._after_version is not None else 0

    # -- scenes

    def _scene(self, update: Update, **parts: object) -> Scene:
        return Scene(
            seat=self._seat.number,
            viewer=self._holders.name(self._seat.number),
            observation=self.game.read_observation(update.observation),
            news=tuple(self.story[self._lines_read :]),
            **parts,  # type: ignore[arg-type]
        )

    def _waiting_scene(self, update: Update) -> Scene:
        """Who is waited for. The board is worth drawing when the waiting starts, and whenever people change it."""
        waiting_for = list(update.waiting_for)
        again = not self._waiting_for or self._holders.has_person(waiting_for)
        self._waiting_for = waiting_for
        names = ", ".join(map(self._holders.name, waiting_for))
        notice = "" if self._seat.refusal is None else self._notice(update)
        waiting = messages.OTHERS_CHOOSE.say(self.lang, names=names)
        return self._scene(update, waiting=waiting, draws_again=again, notice=notice)

    def _open_decision(self, decision: Decision, round_: int) -> OpenDecision:
        vocabulary = self.game.vocabulary
        groups = [shown_group(vocabulary, one.verb, one.group) for one in decision.options]
        offers = (
            Offer(one.label, one.data or one.label, group, tuple(one.touches))
            for group, one in zip(groups, decision.options, strict=True)
        )
        return OpenDecision(decision.kind, decision.prompt, decision.version, tuple(offers), round_)

    def _notice(self, update: Update) -> str:
        """What became of the last command if it was not carried out."""
        refusal = self._seat.refusal
        if refusal is None:
            lost = update.decision.version == self._chosen_version
            return messages.CHOICE_LOST.say(self.lang) if lost else ""
        reason = str(refusal).rstrip(".")
        if refusal.reason == "UNDO_REFUSED":
            begins_with_name = reason.startswith(tuple(role.name.say(self.lang) for role in self._holders.roles))
            reason = reason if begins_with_name else reason[:1].lower() + reason[1:]
            return messages.CANNOT_UNDO.say(self.lang, reason=reason)
        return messages.REFUSED.say(self.lang, reason=reason)

    def _ending(self, update: Update) -> Ending:
        """The outcome, and whether the seed fits the commitment that was given at the start."""
        end: End = update.end
        outcome = Outcome(
            list(end.outcome.winners), end.outcome.side, end.outcome.reason, dict(sorted(end.outcome.scores.items()))
        )
        explanation = end.explanation or self.game.reason(outcome, self.lang)
        fits = hashlib.sha256(end.seed).hexdigest() == self._commitment
        message = messages.SEED_FITS if fits else messages.SEED_DIFFERS
        remark = message.say(self.lang, seed=end.seed.hex(), commitment=self._commitment)
        return Ending(outcome, self._holders.roles, explanation, (remark,), self.commands_at_end(update.match_id))


def _told(update: Update) -> list[str]:
    """What an update tells of events, in words."""
    return gather_lines(event.text for event in update.events if event.text)
