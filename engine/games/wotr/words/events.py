"""Words for what happens."""

from engine.core.events import Event
from engine.core.words import Lang, Words
from engine.games.wotr.cards.phrases import counted_cards
from engine.games.wotr.components.box import name
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState
from engine.games.wotr.words.names import fill, name_of

_EVENTS = {
    "round": Words("Round {0} begins; {1} is first player", "Zaczyna się runda {0}; pierwszym graczem jest {1}"),
    "drew": Words("{0} drew {1}", "{0} dobiera: {1}"),
    "cycled": Words("{0} cycled {1}", "{0} zrzuca: {1}"),
    "cycled-from-play": Words("{0} is cycled", "Zrzucono: {0}"),
    "eliminated": Words("{0} is eliminated", "Wykluczono: {0}"),
    "eliminated-face-down": Words("{0} eliminated {1}", "{0} wyklucza: {1}"),
    "forsook-the-top": Words("{0} forsook the top of the deck: {1}", "{0} poświęca wierzchnią kartę talii: {1}"),
    "forsook-the-top-unseen": Words("{0} forsook the top of the deck", "{0} poświęca wierzchnią kartę talii"),
    "took": Words("{0} took {1} into hand", "{0} bierze na rękę: {1}"),
    "recycled": Words("{0} recycled the cycle pile", "{0} odświeża stos zrzuconych kart"),
    "played": Words("{0} played {1} to {2}", "{0} zagrywa: {1} → {2}"),
    "played-event": Words("{0} played the event {1}", "{0} zagrywa wydarzenie: {1}"),
    "moved": Words("{0} moved {1} to {2}", "{0} porusza: {1} → {2}"),
    "used": Words("{0} used the text of {1}", "{0} zużywa akcję: {1}"),
    "passed": Words("{0} passed", "{0} pasuje"),
    "ring": Words("{0} used the Ring token", "{0} używa żetonu Pierścienia"),
    "activated": Words("{0} activated {1}", "{0} aktywuje: {1}"),
    "combat": Words(
        "Combat at {0}: attack {1}, defence {2}, {3} not cancelled",
        "Walka, {0}: atak {1}, obrona {2}, nieanulowane: {3}",
    ),
    "scored": Words("{0} scored {1}", "Obszar punktacji, {0}: {1}"),
    "unscored": Words("Nobody scores {0}", "Nikt nie zdobywa punktów: {0}"),
    "strengthened": Words("{0}: {1} attack, {2} defence added", "{0}: dodano atak {1}, obronę {2}"),
    "corruption": Words("Corruption changes by {0} to {1}", "Zepsucie zmienia się o {0}, jest {1}"),
}
_SEAT_FIRST = {"drew", "cycled", "eliminated-face-down", "forsook-the-top", "took", "recycled", "played", "moved"}
_SEAT_FIRST |= {"used", "passed", "ring", "activated"}
_A_CARD = Words("a card", "1 kartę")


def narrate(s: GameState, event: Event, lang: Lang) -> str:
    """An event in words, with no more than its reader may see."""
    kind, data = event.kind, list(event.data)
    players = VARIANTS[s.variant].players
    if kind in _SEAT_FIRST:
        data[0] = players[data[0]].role.name.say(lang)
    match kind:
        case "round":
            data[1] = players[data[1]].role.name.say(lang)
        case "drew":
            cards = data[2] if len(data) > 2 else None
            data[1:] = [", ".join(name(card, lang) for card in cards) if cards else counted_cards(data[1]).say(lang)]
        case "forsook-the-top" if len(data) == 1:
            kind = "forsook-the-top-unseen"
        case "cycled" | "eliminated-face-down" | "forsook-the-top":
            data[1:] = [name(data[1], lang) if len(data) > 1 else _A_CARD.say(lang)]
        case "combat" | "strengthened" | "unscored" | "cycled-from-play" | "eliminated":
            data[0] = name(data[0], lang)
        case "corruption" | "passed" | "ring" | "recycled":
            pass
        case "played" if data[2] == "event":
            kind, data[1] = "played-event", name(data[1], lang)
        case _:
            first = 1 if kind in _SEAT_FIRST else 0
            data[first:] = [name_of(part, lang) for part in data[first:]]
    return fill(_EVENTS[kind], data, lang)
