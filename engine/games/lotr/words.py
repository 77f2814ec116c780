"""Words for options, decisions, events, outcomes and what is printed on cards, in English and Polish."""

from typing import Any

from engine.core.events import Event
from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words, listed
from engine.games.lotr.components.box import name_of
from engine.games.lotr.components.decks import SPHERE_NAMES
from engine.games.lotr.components.schema import Kind
from engine.games.lotr.scenarios import SCENARIO_KINDS
from engine.games.lotr.state import GameState

REASONS = {
    "quest-completed": Words("the quest is completed", "wyprawa ukończona"),
    "all-players-eliminated": Words("all players are eliminated", "wszyscy gracze wyeliminowani"),
    "prisoner-lost": Words("the prisoner can no longer be rescued", "więźnia nie można już uratować"),
}
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

EVENTS = {
    "scenario": Words("The campaign goes on: {s0}", "Kampania trwa: {s0}"),
    "first-player": Words("{p0} is first player", "Pierwszym graczem jest {p0}"),
    "mulligan": Words("{p0} draws a new hand", "{p0} wymienia rękę"),
    "drew": Words("{p0} draws {n1}", "{p0} dobiera: {n1}"),
    "drawn": Words("You draw {l0}", "Dobierasz: {l0}"),
    "to-hand": Words("{c0} goes to its owner's hand", "{c0}: na rękę właściciela"),
    "discarded": Words("{p0} discards {c1}", "{p0} odrzuca: {c1}"),
    "shackles-broken": Words("Iron Shackles keep {p0} from drawing", "Iron Shackles: {p0} nie dobiera"),
    "shackled": Words("{c1} is attached to the deck of {p0}", "{c1}: dołączono do talii, {p0}"),
    "buried": Words("{p0} puts the top encounter card on the bottom", "{p0} odkłada wierzchnią kartę Spotkań na spód"),
    "shuffled-away": Words("{c0} is shuffled into the encounter deck", "{c0}: wtasowano w talię Spotkań"),
    "looked": Words("You see {c1}", "Widzisz: {c1}"),
    "threat": Words("{p0} has threat {n1}", "{p0}: zagrożenie {n1}"),
    "eliminated": Words("{p0} is eliminated", "{p0} odpada z gry"),
    "used": Words("{p0} uses {c1}", "{p0} używa: {c1}"),
    "played": Words("{p0} plays {c1}", "{p0} zagrywa: {c1}"),
    "responded": Words("{p0} responds with {c1}", "{p0} odpowiada: {c1}"),
    "forced": Words("{c0} takes effect", "Efekt wymuszony: {c0}"),
    "entered-play": Words("{c1} enters play for {p0}", "{c1} wchodzi do gry: {p0}"),
    "attached": Words("{c0} is attached to {c1}", "{c0}: dołączono do {c1}"),
    "control": Words("{p0} takes control of {c1}", "{p0} przejmuje: {c1}"),
    "left-play": Words("{c0} leaves play", "{c0} opuszcza grę"),
    "damaged": Words("{c0} takes {n1} damage", "{c0} otrzymuje obrażenia: {n1}"),
    "healed": Words("{c0} is healed of {n1}", "{c0}: uleczono {n1}"),
    "destroyed": Words("{c0} is destroyed", "{c0}: zniszczono"),
    "boosted": Words("{c0}: {e1}", "{c0}: {e1}"),
    "committed": Words("{p0} commits {l1}", "{p0} przydziela: {l1}"),
    "revealed": Words("{c0} is revealed", "Odkryto: {c0}"),
    "cancelled": Words("The effect of {c0} is cancelled", "Anulowano efekt: {c0}"),
    "staging-threat": Words(
        "The staging area has threat {d0} this phase", "W tej fazie strefa przeciwności ma zagrożenie {d0}"
    ),
    "location-threat": Words(
        "Each location in the staging area has threat {d0} this phase",
        "W tej fazie każdy obszar w strefie przeciwności ma zagrożenie {d0}",
    ),
    "surge": Words("{c0} surges", "Mroczna fala: {c0}"),
    "added": Words("{c0} joins the staging area", "{c0} trafia do strefy przeciwności"),
    "unguarded": Words("{c0} is guarded by one card less", "{c0}: jedna karta mniej na straży"),
    "claimed": Words("{p0} claims {c1}", "{p0} zdobywa: {c1}"),
    "quest": Words("Willpower {n0} against threat {n1}", "Siła woli {n0} przeciw zagrożeniu {n1}"),
    "progress": Words("Progress on the quest: {n0}", "Postęp wyprawy: {n0}"),
    "location-progress": Words("Progress on {c0}: {n1}", "Postęp na obszarze {c0}: {n1}"),
    "explored": Words("{c0} is explored", "Zbadano: {c0}"),
    "stage-defeated": Words("{c0} is completed", "Ukończono: {c0}"),
    "scored": Words("Score by the book: {n0}, the lower the better", "Wynik z instrukcji: {n0}, im niższy, tym lepszy"),
    "stage": Words("The quest goes on: {c0}", "Wyprawa trwa: {c0}"),
    "travelled": Words("The players travel to {c0}", "Gracze podróżują: {c0}"),
    "engaged": Words("{c1} engages {p0}", "{c1} w zwarciu: {p0}"),
    "to-staging": Words("{c0} returns to the staging area", "{c0} wraca do strefy przeciwności"),
    "shadow-dealt": Words("{c0} gets a shadow card", "{c0} otrzymuje kartę cienia"),
    "shadow": Words("Shadow card of {c0}: {c1}", "Karta cienia, {c0}: {c1}"),
    "attacks": Words("{c0} attacks {p1}", "{c0} atakuje: {p1}"),
    "defends": Words("{c0} defends against {c1}", "{c0} broni się: {c1}"),
    "attacked": Words("{c0} is attacked by {l1}", "Atak na {c0}: {l1}"),
    "prisoner": Words("{c0} is taken prisoner", "{c0} trafia do niewoli"),
    "rescued": Words("{c0} is rescued", "Uratowano: {c0}"),
    "conceded": Words("{p0} concedes", "{p0} poddaje się"),
    "undone": Words("{p0} takes a choice back", "{p0} cofa wybór"),
}

