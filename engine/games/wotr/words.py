"""Words for options, decisions, events and outcomes, and for the values printed on a card (pp. 6-7)."""

from engine.core.events import Event
from engine.core.flow import Decision, Option
from engine.core.words import BETWEEN, Lang, Words, listed
from engine.games.wotr.cards.phrases import counted_cards
from engine.games.wotr.components.box import BATTLEGROUNDS, CARDS, FREE, PATHS, SHADOW, name
from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.components.schema import BattlegroundEntry, CardEntry, PathEntry
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

REASONS = {
    "lead-of-ten": Words("a lead of ten points", "przewaga dziesięciu punktów"),
    "last-path": Words("more points after the last path", "więcej punktów po ostatniej ścieżce"),
}

_OPTIONS = {
    "pass": Words("Pass", "Spasuj"),
    "play": Words("Play {0} to {1}", "Zagraj: {0} → {1}"),
    "play-event": Words("Play the event {0}", "Zagraj wydarzenie: {0}"),
    "play-item": Words("Give {0} to {1}", "Zagraj przedmiot: {0} → {1}"),
    "move": Words("Move {0} to {1}", "Porusz: {0} → {1}"),
    "use": Words("Use the text of {0}", "Zużyj akcję: {0}"),
    "cycle": Words("Cycle {0}", "Zrzuć: {0}"),
    "winnow": Words("Winnow: eliminate two cards to draw one", "Odsiew: wyklucz dwie karty, aby dobrać jedną"),
    "ring": Words("Use the Ring token", "Użyj żetonu Pierścienia"),
    "forsake": Words("Forsake {0}", "Poświęć: {0}"),
    "forsake-top": Words("Forsake the top card of your deck", "Poświęć wierzchnią kartę talii"),
    "eliminate": Words("Eliminate {0}", "Wyklucz: {0}"),
    "sacrifice": Words("Eliminate {0}", "Wyklucz: {0}"),
    "take": Words("Take {0} into hand", "Weź na rękę: {0}"),
    "seek": Words("Seek {0} in your deck", "Szukaj w talii: {0}"),
    "slay": Words("Eliminate {0}", "Wyklucz: {0}"),
    "lose": Words("Lose {0}", "Wyklucz: {0}"),
    "activate": Words("Activate {0}", "Aktywuj: {0}"),
    "fight": Words("Resolve combat: {0}", "Rozpatrz walkę: {0}"),
    "support": Words("Support {0}", "Wesprzyj: {0}"),
    "support-nobody": Words("Support nobody", "Nikogo nie wspieraj"),
    "defend": Words("Add defence to {0}", "Dodaj obronę: {0}"),
    "attack": Words("Add attack to {0}", "Dodaj atak: {0}"),
    "heal": Words("Cycle {0} instead", "Zamiast tego zrzuć: {0}"),
    "yes": Words("Use the text of {0}", "Użyj tekstu karty: {0}"),
    "no": Words("Do not use the text of {0}", "Nie używaj tekstu karty: {0}"),
    "decline": Words("Decline", "Zrezygnuj"),
    "draw-two": Words("Draw two cards", "Dobierz dwie karty"),
    "done": Words("Done", "Gotowe"),
}
_PROMPTS = {
    "action": Words("Your turn: take an action or pass", "Twoja tura: wykonaj akcję lub spasuj"),
    "cycle": Words("Choose a card to cycle", "Wybierz kartę do zrzucenia"),
    "forsake": Words("Choose what to forsake", "Wybierz, co poświęcisz"),
    "eliminate": Words("Choose a card to eliminate", "Wybierz kartę do wykluczenia"),
    "sacrifice": Words("Eliminate cards from reserve, or stop", "Wykluczaj karty z rezerwy lub zakończ"),
    "take": Words("Choose a card to take", "Wybierz kartę do wzięcia"),
    "move": Words("Move at once?", "Poruszyć od razu?"),
    "play-drawn": Words("Play a drawn card, or none", "Zagraj dobraną kartę lub żadnej"),
    "battleground": Words("Choose a battleground to activate", "Wybierz pole bitwy do aktywowania"),
    "path": Words("Choose a path to activate", "Wybierz ścieżkę do aktywowania"),
    "combat": Words("Choose the next combat", "Wybierz następną walkę"),
    "support": Words("Choose who is supported", "Wybierz, kto otrzymuje wsparcie"),
    "loss": Words("Choose a loss", "Wybierz kartę do wykluczenia"),
    "may": Words("Use the text?", "Użyć tekstu?"),
    "slay": Words("Choose a Nazgûl to eliminate", "Wybierz Nazgûla do wykluczenia"),
    "intrigue": Words("Choose Gríma's deed", "Wybierz czyn Grímy"),
    "strengthen": Words("Choose a location for the token", "Wybierz lokalizację dla żetonu"),
    "for-the-bot": Words("Choose for the Shadow", "Wybierz w imieniu Cienia"),
    "heal": Words("Whom does Ioreth heal?", "Kogo leczy Ioreth?"),
}
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
_PLACES = {
    "reserve": Words("reserve", "rezerwa"),
    FREE: Words("The Free Peoples", "Wolne Ludy"),
    SHADOW: Words("The Shadow", "Cień"),
}
_SEAT_FIRST = {"drew", "cycled", "eliminated-face-down", "forsook-the-top", "took", "recycled", "played", "moved"}
_SEAT_FIRST |= {"used", "passed", "ring", "activated"}
_A_CARD = Words("a card", "1 kartę")


