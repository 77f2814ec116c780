"""Words for options, decisions and events, in English and Polish; made only when somebody asks."""

from collections.abc import Callable
from typing import Any

from engine.core.events import Event
from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.bofa.cards.program import Fork
from engine.games.bofa.components.box import PILES
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState

FACES = {
    "character": Words("Character", "Postać"),
    "army": Words("Army", "Armia"),
    "muster": Words("Muster", "Mobilizacja"),
    "event": Words("Event", "Wydarzenie"),
    "army_muster": Words("Army/Muster", "Armia/Mobilizacja"),
    "will": Words("Will of the West", "Wola Zachodu"),
    "eye": Words("Eye of Sauron", "Oko Saurona"),
    "nothing": Words("nothing", "nic"),
}
SIDES = (Words("Free Peoples", "Wolne Ludy"), Words("Shadow", "Cień"))

BACKS = {"event": Words("an Event card", "karta Wydarzenia"), "story": Words("a Story card", "karta Opowieści")}

REASONS = {
    "ten_points": Words(
        "settlements worth ten points at the end of a turn", "osady warte dziesięć punktów na koniec tury"
    ),
    "front_gate": Words("ten points and the Front Gate", "dziesięć punktów i Główna Brama"),
    "fate": Words("the end of the fate track", "koniec toru przeznaczenia"),
    "beorn": Words("Beorn came in time", "Beorn przybył na czas"),
    "bolg_slain": Words("Bolg is slain", "Bolg zgładzony"),
}
OPTIONS: dict[str, Words] = {
    "march": Words("Move the army from {0} to {1}", "Przesuń armię: {0} → {1}"),
    "attack": Words("Attack {1} from {0}", "Zaatakuj {1} z: {0}"),
    "combined": Words("Combined attack on {0}", "Połączony atak: {0}"),
    "card": Words("Play {0}", "Zagraj: {0}"),
    "general": Words("Use the ability of {0}", "Użyj zdolności: {0}"),
    "enter": Words("Bring {0} into play", "Wprowadź do gry: {0}"),
    "recruit": Words("Turn a recruitment token in {0}", "Odwróć żeton rekrutacji: {0}"),
    "regroup": Words("Regroup the army in {0}", "Przegrupuj armię: {0}"),
    "draw": Words("Draw an Event and a Story card", "Dobierz kartę Wydarzenia i kartę Opowieści"),
    "goblins": Words("Recruit Goblins", "Zrekrutuj gobliny"),
    "characters": Words("Move characters", "Porusz postaciami"),
    "strike": Words("Eagles attack the army in {0}", "Orły atakują armię: {0}"),
    "bats": Words("Cloud of Bats: move from {0} to {1}", "Chmura nietoperzy: {0} → {1}"),
    "bear": Words("Beorn goes to {0}", "Beorn idzie do: {0}"),
    "bear_attack": Words("Beorn attacks {0}", "Beorn atakuje: {0}"),
    "forgo": Words("Discard a die", "Odrzuć kość"),
    "pass": Words("Pass", "Pasuj"),
    "spend": Words("Use {0} as {1}", "Użyj {0} jako {1}"),
    "stay": Words("Leave Bilbo where he is", "Pozostaw Bilba na miejscu"),
    "bilbo": Words("Spend a Ring token: Bilbo appears in {0}", "Odrzuć żeton Pierścienia: Bilbo w regionie {0}"),
    "halt": Words("Stop here", "Zatrzymaj się"),
    "on": Words("Go on to {0}", "Idź dalej do: {0}"),
    "go": Words("Set out", "W drogę"),
    "leave": Words("One unit of {0} stays", "Zostaje jednostka: {0}"),
    "leave_leader": Words("A leadership token stays", "Zostaje żeton zdolności przywódczych"),
    "leave_behind": Words("{0} stays", "Zostaje postać: {0}"),
    "damage": Words("Take {0} damage along", "Zabierz obrażenia: {0}"),
    "remove": Words("Remove one unit of {0}", "Usuń jednostkę: {0}"),
    "discard": Words("Discard {0}", "Odrzuć: {0}"),
    "activate": Words("Activate {0}", "Aktywuj: {0}"),
    "leader": Words("Leadership token to {0}", "Żeton zdolności przywódczych: {0}"),
    "bat": Words("Great Bats over the {0}", "Wielkie nietoperze: {0}"),
    "done": Words("Done", "Gotowe"),
    "stop": Words("Keep this token", "Zatrzymaj ten żeton"),
    "again": Words("Draw another token", "Losuj kolejny żeton"),
    "at": Words("In {0}", "W regionie: {0}"),
    "walk": Words("{0} goes to {1}", "{0} idzie do: {1}"),
    "front": Words("Attack from {0} this round", "W tej rundzie atakuj z: {0}"),
    "unit": Words("Manoeuvre of {0}", "Manewr: {0}"),
    "event": Words("Combat effect of {0}", "Efekt walki: {0}"),
    "strokes": Words("Thorin's Mighty Strokes", "Potężne uderzenia Thorina"),
    "bite": Words("Bite", "Ugryzienie"),
    "nothing": Words("Nothing", "Nic"),
    "aim": Words("Help the {0}", "Wspomóż {0}"),
    "reroll": Words("Roll again: {0} black, {1} white", "Przerzuć: czarne {0}, białe {1}"),
    "give_leader": Words("Give up a leadership token", "Poświęć żeton zdolności przywódczych"),
    "give": Words("Give up {0}", "Poświęć postać: {0}"),
    "decline": Words("No", "Nie"),
    "bodyguard": Words("Use a bodyguard", "Użyj przybocznego"),
    "vanish": Words("Bilbo vanishes", "Bilbo znika z oczu"),
    "lose": Words("Eliminate one unit of {0}", "Wyeliminuj jednostkę: {0}"),
    "enough": Words("No more casualties", "Dość strat"),
    "press": Words("Press the attack", "Atakuj dalej"),
    "cease": Words("Cease the attack", "Zaprzestań ataku"),
    "hold": Words("Hold", "Trzymaj pozycję"),
    "retreat": Words("Retreat to {0}", "Odwrót do: {0}"),
    "rout": Words("Rout to {0}", "Rozsypka do: {0}"),
    "drive": Words("Drive them to {0}", "Zepchnij ich do: {0}"),
    "stay_back": Words("Do not advance", "Nie posuwaj się naprzód"),
    "advance": Words("Advance with the army from {0}", "Posuń naprzód armię z: {0}"),
    "pick": Words("{0}", "{0}"),
    "none": Words("None", "Żaden"),
    "branch": Words("{0}", "{0}"),
    "pile": Words("A token of {0}", "Żeton: {0}"),
    "instead": Words("{0} instead", "Zamiast tego {0}"),
    "fly": Words("Take all Eagles to the field", "Poprowadź wszystkie orły na pole bitwy"),
    "hatch": Words("Recruit an Eagle", "Zrekrutuj orła"),
    "to": Words("To the {0}", "Terytorium: {0}"),
    "turn": Words("Turn {0} to {1}", "Obróć {0} na {1}"),
    "open": Words("Open pass {0}", "Otwórz przełęcz {0}"),
}

