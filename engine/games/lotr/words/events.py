"""Words for what happens."""

from engine.core.events import Event
from engine.core.words import Lang, Words
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.state import GameState
from engine.games.lotr.words.names import Parts

EVENTS = {
    "scenario": Words("The campaign goes on: {s0}", "Kampania trwa: {s0}"),
    "first-player": Words("{p0} is first player", "Pierwszym graczem jest {p0}"),
    "mulligan": Words("{p0} draws a new hand", "{p0} wymienia rękę"),
    "drew": Words("{p0} draws {n1}", "{p0} dobiera: {n1}"),
    "drawn": Words("You draw {l0}", "Dobierasz: {l0}"),
    "to-hand": Words("{c0} goes to its owner's hand", "{c0}: na rękę właściciela"),
    "discarded": Words("{p0} discards {c1}", "{p0} odrzuca: {c1}"),
    "shackles-broken": Words("Iron Shackles keep {p0} from drawing", "Żelazne Kajdany: {p0} nie dobiera"),
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
    "progress": Words("Progress on the quest: {d0}", "Postęp wyprawy: {d0}"),
    "location-progress": Words("Progress on {c0}: {d1}", "Postęp na obszarze {c0}: {d1}"),
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
}


def narrate(_s: GameState, event: Event, lang: Lang) -> str:
    """An event in words; of a treachery and of a shadow card also what it does."""
    happened = EVENTS[event.kind].say(lang).format_map(Parts(event.data, lang))
    does = _effect(event).say(lang)
    return f"{happened} ({does})" if does else happened


def _effect(event: Event) -> Words:
    """What the card does that an event turns up; empty where that is told by what follows."""
    if event.kind == "revealed" and (entry := ENTRIES[event.data[0]]).type == "treachery":
        return Words(entry.text, entry.text_pl)
    if event.kind == "shadow":
        entry = ENTRIES[event.data[1]]
        return Words(entry.shadow_text, entry.shadow_text_pl)
    return Words("")