EFFECTS = {
    "willpower": Words("willpower {d2}", "siła woli {d2}"),
    "attack": Words("attack {d2}", "atak {d2}"),
    "defense": Words("defense {d2}", "obrona {d2}"),
    "threat": Words("threat {d2}", "siła zagrożenia {d2}"),
    "cannot-attack": Words("does not attack {p2} this phase", "w tej fazie nie atakuje: {p2}"),
    "no-threat": Words("adds no threat this phase", "w tej fazie nie dodaje zagrożenia"),
    "to-hand": Words("returns to hand when the phase ends", "po tej fazie wraca na rękę"),
    "into-deck": Words("is shuffled into its deck when the phase ends", "po tej fazie wraca do talii"),
}
"""What lasting effects do to a card, as part of the event `boosted`."""


class _Parts(dict[str, str]):
    """The parts of an option or event, for placeholders of a letter and an index.

    c card, p player, n number, d difference, l cards from there on, e lasting effect, s scenario; `pay` is a payment.
    """

    def __init__(self, parts: tuple[Any, ...], lang: Lang) -> None:
        super().__init__()
        self.parts, self.lang = parts, lang

    def __missing__(self, key: str) -> str:
        if key == "pay":
            pairs = zip(self.parts[::2], self.parts[1::2], strict=True)
            return ", ".join(f"{amount} ({name_of(hero, self.lang)})" for hero, amount in pairs)
        at = int(key[1:])
        part = self.parts[at]
        match key[0]:
            case "c":
                return name_of(part, self.lang)
            case "p":
                return Words("Player {n}", "Gracz {n}").say(self.lang, n=part + 1)
            case "l":
                return ", ".join(name_of(card, self.lang) for card in self.parts[at:])
            case "d":
                return f"{part:+d}"
            case "e":
                return EFFECTS[part].say(self.lang).format_map(self)
            case "s":
                return SCENARIO_KINDS[part].name.say(self.lang)
        return str(part)


def describe(_s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    return OPTIONS[option[0]].say(lang).format_map(_Parts(option[1:], lang))


def prompt(_s: GameState, decision: Decision, lang: Lang) -> str:
    """The question of a decision, in words."""
    return PROMPTS[decision.kind].say(lang)


def narrate(_s: GameState, event: Event, lang: Lang) -> str:
    """An event in words."""
    return EVENTS[event.kind].say(lang).format_map(_Parts(event.data, lang))


_LABELS = {
    "threat_cost": Words("threat cost {n}", "koszt zagrożenia {n}"),
    "cost": Words("cost {n}", "koszt {n}"),
    "engagement_cost": Words("engagement cost {n}", "koszt zwarcia {n}"),
    "threat": Words("threat {n}", "zagrożenie {n}"),
    "willpower": Words("willpower {n}", "siła woli {n}"),
    "attack": Words("attack {n}", "atak {n}"),
    "defense": Words("defense {n}", "obrona {n}"),
    "hit_points": Words("hit points {n}", "punkty wytrzymałości {n}"),
    "stage": Words("stage {n}", "etap {n}"),
    "quest_points": Words("quest points {n}", "punkty wyprawy {n}"),
}
_CHARACTER = ("willpower", "attack", "defense", "hit_points")
_PRINTED = {
    "hero": ("threat_cost", *_CHARACTER),
    "ally": ("cost", *_CHARACTER),
    "attachment": ("cost",),
    "event": ("cost",),
    "enemy": ("engagement_cost", "threat", "attack", "defense", "hit_points"),
    "location": ("threat", "quest_points"),
    "quest": ("stage", "quest_points"),
}
"""The numbers printed on each type of card (p. 6-9)."""


def values_of(kind: Kind) -> Words:
    """What is printed on a card beside its text: sphere, numbers and traits."""
    parts = [SPHERE_NAMES[kind.sphere]] if kind.sphere else []
    for name in _PRINTED.get(kind.type, ()):
        n = "X" if name == "cost" and kind.cost_is_x else getattr(kind, name)
        parts.append(_LABELS[name].filled(n=n))
    return listed(*parts, *(Words(trait) for trait in kind.traits))