ROLLS = {
    "roll": Words("combat roll", "rzut walki"),
    "reroll": Words("leader re-roll", "przerzut dowódców"),
}

PROMPTS: dict[str, Words] = {
    "action": Words("Choose an action", "Wybierz akcję"),
    "die": Words("Which die pays for it?", "Którą kością za to zapłacisz?"),
    "bilbo": Words("Bilbo may appear elsewhere", "Bilbo może pojawić się gdzie indziej"),
    "set_out": Words("The army sets out; does anybody stay?", "Armia wyrusza; czy ktoś zostaje?"),
    "divide_damage": Words("How much damage goes along?", "Ile obrażeń wyrusza?"),
    "over_limit": Words("Too many units: remove one", "Za dużo jednostek: usuń jedną"),
    "carry_on": Words("What next with this die?", "Co dalej z tą kością?"),
    "hand_limit": Words("More than six cards: discard one", "Więcej niż sześć kart: odrzuć jedną"),
    "discard": Words("Discard a card", "Odrzuć kartę"),
    "activate": Words("Activate a general?", "Aktywować generała?"),
    "place_leader": Words("Place a leadership token", "Przydziel żeton zdolności przywódczych"),
    "shadow_leaders": Words("Place leadership or Great Bats", "Rozmieść przywództwo lub wielkie nietoperze"),
    "fate": Words("Keep this fate token or draw on?", "Zatrzymać ten żeton przeznaczenia czy losować dalej?"),
    "enter_at": Words("Where?", "Gdzie?"),
    "character_move": Words("Move a character", "Porusz postacią"),
    "second_recruit": Words("A second region?", "Drugi region?"),
    "second_regroup": Words("A second army?", "Druga armia?"),
    "instead": Words("No figures left: which unit instead?", "Brak figurek: jaka jednostka zamiast tego?"),
    "front": Words("Which army attacks this round?", "Która armia atakuje w tej rundzie?"),
    "manoeuvre": Words("Choose a card for this round", "Wybierz kartę na tę rundę"),
    "aim": Words("Which roll does the card help?", "Któremu rzutowi pomaga karta?"),
    "reroll": Words("Leaders roll again", "Przerzut dowódców"),
    "sacrifice": Words("Give somebody up?", "Poświęcić kogoś?"),
    "bite": Words("Give up a Great Bats figure for one damage?", "Odrzucić nietoperza za jedno obrażenie?"),
    "bodyguard": Words("Use a bodyguard?", "Użyć przybocznego?"),
    "vanish": Words("Shall Bilbo vanish?", "Czy Bilbo ma zniknąć?"),
    "casualties": Words("Take casualties", "Ponieś straty"),
    "press": Words("Go on attacking?", "Atakować dalej?"),
    "leave": Words("Stay in the combat?", "Pozostać w walce?"),
    "drive": Words("Where are they driven?", "Dokąd ich zepchnąć?"),
    "advance": Words("Advance?", "Posunąć się naprzód?"),
    "pick": Words("Choose a place", "Wybierz miejsce"),
    "branch": Words("Choose one", "Wybierz jedno"),
    "card_move": Words("Move the army?", "Przesunąć armię?"),
    "card_move_on": Words("Move on?", "Iść dalej?"),
    "card_attack": Words("Attack?", "Zaatakować?"),
    "pile": Words("Which token?", "Który żeton?"),
    "turn_token": Words("Which token is turned?", "Który żeton odwrócić?"),
    "open_pass": Words("Which pass?", "Która przełęcz?"),
    "turn_die": Words("Turn a die", "Obróć kość"),
    "eagle_lord": Words("What does the Lord of the Eagles do?", "Co robi Wódz Orłów?"),
    "lord_flies": Words("Where does the Lord of the Eagles fly?", "Dokąd leci Wódz Orłów?"),
    "eagle_flies": Words("Where does the Eagle fly?", "Dokąd leci orzeł?"),
    "strike": Words("Another Eagle?", "Kolejny orzeł?"),
    "bear": Words("Where does Beorn go?", "Dokąd idzie Beorn?"),
}

