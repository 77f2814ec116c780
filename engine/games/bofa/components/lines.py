"""Where in a TOML file a value stands, so that a fault can name its line.

The standard parser gives values without positions; this follows headers, keys and the items of lists.
"""

import re
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

_HEADER = re.compile(r"(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
_KEY = re.compile(r"([A-Za-z0-9_\-]+)\s*=\s*")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_LINE_IN_FAULT = re.compile(r"\(at line (\d+), column \d+\)")


def line_of_syntax_fault(message: str) -> int:
    """The line a TOML syntax error speaks of; the first when it names none."""
    line = _LINE_IN_FAULT.search(message)
    return int(line[1]) if line else 1


def path_of(reported: str) -> KeyPath:
    """A path such as `$.card[3].order` as msgspec reports it, in parts."""
    return tuple(int(index) if index else key for key, index in re.findall(r"\.([A-Za-z0-9_\-]+)|\[(\d+)\]", reported))


def find_lines(text: str) -> dict[KeyPath, int]:
    """The line of every table, key and list item of a TOML text, counted from one."""
    return _Reader(text).read()


def nearest(lines: dict[KeyPath, int], path: KeyPath) -> int:
    """The line of the value, or of the closest thing around it that has one."""
    while path not in lines and path:
        path = path[:-1]
    return lines.get(path, 1)


class _Reader:
    """Walks the text once. It trusts that the text is valid TOML."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.table: KeyPath = ()
        self.counts: dict[str, int] = {}

    def read(self) -> dict[KeyPath, int]:
        while self._skip_blank():
            header = _HEADER.match(self.text, self.at) if self.text[self.at] == "[" else None
            if header:
                self._open_table(header)
            elif not self._pair(self.table):
                self.at += 1
        return self.lines

    def _line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def _skip_blank(self) -> bool:
        """Go past white space, commas and comments; whether anything is left."""
        text, end = self.text, len(self.text)
        while self.at < end:
            if text[self.at] in " \t\r\n,":
                self.at += 1
            elif text[self.at] == "#":
                self.at = (text.find("\n", self.at) + 1) or end
            else:
                return True
        return False

    def _open_table(self, header: re.Match[str]) -> None:
        path: list[str | int] = []
        names = header[2].split(".")
        for depth, name in enumerate(names):
            path.append(name)
            dotted = ".".join(str(part) for part in path)
            if header[1] == "[[" and depth == len(names) - 1:
                self.counts[dotted] = self.counts.get(dotted, -1) + 1
            if dotted in self.counts:
                path.append(self.counts[dotted])
        self.table = tuple(path)
        self.lines[self.table] = self._line()
        self.at = header.end()

    def _pair(self, table: KeyPath) -> bool:
        key = _KEY.match(self.text, self.at)
        if not key:
            return False
        path = (*table, key[1])
        self.lines[path] = self._line()
        self.at = key.end()
        self._value(path)
        return True

    def _value(self, path: KeyPath) -> None:
        text = self.text
        if text[self.at] == "[":
            self._items(path)
        elif text[self.at] == "{":
            self._inline(path)
        elif string := _STRING.match(text, self.at):
            self.at = string.end()
        else:
            while self.at < len(text) and text[self.at] not in ",]}\n#":
                self.at += 1

    def _items(self, path: KeyPath) -> None:
        self.at += 1
        index = 0
        while self._skip_blank() and self.text[self.at] != "]":
            self.lines[(*path, index)] = self._line()
            self._value((*path, index))
            index += 1
        self.at += 1

    def _inline(self, path: KeyPath) -> None:
        self.at += 1
        while self._skip_blank() and self.text[self.at] != "}":
            if not self._pair(path):
                self.at += 1
        self.at += 1
