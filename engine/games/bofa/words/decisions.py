"""Decisions in words: what they ask, and what they are asked for."""

from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.bofa.components.box import FREE
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.rules.characters import MOST_ACTIVATIONS
from engine.games.bofa.state import GameState
from engine.games.bofa.words.names import Phrase, card, phrase, place, unit
from engine.games.bofa.words.options import in_words

PROMPTS: dict[str, Words] = {
    "action": Words("Choose an action", "Wybierz akcję"),
    "die": Words("Choose the die to use", "Wybierz kość, której użyjesz"),
    "bilbo": Words("Shall Bilbo appear elsewhere?", "Czy Bilbo ma pojawić się gdzie indziej?"),
    "set-out": Words("The army sets out; does anybody stay?", "Armia wyrusza; czy ktoś zostaje?"),
    "divide-damage": Words("How much damage goes along?", "Ile obrażeń wyrusza?"),
    "over-limit": Words("Too many units: remove one", "Za dużo jednostek: usuń jedną"),
    "carry-on": Words("What next with this die?", "Co dalej z tą kością?"),
    "hand-limit": Words("More than six cards: discard one", "Więcej niż sześć kart: odrzuć jedną"),
    "discard": Words("Discard a card", "Odrzuć kartę"),
    "take": Words("Take a card", "Weź kartę"),
    "activate": Words("Activate a general?", "Aktywować generała?"),
    "place-leader": Words("Place a leadership token", "Przydziel żeton zdolności przywódczych"),
    "shadow-leaders": Words("Place leadership or Great Bats", "Rozmieść przywództwo lub wielkie nietoperze"),
    "fate": Words("Keep this fate token or draw on?", "Zatrzymać ten żeton przeznaczenia czy losować dalej?"),
    "enter-at": Words("Where?", "Gdzie?"),
    "character-move": Words("Move a character", "Porusz postacią"),
    "second-recruit": Words("A second region?", "Drugi region?"),
    "second-regroup": Words("A second army?", "Druga armia?"),
    "instead": Words("No figures left: which unit instead?", "Brak figurek: jaka jednostka zamiast tego?"),
    "last-goblins": Words("Where do the last Goblins gather?", "Gdzie zbierają się ostatnie gobliny?"),
    "front": Words("Which army attacks this round?", "Która armia atakuje w tej rundzie?"),
    "manoeuvre": Words("Choose a card for this round", "Wybierz kartę na tę rundę"),
    "aim": Words("Which roll does the card help?", "Któremu rzutowi pomaga karta?"),
    "reroll": Words("Leaders roll again", "Przerzut dowódców"),
    "use-manoeuvre": Words("The manoeuvre is activated: use it?", "Manewr aktywowany: użyć go?"),
    "cancel": Words("Which damage is cancelled?", "Które obrażenia anulować?"),
    "sacrifice": Words("Give somebody up?", "Poświęcić kogoś?"),
    "bite": Words("Give up a Great Bats figure for one damage?", "Odrzucić nietoperza za jedno obrażenie?"),
    "bodyguard": Words("Use a bodyguard?", "Użyć przybocznego?"),
    "vanish": Words("Shall Bilbo vanish?", "Czy Bilbo ma zniknąć?"),
    "eliminate": Words("Eliminate a unit", "Wyeliminuj jednostkę"),
    "place": Words("Who is put there?", "Kogo tam umieścić?"),
    "casualties": Words("Take casualties", "Ponieś straty"),
    "press": Words("Go on attacking?", "Atakować dalej?"),
    "leave": Words("Stay in the combat?", "Pozostać w walce?"),
    "drive": Words("Where are they driven?", "Dokąd ich zepchnąć?"),
    "advance": Words("Advance?", "Posunąć się naprzód?"),
    "pick": Words("Choose a place", "Wybierz miejsce"),
    "branch": Words("Choose one", "Wybierz jedno"),
    "card-move": Words("Move the army?", "Przesunąć armię?"),
    "card-move-on": Words("Move on?", "Iść dalej?"),
    "card-attack": Words("Attack?", "Zaatakować?"),
    "pile": Words("Which token?", "Który żeton?"),
    "turn-token": Words("Which token is turned?", "Który żeton odwrócić?"),
    "drop-token": Words("Which token is removed?", "Który żeton usunąć?"),
    "open-pass": Words("Which pass?", "Która przełęcz?"),
    "turn-die": Words("Turn a die", "Obróć kość"),
    "eagle-lord": Words("What does the Lord of the Eagles do?", "Co robi Wódz Orłów?"),
    "lord-flies": Words("Where does the Lord of the Eagles fly?", "Dokąd leci Wódz Orłów?"),
    "eagle-flies": Words("Where does the Eagle fly?", "Dokąd leci orzeł?"),
    "send": Words("Another Eagle?", "Kolejny orzeł?"),
    "strike": Words("Whom does an Eagle attack?", "Kogo atakuje orzeł?"),
    "bear": Words("Where does Beorn go?", "Dokąd idzie Beorn?"),
}

_NO_PASS = {
    True: Words("no pass: a general's ability was used", "bez pasu: użyto zdolności generała"),
    False: Words("no pass: only who has fewer dice may", "bez pasu: może tylko ten, kto ma mniej kości"),
}
"""Why the die of an action cannot be passed, by whether a general's ability was used with it (p. 11)."""
_OF = Words("{asks} ({number} of {most})", "{asks} ({number} z {most})")
CAUSES: dict[str, Phrase] = {
    "combat": phrase("Combat in {0}", "Walka: {0}", place),
    "manoeuvre": phrase("Manoeuvre of {0}", "Manewr: {0}", unit),
    "combat-card": phrase("Combat effect of {0}", "Efekt walki: {0}", card),
    "strokes": phrase("Thorin's Mighty Strokes", "Potężne uderzenia Thorina"),
    "lasting": phrase("Effect of {0}", "Efekt karty: {0}", card),
}
"""Causes in words, but for actions, which are told as the options that they were."""


def prompt(s: GameState, decision: Decision, lang: Lang) -> str:
    """What a decision asks, in words."""
    asks = PROMPTS[decision.kind].say(lang)
    if decision.kind == "action" and ("pass",) not in decision.options:
        return f"{asks} ({_NO_PASS[s.general_used].say(lang)})"
    if decision.kind in _COUNTED:
        number, most = _COUNTED[decision.kind](s, decision)
        return _OF.say(lang, asks=asks, number=number, most=most)
    return asks


def _count_activations(s: GameState, decision: Decision) -> tuple[int, int]:
    """Which general is activated now, and of how many at most."""
    done = len(s.active_generals)
    return done + 1, min(MOST_ACTIVATIONS, done + len(decision.options) - 1)


def _count_captains(s: GameState, decision: Decision) -> tuple[int, int]:
    """Which leadership token is placed now, and of how many; each goes to an army of its own."""
    p = pack_of(s)
    armies = sum(1 for army in s.armies if army and p.unit_side[army[0]] == FREE)
    return armies - len(decision.options) + 1, len(s.active_generals)


_COUNTED = {"activate": _count_activations, "place-leader": _count_captains}
"""Decisions that are asked several times in a row: which of them this is, and of how many."""


def purpose(s: GameState, cause: Option, lang: Lang) -> str:
    """What a decision is for, given what brought it about."""
    p, (verb, *values) = pack_of(s), cause
    return CAUSES[verb].say(p, values, lang) if verb in CAUSES else in_words(p, cause, lang)