EVENTS: dict[str, Words] = {
    "turn": Words("Turn {0}", "Tura {0}"),
    "drew": Words("{0} draws: {1}", "{0}, dobrana karta: {1}"),
    "discarded": Words("{0} discards: {1}", "{0}, odrzucona karta: {1}"),
    "reshuffled": Words("The Event deck is shuffled anew", "Talia Wydarzeń zostaje potasowana na nowo"),
    "activated": Words("{0} is activated", "Aktywacja: {0}"),
    "leader": Words("{0}: leadership token in {1}", "{0}: żeton zdolności przywódczych, {1}"),
    "bat": Words("Great Bats over the {0}", "Wielkie nietoperze: {0}"),
    "fate_drawn": Words("Fate token drawn: {0}", "Wylosowany żeton przeznaczenia: {0}"),
    "fate": Words("The fate marker stands on {0}", "Znacznik przeznaczenia: {0}"),
    "fate_card": Words("Fate card: {0}", "Karta Przeznaczenia: {0}"),
    "fate_token": Words("A special fate token joins the pool", "Specjalny żeton przeznaczenia trafia do puli"),
    "rolled": Words("{0} rolls: {1}", "{0} rzuca: {1}"),
    "spent": Words("{0} uses {1} as {2}", "{0} używa {1} jako {2}"),
    "passed": Words("{0} passes", "{0} pasuje"),
    "placed": Words("{0} is now in {1}", "{0} jest teraz w regionie {1}"),
    "entered": Words("{0} enters play: {1}", "{0} wchodzi do gry: {1}"),
    "eliminated": Words("{0} is eliminated", "{0} zostaje wyeliminowany"),
    "general": Words("{0} uses the general's ability", "{0} używa zdolności generała"),
    "recruited": Words("{0} recruits {1} in {2}", "{0} rekrutuje: {1}, {2}"),
    "turned": Words("{0} turns a token in {1}", "{0} odwraca żeton: {1}"),
    "token": Words("A token of {0} is laid in {1}", "Żeton ({0}) zostaje położony: {1}"),
    "tokens_removed": Words("A recruitment token is removed from {0}", "Żeton rekrutacji zostaje usunięty: {0}"),
    "pass_opened": Words("A mountain pass opens", "Górska przełęcz zostaje otwarta"),
    "marched": Words("{0} moves from {1} to {2}", "{0}: ruch {1} → {2}"),
    "captured": Words("The Shadow takes {0}", "Cień przejmuje kontrolę: {0}"),
    "freed": Words("The Free Peoples free {0}", "Wolne Ludy odzyskują: {0}"),
    "regrouped": Words("{0} regroups in {1}: {2}", "{0} przegrupowuje armię ({1}): {2}"),
    "attacked": Words("{0} attacks {1}", "{0} atakuje: {1}"),
    "terrain": Words("{0} has the terrain advantage", "{0} ma przewagę terenu"),
    "showed": Words("{0} shows: {1}", "{0} odkrywa: {1}"),
    "fought": Words("{0} rolls in combat, black dice {1}: {2}", "{0} rzuca w walce, czarne kości {1}: {2}"),
    "rerolled": Words("{0} rolls again: {1}", "{0} przerzuca: {1}"),
    "manoeuvre": Words("{0} uses the manoeuvre of {1}", "{0} wykorzystuje manewr: {1}"),
    "damaged": Words("{0} takes damage in {1}: {2}", "{0} otrzymuje obrażenia ({1}): {2}"),
    "lost": Words("{0} loses {1} in {2}", "{0} traci: {1}, {2}"),
    "bodyguard": Words("Bodyguards shield the army in {0}", "Przyboczni osłaniają armię: {0}"),
    "vanished": Words("Bilbo vanishes from {0}", "Bilbo znika z oczu: {0}"),
    "fled": Words("{0} leaves {2} for {3}", "{0} wycofuje się: {2} → {3}"),
    "played": Words("{0} plays {1}", "{0} zagrywa: {1}"),
    "shot": Words("Shots at {0}: {1} dice, {2} hits", "Ostrzał ({0}): kości {1}, trafienia {2}"),
    "struck": Words("An Eagle strikes at {0}: {1} hits", "Orzeł uderza ({0}): trafienia {1}"),
    "eagles": Words("Eagles gather in the Eyrie: {0}", "Orły przybywają do Gniazda: {0}"),
    "eagles_flew": Words("The Eagles fly to the field", "Orły lecą na pole bitwy"),
    "conceded": Words("{0} gives up", "{0} poddaje się"),
    "undone": Words("{0} takes a choice back", "{0} cofa wybór"),
}

