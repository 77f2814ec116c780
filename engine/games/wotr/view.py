"""What a seat sees, and words for options, decisions and events."""

from typing import Any

from engine.core.events import Event
from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.wotr.components import ENTRIES, FREE, SHADOW, name, number
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import Player, WarState
from engine.games.wotr.steps.icons import location_defence
from engine.games.wotr.steps.scoring import points

_UNDYING = frozenset((number("frodo-baggins"), number("bilbo-baggins")))


# -- sight


def observe(s: WarState, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, may see (p. 9, "Who sees what"): the table, and its own hand and piles."""
    war = WARS[s.war]
    return {
        "scenario": war.scenario,
        "war": s.war,
        "round": s.round,
        "phase": s.step,
        "first": war.order[s.first],
        "turn": war.order[s.turn],
        "passed": list(s.passed),
        "points": {FREE: points(s, FREE), SHADOW: points(s, SHADOW)},
        "corruption": s.corruption,
        "path": [_location(s, path) for path in s.path],
        "battlegrounds": [_location(s, ground) for ground in s.battlegrounds],
        "items": [{"wielder": wielder, "items": list(items)} for wielder, items in s.items.items()],
        "scored": {side: list(cards) for side, cards in s.scored.items()},
        "battleground_decks": {side: sorted(deck) for side, deck in s.battleground_decks.items()},
        "path_deck": sorted(s.path_deck),
        "aside": list(s.aside),
        "fresh": list(s.fresh),
        "played": list(s.played),
        "unplayed": list(s.unplayed),
        "used": list(s.used),
        "permits": list(s.permits),
        "players": [_player(s, player, n == seat) for n, player in enumerate(s.players)],
    }


def _location(s: WarState, location: int) -> dict[str, Any]:
    """An active location: the cards there, and what its tokens and its own icons add."""
    site = s.sites[location]
    return {
        "location": location,
        "cards": list(site.cards),
        "attack": site.attack,
        "defence": location_defence(s, location),
        "tokens": [{"card": card, "icons": icons} for card, icons in site.extra.items()],
    }


def _player(s: WarState, player: Player, own: bool) -> dict[str, Any]:
    """A seat's area: its hidden piles whole for itself, otherwise only what everybody saw go there."""
    view: dict[str, Any] = {"reserve": list(player.reserve), "ring": player.ring, "deck": len(player.deck)}
    for pile in ("hand", "cycled", "eliminated", "drawn"):
        cards: list[int] = getattr(player, pile)
        view[pile] = list(cards) if own else sorted(card for card in cards if card in s.known)
        view[f"{pile}_count"] = len(cards)
    view["top"] = player.deck[-1] if own and player.sees_top else None
    return view


def zones(s: WarState) -> list[list[int]]:
    """Every list that holds cards."""
    lists = [s.battlegrounds, s.path, s.path_deck, s.aside, *s.battleground_decks.values(), *s.scored.values()]
    lists += [site.cards for site in s.sites.values()]
    lists += s.items.values()
    for player in s.players:
        lists += [player.deck, player.hand, player.cycled, player.eliminated, player.reserve, player.drawn]
    return lists


def unseen(s: WarState, seat: int | None) -> list[list[int]]:
    """For each player the cards a seat cannot place: in hand, deck or face down, unless everybody saw them."""
    known = set(s.known)
    pools = []
    for n, player in enumerate(s.players):
        if n == seat:
            pools.append(player.deck[:-1] if player.sees_top else player.deck)
        else:
            piles = (player.deck, player.hand, player.cycled, player.eliminated, player.drawn)
            pools.append([card for pile in piles for card in pile if card not in known])
    return pools


def barred(s: WarState) -> list[tuple[list[int], frozenset[int]]]:
    """Frodo and Bilbo are cycled whenever they would be eliminated, so they never lie on that pile."""
    return [(player.eliminated, _UNDYING) for player in s.players]


# -- words

REASONS = {
    "lead of ten": Words("a lead of ten points", "przewaga dziesięciu punktów"),
    "last path": Words("more points after the last path", "więcej punktów po ostatniej ścieżce"),
}
_OPTIONS = {
    "pass": Words("Pass", "Spasuj"),
    "play": Words("Play {0} to {1}", "Zagraj {0}: {1}"),
    "play event": Words("Play the event {0}", "Zagraj wydarzenie {0}"),
    "play item": Words("Give {0} to {1}", "Zagraj przedmiot {0} na: {1}"),
    "move": Words("Move {0} to {1}", "Porusz {0}: {1}"),
    "use": Words("Use the text of {0}", "Zużyj akcję: {0}"),
    "cycle": Words("Cycle {0}", "Zrzuć {0}"),
    "winnow": Words("Winnow: eliminate two cards to draw one", "Odsiew: wyklucz dwie karty, aby dobrać jedną"),
    "ring": Words("Use the Ring token", "Użyj żetonu Pierścienia"),
    "forsake": Words("Forsake {0}", "Poświęć {0}"),
    "forsake top": Words("Forsake the top card of your deck", "Poświęć wierzchnią kartę talii"),
    "eliminate": Words("Eliminate {0}", "Wyklucz {0}"),
    "sacrifice": Words("Eliminate {0}", "Wyklucz {0}"),
    "take": Words("Take {0} into hand", "Weź na rękę {0}"),
    "seek": Words("Seek {0} in your deck", "Szukaj w talii: {0}"),
    "slay": Words("Eliminate {0}", "Wyklucz {0}"),
    "lose": Words("Lose {0}", "Poświęć w walce {0}"),
    "activate": Words("Activate {0}", "Aktywuj {0}"),
    "fight": Words("Resolve combat: {0}", "Rozpatrz walkę: {0}"),
    "support": Words("Support {0}", "Wesprzyj {0}"),
    "support nobody": Words("Support nobody", "Nikogo nie wspieraj"),
    "defend": Words("Add defence to {0}", "Dodaj obronę: {0}"),
    "attack": Words("Add attack to {0}", "Dodaj atak: {0}"),
    "heal": Words("Cycle {0} instead", "Zamiast tego zrzuć {0}"),
    "yes": Words("Use the text of {0}", "Użyj tekstu karty {0}"),
    "no": Words("Do not use the text of {0}", "Nie używaj tekstu karty {0}"),
    "decline": Words("Decline", "Zrezygnuj"),
    "draw two": Words("Draw two cards", "Dobierz dwie karty"),
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
    "play drawn": Words("Play a drawn card, or none", "Zagraj dobraną kartę lub żadnej"),
    "battleground": Words("Choose a battleground to activate", "Wybierz pole bitwy do aktywowania"),
    "path": Words("Choose a path to activate", "Wybierz ścieżkę do aktywowania"),
    "combat": Words("Choose the next combat", "Wybierz następną walkę"),
    "support": Words("Choose who is supported", "Wybierz, kto otrzymuje wsparcie"),
    "loss": Words("Choose a loss", "Wybierz stratę"),
    "may": Words("Use the text?", "Użyć tekstu?"),
    "slay": Words("Choose a Nazgûl to eliminate", "Wybierz Nazgûla do wykluczenia"),
    "intrigue": Words("Choose Gríma's deed", "Wybierz czyn Grímy"),
    "strengthen": Words("Choose a location for the token", "Wybierz lokalizację dla żetonu"),
    "for the bot": Words("Choose for the Shadow", "Wybierz w imieniu Cienia"),
    "heal": Words("Whom does Ioreth heal?", "Kogo leczy Ioreth?"),
}

_EVENTS = {
    "round": Words("Round {0} begins; {1} is first player", "Zaczyna się runda {0}; pierwszym graczem jest {1}"),
    "drew": Words("{0} drew {1}", "{0} dobiera: {1}"),
    "cycled": Words("{0} cycled {1}", "{0} zrzuca: {1}"),
    "cycled from play": Words("{0} is cycled", "{0}: zrzucenie"),
    "eliminated": Words("{0} is eliminated", "{0}: wykluczenie"),
    "eliminated face down": Words("{0} eliminated {1}", "{0} wyklucza: {1}"),
    "forsook the top": Words("{0} forsook the top of the deck: {1}", "{0} poświęca wierzchnią kartę talii: {1}"),
    "took": Words("{0} took {1} into hand", "{0} bierze na rękę: {1}"),
    "recycled": Words("{0} recycled the cycle pile", "{0} odświeża stos zrzuconych kart"),
    "played": Words("{0} played {1} to {2}", "{0} zagrywa {1}: {2}"),
    "moved": Words("{0} moved {1} to {2}", "{0} porusza {1}: {2}"),
    "used": Words("{0} used the text of {1}", "{0} zużywa akcję: {1}"),
    "passed": Words("{0} passed", "{0} pasuje"),
    "ring": Words("{0} used the Ring token", "{0} używa żetonu Pierścienia"),
    "activated": Words("{0} activated {1}", "{0} aktywuje {1}"),
    "combat": Words(
        "Combat at {0}: attack {1}, defence {2}, {3} not cancelled",
        "Walka, {0}: atak {1}, obrona {2}, nieanulowane: {3}",
    ),
    "scored": Words("{0} scored {1}", "{0} zdobywa {1}"),
    "unscored": Words("Nobody scores {0}", "Nikt nie zdobywa punktów: {0}"),
    "strengthened": Words("{0}: {1} attack, {2} defence added", "{0}: dodano ataku {1}, obrony {2}"),
    "corruption": Words("Corruption changes by {0} to {1}", "Zepsucie zmienia się o {0}, jest {1}"),
}

_PLACES = {
    "reserve": Words("reserve", "rezerwa"),
    "event": Words("the table", "wydarzenie"),
    FREE: Words("The Free Peoples", "Wolne Ludy"),
    SHADOW: Words("The Shadow", "Cień"),
}
_SEAT_FIRST = {"drew", "cycled", "eliminated face down", "forsook the top", "took", "recycled", "played", "moved"}
_SEAT_FIRST |= {"used", "passed", "ring", "activated"}
_A_CARD = Words("a card", "1 kartę")
_CARDS = Words("{n} cards", "kart: {n}")


def _named(part: int | str, lang: Lang) -> str:
    """A card or place by name."""
    return _PLACES[part].say(lang) if isinstance(part, str) else name(part, lang)


def describe(s: WarState, option: Option, lang: Lang) -> str:
    """An option in words."""
    verb, *parts = option
    if verb == "play" and parts[1] == "event":
        verb = "play event"
    elif verb == "play" and isinstance(parts[1], int) and ENTRIES[parts[0]].kind == "item":  # type: ignore[attr-defined]
        verb = "play item"
    elif verb == "support":
        verb, parts = ("support", [_and(parts, lang)]) if parts else ("support nobody", [])
        return _OPTIONS[verb].en.format(*parts) if lang == "en" else _OPTIONS[verb].pl.format(*parts)
    elif verb == "heal":
        return _fill(_OPTIONS[verb], [_and(parts, lang)], lang)
    return _fill(_OPTIONS[verb], [_named(part, lang) for part in parts], lang)


def _fill(words: Words, parts: list[str], lang: Lang) -> str:
    return words.say(lang).format(*parts)


def _and(cards: list[int], lang: Lang) -> str:
    return (" and " if lang == "en" else " i ").join(name(card, lang) for card in cards)


def prompt(s: WarState, decision: Decision, lang: Lang) -> str:
    """What a decision asks."""
    return _PROMPTS[decision.kind].say(lang)


def narrate(s: WarState, event: Event, lang: Lang) -> str:
    """An event in words, with no more than its reader may see."""
    data = list(event.data)
    seats = WARS[s.war].seats
    if event.kind in _SEAT_FIRST:
        data[0] = seats[data[0]].role.name.say(lang)
    match event.kind:
        case "round":
            data[1] = seats[data[1]].role.name.say(lang)
        case "drew":
            cards = data[2] if len(data) > 2 else None
            data[1:] = [", ".join(name(card, lang) for card in cards) if cards else _count(data[1], lang)]
        case "cycled" | "eliminated face down" | "forsook the top":
            data[1:] = [name(data[1], lang) if len(data) > 1 else _A_CARD.say(lang)]
        case "combat" | "strengthened" | "unscored":
            data[0] = name(data[0], lang)
        case "corruption" | "passed" | "ring" | "recycled":
            pass
        case "cycled from play" | "eliminated":
            data[0] = name(data[0], lang)
        case _:
            data = [data[0] if event.kind in _SEAT_FIRST else _named(data[0], lang)] + [
                _named(part, lang) for part in data[1:]
            ]
    return _fill(_EVENTS[event.kind], data, lang)


def _count(n: int, lang: Lang) -> str:
    return _A_CARD.say(lang) if n == 1 else _CARDS.say(lang, n=n)
