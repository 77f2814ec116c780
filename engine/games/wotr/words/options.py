"""Words for options, for what decisions ask, and for what they are asked for."""

from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.wotr.components.box import name
from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.rules.carryover import BASE_CARRYOVER, carryover
from engine.games.wotr.rules.fighting import attack_on
from engine.games.wotr.rules.icons import location_defence
from engine.games.wotr.scenarios import ONCE_A_ROUND, VARIANTS
from engine.games.wotr.state import GameState
from engine.games.wotr.words.names import fill, name_of

_OPTIONS = {
    "pass": Words("Pass", "Spasuj"),
    "play": Words("Play {0} to {1}", "Zagraj: {0} → {1}"),
    "play-event": Words("Play the event {0}", "Zagraj wydarzenie: {0}"),
    "play-item": Words("Give {0} to {1}", "Zagraj przedmiot: {0} → {1}"),
    "move": Words("Move {0} to {1}", "Porusz: {0} → {1}"),
    "use": Words("Use the text of {0}", "Zużyj akcję: {0}"),
    "cycle": Words("Cycle {0}", "Zrzuć: {0}"),
    "winnow": Words("Winnow: eliminate two cards to draw one", "Odsiew: wyklucz dwie karty, aby dobrać jedną"),
    "ring": Words(
        "Use the Ring token: draw two cards (once a match)",
        "Użyj żetonu Pierścienia: dobierz dwie karty (raz w partii)",
    ),
    "ring-of-the-round": Words(
        "Use the Ring token: draw three cards, eliminate one, cycle one (once a round)",
        "Użyj żetonu Pierścienia: dobierz trzy karty, wyklucz jedną, zrzuć jedną (raz w rundzie)",
    ),
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
    "action": Words("Your turn: take an action", "Twoja tura: wykonaj akcję"),
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
_MAY_NOT_PASS = Words(
    "Your turn: take an action (no pass: your {hand} cards are more than {limit}, and not fewer than every opponent's)",
    "Twoja tura: wykonaj akcję (bez pasu: karty na ręce: {hand}, limit {limit}, a przeciwnik nie ma więcej)",
)
_CAUSES = {
    "pay": Words("Pay for {0}", "Zapłata za kartę {0}"),
    "text": Words("Text of {0}", "Tekst karty {0}"),
    "combat": Words(
        "Combat at {0} (attack {attack}, defence without your cards {defence})",
        "Walka, {0} (atak {attack}, obrona bez twoich kart {defence})",
    ),
    "ring": Words("Ring token", "Żeton Pierścienia"),
    "winnow": Words("Winnow", "Odsiew"),
    "opening": Words("Opening hand", "Ręka początkowa"),
    "carryover": Words("Carryover limit", "Limit kart na ręce"),
}


def describe(s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    verb, *parts = option
    if verb == "play" and parts[1] == "event":
        verb, parts = "play-event", parts[:1]
    elif verb == "play" and parts[0] in ITEM:
        verb = "play-item"
    elif verb == "ring" and _is_of_the_round(s):
        verb = "ring-of-the-round"
    elif verb == "support" and not parts:
        verb = "support-nobody"
    elif verb in ("support", "heal"):
        return fill(_OPTIONS[verb], [_joined(parts, lang)], lang)
    return fill(_OPTIONS[verb], [name_of(part, lang) for part in parts], lang)


def _is_of_the_round(s: GameState) -> bool:
    """Whether the Ring token of whose turn it is can be used once a round (pp. 20-21)."""
    variant = VARIANTS[s.variant]
    return variant.players[variant.order[s.turn]].ring == ONCE_A_ROUND


def _joined(cards: list[int], lang: Lang) -> str:
    return (" and " if lang == "en" else " i ").join(name(card, lang) for card in cards)


def prompt(s: GameState, decision: Decision, lang: Lang) -> str:
    """What a decision asks, and why a turn cannot be passed (p. 10)."""
    if decision.kind == "action" and ("pass",) not in decision.options:
        hand = len(s.players[decision.seat].hand)
        return _MAY_NOT_PASS.say(lang, hand=hand, limit=max(BASE_CARRYOVER, carryover(s, decision.seat)))
    return _PROMPTS[decision.kind].say(lang)


def purpose(s: GameState, cause: Option, lang: Lang) -> str:
    """What a decision is for, given what brought it about; of a combat, what it demands (pp. 14-16)."""
    verb, *parts = cause
    if verb == "combat":
        attack, defence = attack_on(s, parts[0]), location_defence(s, parts[0])
        return _CAUSES[verb].say(lang).format(name_of(parts[0], lang), attack=attack, defence=defence)
    return fill(_CAUSES[verb], [name_of(part, lang) for part in parts], lang)