Namer = Callable[[Pack, Any, Lang], str]


def _seat(_p: Pack, value: Any, lang: Lang) -> str:
    return SIDES[value].say(lang)


def _place(p: Pack, value: Any, lang: Lang) -> str:
    if value == -1:
        return Words("where the attacker chooses", "miejsca, które wybierze atakujący").say(lang)
    return p.layout.names[value].say(lang) if value >= 0 else Words("the Eyrie", "Gniazdo Orłów").say(lang)


def _unit(p: Pack, value: Any, lang: Lang) -> str:
    return Words(p.units[value].name, p.units[value].name_pl).say(lang)


def _person(p: Pack, value: Any, lang: Lang) -> str:
    return Words(p.people[value].name, p.people[value].name_pl).say(lang)


def _card(p: Pack, value: Any, lang: Lang) -> str:
    if isinstance(value, str):
        return BACKS[value].say(lang)
    return Words(p.cards[value].row.name, p.cards[value].row.name_pl).say(lang)


def _territory(p: Pack, value: Any, lang: Lang) -> str:
    row = p.contents.board.territory[value]
    return Words(row.name, row.name_pl).say(lang)


def _face(_p: Pack, value: Any, lang: Lang) -> str:
    return FACES[value].say(lang)


def _pile(p: Pack, value: Any, lang: Lang) -> str:
    row = next(row for row in p.contents.tokens.pile if row.id == PILES[value])
    return Words(row.name, row.name_pl).say(lang)


def _fate(p: Pack, value: Any, _lang: Lang) -> str:
    return str(p.fates[value].value)


def _plain(_p: Pack, value: Any, _lang: Lang) -> str:
    return str(value)


def _roll(_p: Pack, value: Any, lang: Lang) -> str:
    return ROLLS[value].say(lang)


def _pass(_p: Pack, value: Any, _lang: Lang) -> str:
    return str(value + 1)


