"""What goes up and down: the Story Track and its stages, the steps of a round, the Shadow Pool, the action tracks."""

from collections.abc import Iterable, Iterator

from engine.core.game import Setting
from engine.core.layout import Step, Text, Track
from engine.core.words import Words
from engine.games.meq.components.schema import MARKERS, TRAITS
from engine.games.meq.layout import TRACKS
from engine.games.meq.layout.references import ACTION_TRACKS, SEATS, STORY_FIELDS, STORY_TRACKS
from engine.games.meq.rules.stage import POOL_PER_STAGE
from engine.games.meq.rules.story import FINALE, SHADOW_FALLS
from engine.games.meq.words.captions import ALL_STEPS
from engine.games.meq.words.terms import TERMS

_NAMED_SPACES = {
    SHADOW_FALLS: Words("Shadow Falls (10)", "Zapada Zmrok (10)"),
    FINALE: Words("Finale (18)", "Finał (18)"),
}
_STORY = Words("Story Track: {marker}", "Szlak Opowieści: {marker}")
_POOL = Words("Shadow Pool", "Pula Cienia")
_FULL = Words("full", "pełny")


def tracks(setting: Setting) -> list[Track]:
    """Every track of a setting."""
    return [
        _track("round", Words("round", "runda"), "/round"),
        _track("step", Words("step of the turn", "krok rundy"), "/step", ALL_STEPS.items()),
        _track("stage", Words("stage", "etap"), "/stage", ((n, Words("I" * n)) for n in (1, 2, 3))),
        *_story(),
        _track("shadow-pool", _POOL, "/sauron/shadow_pool", _numbers(POOL_PER_STAGE * 3), SEATS[0]),
        *_actions(),
        *(track for h in range(setting.seats - 1) for track in _hero(h)),
    ]


def _track(
    reference: str, title: Words, position: str, steps: Iterable[tuple[int | str, Words]] = (), owner: str | None = None
) -> Track:
    return Track(
        reference=reference,
        owner=owner,
        title=Text.of(title),
        steps=[Step(value, Text.of(words)) for value, words in steps],
        position=position,
    )


def _numbers(most: int) -> Iterator[tuple[int, Words]]:
    """The numbers from 0 to the last."""
    return ((n, Words(str(n))) for n in range(most + 1))


def _story() -> Iterator[Track]:
    """The Story Track of each marker; only Sauron's markers look at Shadow Falls (p. 12)."""
    for marker, field in zip(MARKERS, STORY_FIELDS, strict=True):
        spaces = dict(_numbers(FINALE)) | _NAMED_SPACES
        if marker == MARKERS[0]:
            spaces[SHADOW_FALLS] = Words(str(SHADOW_FALLS))
        words = TERMS[marker]
        title = Words(_STORY.say("en", marker=words.en), _STORY.say("pl", marker=words.pl))
        yield _track(STORY_TRACKS[marker], title, f"/story/{field}", spaces.items())


def _actions() -> Iterator[Track]:
    """Sauron's action tracks: the space where the next marker goes, with its worth (p. 15)."""
    for name, worth in TRACKS.items():
        spaces = [(n, Words(str(one))) for n, one in enumerate(worth, start=1)]
        position = f"/sauron/action_tracks/{name}/next_space"
        yield _track(ACTION_TRACKS[name], TERMS[name], position, [*spaces, (len(worth) + 1, _FULL)], SEATS[0])


def _hero(h: int) -> Iterator[Track]:
    """A hero's favor and levels."""
    seat = SEATS[h + 1]
    role = seat.split(":")[1]
    yield _track(f"favor:{role}", Words("favor", "przysługi"), f"/heroes/{h}/favor", owner=seat)
    for name in TRAITS:
        yield _track(f"{name}-level:{role}", TERMS[name], f"/heroes/{h}/levels/{name}", _numbers(2), seat)