def _name_of(part: int | str, lang: Lang) -> str:
    """A card or place by name."""
    return _PLACES[part].say(lang) if isinstance(part, str) else name(part, lang)


def describe(s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    verb, *parts = option
    if verb == "play" and parts[1] == "event":
        verb, parts = "play-event", parts[:1]
    elif verb == "play" and parts[0] in ITEM:
        verb = "play-item"
    elif verb == "support" and not parts:
        verb = "support-nobody"
    elif verb in ("support", "heal"):
        return _fill(_OPTIONS[verb], [_joined(parts, lang)], lang)
    return _fill(_OPTIONS[verb], [_name_of(part, lang) for part in parts], lang)


def _fill(words: Words, parts: list[str], lang: Lang) -> str:
    return words.say(lang).format(*parts)


def _joined(cards: list[int], lang: Lang) -> str:
    return (" and " if lang == "en" else " i ").join(name(card, lang) for card in cards)


def prompt(s: GameState, decision: Decision, lang: Lang) -> str:
    """What a decision asks."""
    return _PROMPTS[decision.kind].say(lang)


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
            data[first:] = [_name_of(part, lang) for part in data[first:]]
    return _fill(_EVENTS[kind], data, lang)


# -- the values printed on a card

_GROUPS = {
    "Dúnedain": Words("Dúnedain", "Dúnedainowie"),
    "Dwarf": Words("Dwarf", "Krasnoludy"),
    "Elf": Words("Elf", "Elfy"),
    "Hobbit": Words("Hobbit", "Hobbici"),
    "Wizard": Words("Wizard", "Czarodzieje"),
    "Southron": Words("Southron", "Południowcy"),
    "Monstrous": Words("Monstrous", "Monstrum"),
    "Ent": Words("Ent", "Entowie"),
    "Nazgûl": Words("Nazgûl", "Nazgûle"),
}
"""Factions, and keywords by which characters may wield an item, where the Polish word is another (pp. 3-4)."""
_KEYWORDS = {"Weapon": Words("Weapon", "Broń"), "Mount": Words("Mount", "Wierzchowiec")}
_NAMES = {entry.name: Words(entry.name, entry.name_pl) for entry in CARDS}
_ICONS = {
    "attack": Words("attack {n}", "atak {n}"),
    "defence": Words("defence {n}", "obrona {n}"),
    "lead_attack": Words("leadership attack {n}", "przywództwo: atak {n}"),
    "lead_defence": Words("leadership defence {n}", "przywództwo: obrona {n}"),
    "path": Words("path icons {n}", "symbole na ścieżce {n}"),
}
_PATHS = Words("on paths {numbers}", "na ścieżkach {numbers}")
_WIELDERS = Words("wielded by {names}", "dzierżyciel: {names}")
_PATH = Words("path {n}", "ścieżka {n}")
_POINTS = Words("points {n}", "punkty {n}")
_DEFENDERS = Words("defended by {names}", "bronią: {names}")
_ATTACKERS = Words("attacked by {names}", "atakują: {names}")


def values_of(number: int) -> Words:
    """The values printed on a component, in words."""
    if number in BATTLEGROUNDS:
        return _of_battleground(BATTLEGROUNDS[number])
    if number in PATHS:
        return _of_path(PATHS[number])
    return _of_card(CARDS[number])


def _of_card(card: CardEntry) -> Words:
    icons = [words.filled(n=getattr(card, icon)) for icon, words in _ICONS.items() if getattr(card, icon)]
    if card.paths:
        icons.append(_PATHS.filled(numbers=" ".join(map(str, card.paths))))
    if card.wielders:
        icons.append(_with_names(_WIELDERS, card.wielders))
    keywords = [_KEYWORDS.get(keyword, Words(keyword)) for keyword in card.keywords]
    return listed(_called(card.faction), *keywords, *icons)


def _of_battleground(ground: BattlegroundEntry) -> Words:
    worth = (_POINTS.filled(n=ground.points), _ICONS["defence"].filled(n=ground.defence))
    return listed(*worth, _with_names(_DEFENDERS, ground.defenders), _with_names(_ATTACKERS, ground.attackers))


def _of_path(path: PathEntry) -> Words:
    return listed(_PATH.filled(n=path.path), _POINTS.filled(n=path.points), _ICONS["defence"].filled(n=path.defence))


def _with_names(words: Words, names: list[str]) -> Words:
    """A phrase with the names of factions or characters in it."""
    called = [_called(name) for name in names]
    return Words(
        words.say("en", names=BETWEEN.join(one.en for one in called)),
        words.say("pl", names=BETWEEN.join(one.say("pl") for one in called)),
    )


def _called(name: str) -> Words:
    """What a faction, a group of characters or a character is called; short names are the same in Polish."""
    return _GROUPS.get(name) or _NAMES.get(name) or Words(name)