OPTION_PARTS: dict[str, tuple[Namer, ...]] = {
    "march": (_place, _place),
    "attack": (_place, _place),
    "combined": (_place,),
    "card": (_card,),
    "event": (_card,),
    "discard": (_card,),
    "general": (_person,),
    "enter": (_person,),
    "activate": (_person,),
    "leave_behind": (_person,),
    "give": (_person,),
    "walk": (_person, _place),
    "spend": (_face, _face),
    "turn": (_face, _face),
    "leave": (_unit,),
    "remove": (_unit,),
    "lose": (_unit,),
    "unit": (_unit,),
    "instead": (_unit,),
    "bat": (_territory,),
    "to": (_territory,),
    "pile": (_pile,),
    "open": (_pass,),
    "aim": (_roll,),
    "damage": (_plain,),
    "reroll": (_plain, _plain),
}
"""How the parts of an option are named; places unless it says otherwise."""

EVENT_PARTS: dict[str, tuple[Namer, ...]] = {
    "turn": (_plain,),
    "drew": (_seat, _card),
    "discarded": (_seat, _card),
    "activated": (_person,),
    "leader": (_seat, _place),
    "bat": (_territory,),
    "fate_drawn": (_fate,),
    "fate": (_plain,),
    "fate_card": (_card,),
    "fate_token": (_plain,),
    "spent": (_seat, _face, _face),
    "passed": (_seat,),
    "placed": (_person, _place),
    "entered": (_person, _place),
    "eliminated": (_person,),
    "general": (_person,),
    "recruited": (_seat, _unit, _place),
    "turned": (_seat, _place, _plain),
    "token": (_pile, _place),
    "tokens_removed": (_place,),
    "pass_opened": (_plain,),
    "marched": (_seat, _place, _place),
    "captured": (_place,),
    "freed": (_place,),
    "regrouped": (_seat, _place, _plain),
    "attacked": (_seat, _place),
    "terrain": (_seat,),
    "manoeuvre": (_seat, _unit),
    "damaged": (_seat, _place, _plain),
    "lost": (_seat, _unit, _place),
    "bodyguard": (_place,),
    "vanished": (_place,),
    "fled": (_seat, _plain, _place, _place),
    "played": (_seat, _card),
    "shot": (_place, _plain, _plain),
    "struck": (_place, _plain),
    "eagles": (_plain,),
    "conceded": (_seat,),
    "undone": (_seat,),
}


def describe(s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    p = pack_of(s)
    return _branch(s, p, option[1], lang) if option[0] == "branch" else in_words(p, option, lang)


def in_words(p: Pack, option: Option, lang: Lang) -> str:
    """An option that names everything itself, in words."""
    verb, *values = option
    if verb == "regroup" and not values:
        return Words("Regroup", "Odzyskiwanie sił").say(lang)
    namers = OPTION_PARTS.get(verb, (_place,) * len(values))
    parts = [namer(p, value, lang) for namer, value in zip(namers, values, strict=True)]
    return OPTIONS[verb].say(lang).format(*parts)


def _branch(s: GameState, p: Pack, at: int, lang: Lang) -> str:
    """The name a card gives to one of its branches."""
    frame = s.frames[-1]
    op = p.program_of(frame)[frame.position - 1]
    assert isinstance(op, Fork)
    return Words(op.options[at].name, op.options[at].name_pl).say(lang)


def prompt(s: GameState, decision: Decision, lang: Lang) -> str:
    """What a decision asks, in words."""
    return PROMPTS[decision.kind].say(lang)


def narrate(s: GameState, event: Event, lang: Lang) -> str:
    """An event, as its reader sees it, in words."""
    p, data = pack_of(s), event.data
    if event.kind == "rolled":
        faces = ", ".join(FACES[face].say(lang) for face in data[1:])
        return EVENTS["rolled"].say(lang).format(SIDES[data[0]].say(lang), faces)
    if event.kind == "showed":
        return EVENTS["showed"].say(lang).format(SIDES[data[0]].say(lang), describe(s, data[1:], lang))
    if event.kind in ("fought", "rerolled"):
        known = 2 if event.kind == "fought" else 1
        dice = " ".join(str(die) for die in data[known:]) or "-"
        return EVENTS[event.kind].say(lang).format(SIDES[data[0]].say(lang), *data[1:known], dice)
    parts = [namer(p, value, lang) for namer, value in zip(EVENT_PARTS.get(event.kind, ()), data, strict=False)]
    return EVENTS[event.kind].say(lang).format(*parts)
