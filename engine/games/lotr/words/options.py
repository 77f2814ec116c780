"""Words for options, for what decisions ask, and for what they are asked for."""

from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.lotr.components.box import name_of
from engine.games.lotr.rules.responses import AFTER
from engine.games.lotr.state import GameState
from engine.games.lotr.words.names import Parts

OPTIONS = {
    "use": Words("Use {c0}", "Użyj: {c0}"),
    "play": Words("Play {c0}", "Zagraj: {c0}"),
    "pass": Words("Pass", "Pas"),
    "pass-phase": Words("Take no more actions this phase", "Bez dalszych akcji w tej fazie"),
    "respond": Words("Respond with {c0}", "Odpowiedz: {c0}"),
    "pay": Words("Pay {pay}", "Zapłać: {pay}"),
    "pay-x": Words("X is {n0}", "X wynosi {n0}"),
    "commit": Words("Commit {c0}", "Przydziel: {c0}"),
    "done": Words("Done", "Gotowe"),
    "travel": Words("Travel to {c0}", "Podróżuj na obszar: {c0}"),
    "stay": Words("Do not travel", "Nie podróżuj"),
    "engage": Words("Engage {c0}", "Wejdź w zwarcie: {c0}"),
    "decline": Words("Engage nobody", "Bez zwarcia"),
    "choose": Words("{c0}", "{c0}"),
    "player": Words("{p0}", "{p0}"),
    "each": Words("Each player", "Każdy gracz"),
    "none": Words("None", "Żadna"),
    "defend": Words("Defend with {c0}", "Broń się: {c0}"),
    "undefended": Words("Leave it undefended", "Bez obrońcy"),
    "attack": Words("Attack {c0}", "Atakuj: {c0}"),
    "join": Words("Attack with {c0}", "Do ataku: {c0}"),
    "keep": Words("Keep the hand", "Zatrzymaj rękę"),
    "mulligan": Words("Draw a new hand", "Dobierz nową rękę"),
    "free": Words("Pay {n1} to ready {c0}", "Zapłać {n1} i przygotuj: {c0}"),
    "stay-exhausted": Words("Leave {c0} exhausted", "Zostaw wyczerpanego: {c0}"),
    "leave": Words("Leave {c0} on top", "Zostaw na wierzchu: {c0}"),
    "bottom": Words("Put {c0} on the bottom", "Odłóż na spód: {c0}"),
    "defense": Words("+1 defense", "+1 do obrony"),
    "willpower": Words("+1 willpower", "+1 do siły woli"),
    "draw-3": Words("Draw 3 cards", "Dobierz 3 karty"),
    "damage-4": Words("4 damage to {c0}", "4 obrażenia: {c0}"),
    "threat-5": Words("5 threat less", "5 zagrożenia mniej"),
    "to-hand": Words("Return {c0} to hand", "Na rękę: {c0}"),
    "into-deck": Words("Shuffle {c0} into the deck", "Wtasuj do talii: {c0}"),
}

