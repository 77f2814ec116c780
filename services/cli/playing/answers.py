"""What a person answers a question with: a key, part of a name, or several of either at once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.cli.catalogue import search_key
from services.cli.playing.question import Choice, Question

FIRST = "."
"""What is typed for the first option that does not decline, or for the one that does where there is no other."""
_TIMES = re.compile(r"(?P<what>.+?)\s*(?:[x*]\s*|\s)(?P<times>\d{1,2})$")
_KEY_TIMES = re.compile(r"(?P<what>\d{1,4})(?:[x*](?P<times>\d{1,2}))?$")
_SHORTEST_NAME = 2
MOST_ANSWERS = 40
"""Answers in one line, at most."""


@dataclass(frozen=True)
class Answers:
    """Choices in their order: the first answers the question that is asked, the others those that follow it."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Several:
    """Options that all fit what was typed."""

    choices: tuple[Choice, ...]


def read_answers(line: str, question: Question) -> Answers | Several | None:
    """What a line answers; None where it fits no option."""
    if line == FIRST:
        return Answers((question.first,))
    if (choice := question.choice(line)) is not None:
        return Answers((choice,))
    return _by_keys(line, question) or _by_names(line, question)


def _by_keys(line: str, question: Question) -> Answers | None:
    """Keys with spaces or commas between, each perhaps with how often: `4 7x3`."""
    choices: list[Choice] = []
    for word in re.split(r"[,\s]+", line):
        match = _KEY_TIMES.match(word)
        choice = question.choice(match["what"]) if match else None
        if match is None or choice is None:
            return None
        choices += [choice] * int(match["times"] or 1)
    return Answers(tuple(choices)) if 0 < len(choices) <= MOST_ANSWERS else None


def _by_names(line: str, question: Question) -> Answers | Several | None:
    """Parts of names with commas between, each perhaps with how often, and keys among them: `bree 3, moria, 0`."""
    if (fits := fitting(line, question)) or "," not in line:
        fits = _one_of_alike(fits or _repeated(line, question))
        return None if not fits else Answers(tuple(fits)) if len(set(fits)) == 1 else Several(tuple(fits))
    choices: list[Choice] = []
    for part in map(str.strip, line.split(",")):
        if (keyed := _by_keys(part, question)) is not None:
            choices += keyed.choices
            continue
        fits = _one_of_alike(fitting(part, question) or _repeated(part, question))
        if not fits:
            return None
        if len(set(fits)) > 1:
            return Several(tuple(fits))
        choices += fits
    return Answers(tuple(choices)) if len(choices) <= MOST_ANSWERS else None


def _one_of_alike(fits: list[Choice]) -> list[Choice]:
    """The first of choices in the same words, such as two copies of a card: who types a name means either."""
    return fits[:1] if len(set(fits)) > 1 == len({one.label for one in fits}) else fits


def _repeated(part: str, question: Question) -> list[Choice]:
    match = _TIMES.match(part)
    choices = fitting(match["what"], question) if match else []
    return choices * int(match["times"]) if match and len(choices) == 1 else choices


def fitting(text: str, question: Question) -> list[Choice]:
    """The choices whose words fit a text: all of them, or where words begin so, or anywhere in them; the narrowest that
    fits any."""
    sought = search_key(text.strip())
    if len(sought) < _SHORTEST_NAME:
        return []
    labels = [(search_key(one.label), one) for one in question.choices]
    for fits in (_is, _has_word, _has_words):
        if choices := [choice for label, choice in labels if fits(label, sought)]:
            return choices
    return []


def _is(label: str, sought: str) -> bool:
    return label == sought


def _has_word(label: str, sought: str) -> bool:
    return re.search(rf"\b{re.escape(sought)}", label) is not None


def _has_words(label: str, sought: str) -> bool:
    return all(word in label for word in sought.split())


def keys_of(choices: Sequence[Choice]) -> str:
    """The keys of some choices, for people: those that follow each other as a range."""
    runs: list[list[str]] = []
    for key in sorted((choice.key for choice in choices), key=lambda key: (int(key), key)):
        if runs and runs[-1][-1].isdecimal() and int(key) == int(runs[-1][-1]) + 1 and runs[-1][-1].strip("0"):
            runs[-1].append(key)
        else:
            runs.append([key])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)
