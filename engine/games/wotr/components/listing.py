"""The component list: every card and location with its names, texts and printed values."""

from engine.core.game import Component, Setting
from engine.core.words import Words
from engine.games.wotr.cards.texts import TEXTS
from engine.games.wotr.components.bot_versions import BOT_CARDS
from engine.games.wotr.components.box import BATTLEGROUNDS, ENTRIES, copies
from engine.games.wotr.components.schema import CardEntry
from engine.games.wotr.words import printed_on, values_of

_FOR_BOTS = Words("{text} Against the Shadow: {bot}", "{text} Przeciwko Cieniowi: {bot}")


def components(_setting: Setting) -> list[Component]:
    """Every component of the box; all are implemented, or the game would not load."""
    return [_component(id) for id in dict.fromkeys(entry.id for entry in ENTRIES)]


def _component(id: str) -> Component:
    numbers = copies(id)
    entry = ENTRIES[numbers[0]]
    return Component(
        id=id,
        name=Words(entry.name, entry.name_pl),
        kind=_kind(numbers[0]),
        copies=len(numbers),
        text=_text(numbers[0]),
        numbers=tuple(numbers),
        values=values_of(numbers[0]),
        printed=printed_on(entry),
    )


def _kind(number: int) -> str:
    """Army, character, item or event; battleground or path."""
    entry = ENTRIES[number]
    if isinstance(entry, CardEntry):
        return entry.kind
    return "battleground" if number in BATTLEGROUNDS else "path"


def _text(number: int) -> Words:
    """What a component says, and what its bot version says if that is known to differ."""
    text, bot = TEXTS[ENTRIES[number].id], BOT_CARDS.get(number)
    if bot is None or bot.text is None:
        return text
    en = _FOR_BOTS.say("en", text=text.en, bot=bot.text)
    return Words(en, _FOR_BOTS.say("pl", text=text.say("pl"), bot=bot.text_pl or bot.text))