PROMPTS = {
    "action": Words("Take an action?", "Czy wykonujesz akcję?"),
    "response": Words("Respond?", "Czy odpowiadasz?"),
    "pay": Words("Whose resources pay?", "Czyimi zasobami płacisz?"),
    "plan": Words("Play a card or take an action", "Zagraj kartę albo wykonaj akcję"),
    "commit": Words("Commit characters to the quest", "Przydziel postacie do wyprawy"),
    "travel": Words("Travel to a location?", "Czy gracze podróżują?"),
    "engage": Words("Engage an enemy?", "Czy wchodzisz w zwarcie?"),
    "engagement-check": Words("Which of these enemies engages you?", "Który z tych wrogów wchodzi z tobą w zwarcie?"),
    "enemy-attack": Words("Which attack is resolved next?", "Który atak rozpatrujesz?"),
    "defend": Words("Declare a defender", "Zadeklaruj obrońcę"),
    "attack": Words("Declare an attack", "Zadeklaruj atak"),
    "attackers": Words("Declare attackers", "Zadeklaruj atakujących"),
    "undefended-damage": Words("Which hero takes the damage?", "Który bohater otrzymuje obrażenia?"),
    "defender-damage": Words("Which defender takes the damage?", "Który obrońca otrzymuje obrażenia?"),
    "mulligan": Words("Keep the opening hand?", "Czy zatrzymujesz startową rękę?"),
    "attach": Words("Attach to what?", "Do czego dołączasz?"),
    "too-many-restricted": Words("Discard a Restricted attachment", "Odrzuć dodatek z ograniczeniem"),
    "break-free": Words("Pay to break free of the web?", "Czy płacisz za uwolnienie z sieci?"),
    "give-resource": Words("Which hero gets the resource?", "Który bohater dostaje zasób?"),
    "discard-from-hand": Words("Discard a card from your hand", "Odrzuć kartę z ręki"),
    "denethor": Words("What of the top encounter card?", "Co z wierzchnią kartą Spotkań?"),
    "heal": Words("Heal whom?", "Kogo leczysz?"),
    "draw-for": Words("Who draws?", "Kto dobiera?"),
    "rally": Words("Whose characters gain willpower?", "Czyje postacie zyskują siłę woli?"),
    "engage-enemy": Words("Engage which enemy?", "Z którym wrogiem wchodzisz w zwarcie?"),
    "progress-on": Words("Progress on which location?", "Na którym obszarze kładziesz postęp?"),
    "ready": Words("Ready which card?", "Kogo przygotowujesz?"),
    "exhaust": Words("Exhaust which card?", "Kogo wyczerpujesz?"),
    "put-into-play": Words("Put which card into play?", "Którą kartę wprowadzasz do gry?"),
    "gandalf": Words("What does Gandalf do?", "Co robi Gandalf?"),
    "strengthen": Words("Strengthen which character?", "Którą postać wzmacniasz?"),
    "enemies-of": Words("Shoot at whose enemies?", "Do czyich wrogów strzelasz?"),
    "hold-back": Words("Which enemy is held back?", "Którego wroga powstrzymujesz?"),
    "attack-with": Words("Attack with whom?", "Kim atakujesz?"),
    "attack-enemy": Words("Attack which enemy?", "Którego wroga atakujesz?"),
    "protect": Words("Protect which player?", "Którego gracza chronisz?"),
    "give-control": Words("Who takes control?", "Kto przejmuje kontrolę?"),
    "greeting": Words("Whose threat is lowered?", "Czyje zagrożenie maleje?"),
    "shuffle-back": Words("Whose discard pile is shuffled back?", "Czyj stos odrzuconych wraca do talii?"),
    "drive-off": Words("Which enemy returns to the staging area?", "Który wróg wraca do strefy przeciwności?"),
    "take-back": Words("Take which card back?", "Którą kartę bierzesz z powrotem?"),
    "reforge-for": Words("Whose attachment returns?", "Czyj dodatek wraca na rękę?"),
    "discard-attachment": Words("Discard which attachment?", "Który dodatek odrzucasz?"),
    "ignore-threat": Words("Whose threat does not count?", "Czyja siła zagrożenia się nie liczy?"),
    "search-deck-of": Words("Search whose deck?", "Czyją talię przeszukujesz?"),
    "choose-x": Words("How much do you pay?", "Ile płacisz?"),
    "take-card": Words("Take which card into hand?", "Którą kartę bierzesz na rękę?"),
    "put-back-next-lowest": Words(
        "Put cards back on the deck, the lowest first", "Odkładaj karty na talię, od najniższej"
    ),
    "defense-or-willpower": Words("What does the hero gain?", "Co zyskuje bohater?"),
    "heal-heroes-of": Words("Heal whose heroes?", "Czyich bohaterów leczysz?"),
    "damage": Words("Who takes the damage?", "Kto otrzymuje obrażenia?"),
    "caught": Words("Who is caught in the web?", "Kto wpada w sieć?"),
    "lose-objective": Words("Which objective is lost?", "Który cel przepada?"),
    "discard-character": Words("Discard which character?", "Którą postać odrzucasz?"),
    "claim-for": Words("Which hero carries it?", "Który bohater to niesie?"),
    "leave-quest": Words("Who leaves the quest?", "Kto opuszcza wyprawę?"),
    "return-to-hand": Words("Which ally returns to hand?", "Który sprzymierzeniec wraca na rękę?"),
    "leaves-play": Words("Which effect comes first?", "Który efekt rozpatrzeć najpierw?"),
    "add-spider": Words("Which Spider joins the staging area?", "Który Pająk trafia do strefy przeciwności?"),
}

CAUSES = {
    "pay": Words("Pay for {c0}", "Zapłata za kartę {c0}"),
    "play": Words("Play {c0}", "Zagranie karty {c0}"),
    "effect": Words("Effect of {c0}", "Efekt karty {c0}"),
    "revealed": Words("When {c0} is revealed", "Po odkryciu karty {c0}"),
    "shadow": Words("Shadow effect of {c0}", "Efekt cienia karty {c0}"),
    "stage": Words("Stage {c0}", "Etap {c0}"),
    "travel": Words("Travel to {c0}", "Podróż na obszar {c0}"),
    "enemy-attack": Words("{c0} attacks {p1}", "{c0} atakuje, cel {p1}"),
    "attack": Words("Attack on {c0}", "Atak na kartę {c0}"),
    "restricted": Words("{c0} bears too many Restricted attachments", "{c0} ma za dużo dodatków z ograniczeniem"),
}
TRIGGERS = {
    "committed": Words("{cards} committed to the quest", "Na wyprawie {cards}"),
    "damaged": Words("{cards} took damage", "Obrażenia otrzymuje {cards}"),
    "left": Words("{cards} left play", "Z gry schodzi {cards}"),
    "destroyed": Words("{cards} was destroyed", "Zniszczono kartę {cards}"),
    "entered": Words("{cards} entered play", "Do gry wchodzi {cards}"),
    "played": Words("{cards} was played", "Zagrano kartę {cards}"),
    "defended": Words("{cards} was declared as a defender", "Obrońcą jest {cards}"),
    "attack-destroyed": Words("An attack destroyed {cards}", "Atak niszczy kartę {cards}"),
    "revealed": Words("{cards} was revealed", "Odkryto kartę {cards}"),
    "shadow": Words("Shadow effect of {cards}", "Efekt cienia karty {cards}"),
    "shadow-dealt": Words("{cards} got a shadow card", "Kartę cienia otrzymuje {cards}"),
    "travelled": Words("The players travelled to {cards}", "Podróż na obszar {cards}"),
    "explored": Words("{cards} was explored", "Zbadano obszar {cards}"),
    "progress": Words("Progress was placed on {cards}", "Postęp na etapie {cards}"),
}
"""What has just happened where players are asked for responses."""


def describe(_s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    return OPTIONS[option[0]].say(lang).format_map(Parts(option[1:], lang))


def prompt(_s: GameState, decision: Decision, lang: Lang) -> str:
    """The question of a decision, in words."""
    return PROMPTS[decision.kind].say(lang)


def purpose(_s: GameState, cause: Option, lang: Lang) -> str:
    """What a decision is for, given what brought it about."""
    verb, *parts = cause
    if verb == AFTER:
        trigger, *cards = parts
        return TRIGGERS[trigger].say(lang, cards=", ".join(name_of(card, lang) for card in cards))
    return CAUSES[verb].say(lang).format_map(Parts(tuple(parts), lang))
