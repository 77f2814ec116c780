"""Options in words."""

from engine.core.flow import Option
from engine.core.words import Lang, Words
from engine.games.bofa.cards.program import Fork
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState
from engine.games.bofa.words.names import (
    Phrase,
    card,
    character,
    face,
    mountain_pass,
    phrase,
    pile,
    place,
    plain,
    roll,
    territory,
    unit,
)

REGROUP = Words("Regroup", "Odzyskiwanie sił")
"""The card of a round of combat; the action regroups an army in its place."""

OPTIONS: dict[str, Phrase] = {
    "march": phrase("Move the army from {0} to {1}", "Przesuń armię: {0} → {1}", place, place),
    "attack": phrase("Attack {1} from {0}", "Zaatakuj {1} z: {0}", place, place),
    "combined": phrase("Combined attack on {0}", "Połączony atak: {0}", place),
    "card": phrase("Play {0}", "Zagraj: {0}", card),
    "general": phrase("Use the ability of {0}", "Użyj zdolności: {0}", character),
    "enter": phrase("Bring {0} into play", "Wprowadź do gry: {0}", character),
    "recruit": phrase("Turn a recruitment token in {0}", "Odwróć żeton rekrutacji: {0}", place),
    "regroup": phrase("Regroup the army in {0}", "Przegrupuj armię: {0}", place),
    "draw": phrase("Draw an Event and a Story card", "Dobierz kartę Wydarzenia i kartę Opowieści"),
    "goblins": phrase("Recruit Goblins", "Zrekrutuj gobliny"),
    "characters": phrase("Move characters", "Porusz postaciami"),
    "send": phrase("An Eagle over the {0} attacks and flies home", "Orzeł atakuje i wraca: {0}", territory),
    "strike": phrase("Attack the army in {0}", "Zaatakuj armię: {0}", place),
    "bats": phrase("Cloud of Bats: move from {0} to {1}", "Chmura nietoperzy: {0} → {1}", place, place),
    "bear": phrase("Beorn goes to {0}", "Beorn idzie do: {0}", place),
    "bear-attack": phrase("Beorn attacks {0}", "Beorn atakuje: {0}", place),
    "forgo": phrase("Discard a die", "Odrzuć kość"),
    "pass": phrase("Pass", "Pasuj"),
    "spend": phrase("Use {0} as {1}", "Użyj {0} jako {1}", face, face),
    "stay": phrase("Leave Bilbo where he is", "Pozostaw Bilba na miejscu"),
    "bilbo": phrase(
        "Spend a Ring token: Bilbo appears in {0}", "Odrzuć żeton Pierścienia: Bilbo w regionie {0}", place
    ),
    "halt": phrase("Stop here", "Zatrzymaj się"),
    "on": phrase("Go on to {0}", "Idź dalej do: {0}", place),
    "go": phrase("Set out", "W drogę"),
    "leave": phrase("One unit of {0} stays", "Zostaje jednostka: {0}", unit),
    "leave-leader": phrase("A leadership token stays", "Zostaje żeton zdolności przywódczych"),
    "leave-behind": phrase("{0} stays", "Zostaje postać: {0}", character),
    "damage": phrase("Take {0} damage along", "Zabierz obrażenia: {0}", plain),
    "remove": phrase("Remove one unit of {0}", "Usuń jednostkę: {0}", unit),
    "discard": phrase("Discard {0}", "Odrzuć: {0}", card),
    "take": phrase("Take {0}", "Weź: {0}", card),
    "place": phrase("{0}", "{0}", character),
    "activate": phrase("Activate {0}", "Aktywuj: {0}", character),
    "leader": phrase("Leadership token to {0}", "Żeton zdolności przywódczych: {0}", place),
    "bat": phrase("Great Bats over the {0}", "Wielkie nietoperze: {0}", territory),
    "done": phrase("Done", "Gotowe"),
    "stop": phrase("Keep this token", "Zatrzymaj ten żeton"),
    "again": phrase("Draw another token", "Losuj kolejny żeton"),
    "at": phrase("In {0}", "W regionie: {0}", place),
    "walk": phrase("{0} goes to {1}", "{0} idzie do: {1}", character, place),
    "front": phrase("Attack from {0} this round", "W tej rundzie atakuj z: {0}", place),
    "unit": phrase("Manoeuvre of {0}", "Manewr: {0}", unit),
    "event": phrase("Combat effect of {0}", "Efekt walki: {0}", card),
    "strokes": phrase("Thorin's Mighty Strokes", "Potężne uderzenia Thorina"),
    "bite": phrase("Bite", "Ugryzienie"),
    "nothing": phrase("Nothing", "Nic"),
    "aim": phrase("Help the {0}", "Wspomóż {0}", roll),
    "reroll": phrase("Roll again: {0} black, {1} white", "Przerzuć: czarne {0}, białe {1}", plain, plain),
    "use": phrase("Use the manoeuvre of {0}", "Wykorzystaj manewr: {0}", unit),
    "cancel": phrase(
        "Cancel damage: {0} of the army, {1} of the walls", "Anuluj obrażenia: armii {0}, murów {1}", plain, plain
    ),
    "give-leader": phrase("Give up a leadership token", "Poświęć żeton zdolności przywódczych"),
    "give": phrase("Give up {0}", "Poświęć postać: {0}", character),
    "decline": phrase("No", "Nie"),
    "bodyguard": phrase("Use a bodyguard", "Użyj przybocznego"),
    "vanish": phrase("Bilbo vanishes", "Bilbo znika z oczu"),
    "lose": phrase("Eliminate one unit of {0}", "Wyeliminuj jednostkę: {0}", unit),
    "enough": phrase("No more casualties", "Dość strat"),
    "press": phrase("Press the attack", "Atakuj dalej"),
    "cease": phrase("Cease the attack", "Zaprzestań ataku"),
    "hold": phrase("Hold", "Trzymaj pozycję"),
    "retreat": phrase("Retreat to {0}", "Odwrót do: {0}", place),
    "rout": phrase("Rout to {0}", "Rozsypka do: {0}", place),
    "drive": phrase("Drive them to {0}", "Zepchnij ich do: {0}", place),
    "stay-back": phrase("Do not advance", "Nie posuwaj się naprzód"),
    "advance": phrase("Advance with the army from {0}", "Posuń naprzód armię z: {0}", place),
    "pick": phrase("{0}", "{0}", place),
    "none": phrase("None", "Żaden"),
    "pile": phrase("A token of {0}", "Żeton: {0}", pile),
    "instead": phrase("{0} instead", "Zamiast tego {0}", unit),
    "fly": phrase("Take all Eagles to the field", "Poprowadź wszystkie orły na pole bitwy"),
    "hatch": phrase("Recruit an Eagle", "Zrekrutuj orła"),
    "to": phrase("To the {0}", "Terytorium: {0}", territory),
    "turn": phrase("Turn {0} to {1}", "Obróć {0} na {1}", face, face),
    "open": phrase("Open {0}", "Otwórz: {0}", mountain_pass),
}

_SPEND_AS_ROLLED = phrase("Use {0}", "Użyj: {0}", face)


def describe(s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    p = pack_of(s)
    return _branch(s, p, option[1], lang) if option[0] == "branch" else in_words(p, option, lang)


def in_words(p: Pack, option: Option, lang: Lang) -> str:
    """An option that names everything itself, in words."""
    verb, *values = option
    if verb == "regroup" and not values:
        return REGROUP.say(lang)
    if verb == "spend" and values[0] == values[1]:
        return _SPEND_AS_ROLLED.say(p, values[:1], lang)
    return OPTIONS[verb].say(p, values, lang)


def _branch(s: GameState, p: Pack, at: int, lang: Lang) -> str:
    """The name a card gives to one of its branches."""
    frame = s.frames[-1]
    fork = p.program_of(frame)[frame.position - 1]
    assert isinstance(fork, Fork)
    return Words(fork.options[at].name, fork.options[at].name_pl).say(lang)
