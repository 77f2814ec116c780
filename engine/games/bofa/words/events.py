"""Events in words."""

from engine.core.events import Event
from engine.core.flow import Option
from engine.core.words import Lang, Words
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.components.schema import EventEntry
from engine.games.bofa.state import GameState
from engine.games.bofa.words.names import (
    Phrase,
    ability,
    card,
    cards,
    cards_at,
    character,
    counter,
    dice,
    face,
    faces,
    fate_token,
    manoeuvre,
    mountain_pass,
    phrase,
    pile,
    place,
    plain,
    side,
    territory,
    unit,
    units,
)
from engine.games.bofa.words.options import in_words


def shown(p: Pack, card: Option, lang: Lang) -> str:
    """What a side shows in a round of combat, and what it does there."""
    does = Words("")
    if card[0] == "unit":
        row = p.units[card[1]].manoeuvre
        does = Words(row.text, row.text_pl)
    elif card[0] == "event":
        event = p.cards[card[1]].row
        assert isinstance(event, EventEntry)
        does = Words(event.combat_text, event.combat_text_pl)
    said = in_words(p, card, lang)
    return f"{said} ({does.say(lang)})" if does.en else said


EVENTS: dict[str, Phrase] = {
    "turn": phrase("Turn {0}", "Tura {0}", plain),
    "drew": phrase("{0} draws: {1}", "{0}, dobrana karta: {1}", side, card),
    "discarded": phrase("{0} discards: {1}", "{0}, odrzucona karta: {1}", side, card),
    "looked": phrase("{0} looks at {1}{2}", "{0} ogląda: {1}{2}", side, cards_at, cards),
    "took": phrase("{0} takes: {1}", "{0} bierze kartę: {1}", side, card),
    "reshuffled": phrase("The Event deck is shuffled anew", "Talia Wydarzeń zostaje potasowana na nowo"),
    "activated": phrase("{0} is activated", "Aktywacja: {0}", character),
    "leader": phrase("{0}: leadership token in {1}", "{0}: żeton zdolności przywódczych, {1}", side, place),
    "turn-ends": phrase(
        "Turn {0} ends: leadership and unused activation tokens and Great Bats leave, Eagles fly home",
        "Koniec tury {0}: znikają żetony zdolności przywódczych, niewykorzystane żetony aktywacji i wielkie nietoperze,"
        " orły wracają do Gniazda",
        plain,
    ),
    "leaders-lost": phrase(
        "Leadership tokens leave {0}: {1}", "Usunięte żetony zdolności przywódczych ({0}): {1}", place, plain
    ),
    "bat-gone": phrase("Great Bats leave the {0}", "Wielkie nietoperze odlatują: {0}", territory),
    "counter": phrase("{0}: {1}", "{0}: {1}", counter, plain),
    "bat": phrase("Great Bats over the {0}", "Wielkie nietoperze: {0}", territory),
    "fate-drawn": phrase("Fate token drawn: {0}", "Wylosowany żeton przeznaczenia: {0}", fate_token),
    "fate": phrase("The fate marker stands on {0}", "Znacznik przeznaczenia: {0}", plain),
    "fate-card": phrase("Fate card: {0}", "Karta Przeznaczenia: {0}", card),
    "fate-token": phrase("A special fate token joins the pool", "Specjalny żeton przeznaczenia trafia do puli"),
    "rolled": phrase("{0} rolls: {1}", "{0}, rzut: {1}", side, faces),
    "spent": phrase("{0} uses a die: {1} as {2}", "{0}, użyta kość: {1} jako {2}", side, face, face),
    "passed": phrase("{0} passes", "{0}: pas", side),
    "leaderless": phrase(
        "The army in {0} has no leader now and stays", "Armia bez przywództwa pozostaje na miejscu: {0}", place
    ),
    "unplayable": phrase("{0} can no longer be played", "Tej karty nie można już zagrać: {0}", card),
    "placed": phrase("{0} is now in {1}", "{0} jest teraz w regionie {1}", character, place),
    "entered": phrase("{0} enters play: {1}", "{0} wchodzi do gry: {1}", character, place),
    "eliminated": phrase("{0} is eliminated", "{0} zostaje wyeliminowany", character),
    "general": phrase("Ability of the general {0}", "Zdolność generała {0}", ability),
    "recruited": phrase("{0} recruits {1} in {2}", "{0} rekrutuje: {1}, {2}", side, unit, place),
    "no-figure": phrase("No figure of {0} is left", "Brak figurek: {0}", unit),
    "turned": phrase("{0} turns a token in {1}", "{0} odwraca żeton: {1}", side, place),
    "token": phrase("A token of {0} is laid in {1}", "Żeton ({0}) zostaje położony: {1}", pile, place),
    "tokens-removed": phrase(
        "A recruitment token is removed from {0}", "Żeton rekrutacji zostaje usunięty: {0}", place
    ),
    "pass-opened": phrase("{0} opens", "{0}: przełęcz zostaje otwarta", mountain_pass),
    "marched": phrase(
        "{0} moves from {1} to {2}: {5}", "{0}: ruch {1} → {2}: {5}", side, place, place, plain, plain, units
    ),
    "captured": phrase("The Shadow takes {0}", "Cień przejmuje kontrolę: {0}", place),
    "freed": phrase("The Free Peoples free {0}", "Wolne Ludy odzyskują: {0}", place),
    "regrouped": phrase("{0} regroups in {1}: {2}", "{0} przegrupowuje armię ({1}): {2}", side, place, plain),
    "attacked": phrase("{0} attacks {1}", "{0}, atak: {1}", side, place),
    "terrain": phrase("{0} has the terrain advantage", "{0} ma przewagę terenu", side),
    "showed": phrase("{0} shows: {1}", "{0} odkrywa: {1}", side, shown),
    "fought": phrase(
        "{0} rolls in combat, black dice {1}: {2}", "{0}, rzut w walce, czarne kości {1}: {2}", side, plain, dice
    ),
    "rerolled": phrase("{0} rolls again: {1}", "{0} przerzuca: {1}", side, dice),
    "hits": phrase("{0}: hits {1}, on {2} or more", "{0}: trafienia {1}, od {2} w górę", side, plain, plain),
    "manoeuvre": phrase("{0} uses the manoeuvre of {1}", "{0} wykorzystuje manewr: {1}", side, manoeuvre),
    "damaged": phrase("{0} takes damage in {1}: {2}", "{0} otrzymuje obrażenia ({1}): {2}", side, place, plain),
    "walls-damaged": phrase(
        "The walls of {0} take damage: {1}, defence left {2}",
        "Fortyfikacja otrzymuje obrażenia ({0}): {1}, pozostała obrona {2}",
        place,
        plain,
        plain,
    ),
    "walls-mended": phrase(
        "Damage of the walls of {0} is gone: {1}, defence left {2}",
        "Obrażenia fortyfikacji znikają ({0}): {1}, pozostała obrona {2}",
        place,
        plain,
        plain,
    ),
    "lost": phrase(
        "{0} loses {1} in {2}; damage removed: {3}",
        "{0}, strata: {1}, {2}; usunięte obrażenia: {3}",
        side,
        unit,
        place,
        plain,
    ),
    "surplus": phrase(
        "{0} removes {1} from {2}: too many units", "{0} usuwa: {1}, {2}: za dużo jednostek", side, unit, place
    ),
    "bodyguard": phrase("Bodyguards shield the army in {0}", "Przyboczni osłaniają armię: {0}", place),
    "vanished": phrase("Bilbo vanishes from {0}", "Bilbo znika z oczu: {0}", place),
    "fled": phrase("{0} leaves {2} for {3}", "{0} wycofuje się: {2} → {3}", side, plain, place, place),
    "healed": phrase("Damage in {0} is removed: {1}", "Usunięte obrażenia ({0}): {1}", place, plain),
    "hurt": phrase("{0} takes damage: {1}", "{0} otrzymuje obrażenia: {1}", character, plain),
    "destroyed": phrase("The army of {0} in {1} is destroyed", "{0}: armia zniszczona, {1}", side, place),
    "left-play": phrase("{0} leaves play", "Karta opuszcza grę: {0}", card),
    "die-turned": phrase("{0} turns {1} to {2}", "{0} obraca {1} na {2}", side, face, face),
    "played": phrase("{0} plays {1}", "{0}, zagrana karta: {1}", side, card),
    "shot": phrase("Shots at {0}: {1} dice, {2} hits", "Ostrzał ({0}): kości {1}, trafienia {2}", place, plain, plain),
    "eagle-home": phrase("An Eagle leaves the {0} for the Eyrie", "Orzeł wraca do Gniazda: {0}", territory),
    "struck": phrase("An Eagle strikes at {0}: {1} hits", "Orzeł uderza ({0}): trafienia {1}", place, plain),
    "eagles": phrase("Eagles gather in the Eyrie: {0}", "Orły przybywają do Gniazda: {0}", plain),
    "eagle-flew": phrase("An Eagle flies to the {0}", "Orzeł leci na pole bitwy: {0}", territory),
}

_SPENT_AS_ROLLED = phrase("{0} uses a die: {1}", "{0}, użyta kość: {1}", side, face)
LISTS_FROM = {"rolled": 1, "looked": 2, "showed": 1, "fought": 2, "rerolled": 1, "marched": 5}
"""Events that end in a list, which goes into the phrase as one value: where it begins."""


def narrate(s: GameState, event: Event, lang: Lang) -> str:
    """An event, as its reader sees it, in words."""
    sentence, data = EVENTS[event.kind], event.data
    if event.kind == "spent" and data[1] == data[2]:
        sentence = _SPENT_AS_ROLLED
    at = LISTS_FROM.get(event.kind)
    values = data[: len(sentence.parts)] if at is None else (*data[:at], data[at:])
    return sentence.say(pack_of(s), values, lang)
