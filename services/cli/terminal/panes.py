"""The panes of the terminal client: papers to read, and the list of options."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from services.cli.playing.lookup import Lookup
from services.cli.playing.question import Choice, Section

_OPEN, _FOLDED = "▾", "▸"


class Paper(VerticalScroll, can_focus=False):
    """Text that is read and scrolled."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, classes="paper")
        self._content = Static("", markup=False)

    def compose(self) -> Iterable[Static]:
        """The text alone."""
        yield self._content

    def show(self, content: RenderableType, *, end: bool = False) -> None:
        """Show another text, from its beginning or to its end, where it then stays until somebody scrolls."""
        self._content.update(content)
        self.anchor(end)


class ChoiceList(OptionList, can_focus=False):
    """The options of a question, in groups that can be opened."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._opened: set[str] = set()
        self._sections: Sequence[Section] = ()
        self.choices: dict[str, Choice] = {}

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show a question's options by group; those of a folded one when it is opened."""
        if sections != self._sections:
            self._opened = set()
        self._sections = sections
        self._fill(self._rows())

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show some options alone."""
        self._fill([self._row(choice) for choice in choices])

    @property
    def marked(self) -> Choice | None:
        """The option that is marked; None where that is a group, or nothing."""
        at = self.highlighted
        return None if at is None else self.choices.get(self.get_option_at_index(at).id or "")

    def toggle(self, title: str) -> None:
        """Open a group, or fold it again."""
        self._opened ^= {title}
        at = self.highlighted
        self._fill(self._rows())
        self.highlighted = at

    def _rows(self) -> list[Option]:
        rows = []
        for section in self._sections:
            if section.folded:
                is_open = section.title in self._opened
                sign = _OPEN if is_open else _FOLDED
                head = f"{sign} {section.title} ({len(section.choices)})"
                rows.append(Option(Text(head, style="bold"), id=f"section {section.title}"))
            if not section.folded or section.title in self._opened:
                rows += [self._row(choice) for choice in section.choices]
        return rows

    def _row(self, choice: Choice) -> Option:
        self.choices[f"choice {choice.key}"] = choice
        return Option(f"{choice.key:>4}  {choice.label}", id=f"choice {choice.key}")

    def _fill(self, rows: list[Option]) -> None:
        self.clear_options()
        self.add_options(rows)
        self.highlighted = 0 if rows else None


def link_names(line: str, lookup: Lookup) -> Text:
    """A line in which every name is a link."""
    text = Text(line)
    for match in lookup.names.finditer(line):
        text.stylize(Style(meta={"@click": f"app.look({match[0]!r})"}), *match.span())
    return text
