"""Signs that the terminal's encoding does not have: the nearest that it has are written in their place."""

import codecs
import io
import unicodedata
from typing import TextIO

_ERRORS = "westmarch-nearest"
_NEAREST = {"ł": "l", "Ł": "L", "·": "-", "→": "->", "–": "-", "—": "-", "…": "...", "„": '"', "“": '"', "”": '"'}
"""Signs that are no letter with an accent."""
_NONE = "?"


def write_nearest_signs(*streams: TextIO) -> None:
    """Let streams write the nearest sign where their encoding lacks one, instead of failing."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace the signs that could not be written, and go on after them: how Python asks for that."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_nearest(sign, error.encoding) for sign in signs), error.end


def _nearest(sign: str, encoding: str) -> str:
    """What stands for a sign in an encoding: for a letter, itself without its accent."""
    text = _NEAREST.get(sign) or unicodedata.normalize("NFKD", sign)[0]
    return text if text.encode(encoding, errors="ignore") else _NONE


codecs.register_error(_ERRORS, _replace)
