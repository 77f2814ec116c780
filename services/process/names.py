"""Names and texts of others: what may stand in one, so that it looks the same to everybody and does nothing to a
terminal."""

import unicodedata

LONGEST_NAME = 64
ALLOWED = (
    f"A name has 1 to {LONGEST_NAME} printable characters (letters, digits, marks, punctuation, symbols, and spaces"
    " between them) in Unicode's normal form NFC: no line breaks, no control, format or direction characters"
)


def name_fault(name: str) -> str:
    """What is wrong with a name, and what is allowed; empty for a good one."""
    if not name:
        return f"{ALLOWED}; this one is empty."
    if len(name) > LONGEST_NAME:
        return f"{ALLOWED}; this one has {len(name)}."
    for character in name:
        if not character.isprintable():  # of spaces only the plain one is
            return f"{ALLOWED}; U+{ord(character):04X} is none."
    if name != name.strip():
        return f"{ALLOWED}; this one begins or ends with a space."
    if not unicodedata.is_normalized("NFC", name):
        return f"{ALLOWED}; this one is in another form."
    return ""


def as_printable(text: str) -> str:
    """A text of somebody else in one line, with U+FFFD for each character that could do something to a terminal."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in " ".join(text.split()))
