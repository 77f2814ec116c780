"""Events in words."""

from engine.core.events import Event
from engine.core.words import Lang, Words
from engine.games.meq.cards.registry import COMBAT_ABILITIES
from engine.games.meq.state import GameState
from engine.games.meq.words.names import CARD_NAMES
from engine.games.meq.words.phrases import fill

EVENTS: dict[str, tuple[Words, str]] = {
    "round": (Words("Round {0} begins", "Zaczyna się runda {0}"), "n"),
    "hero": (Words("{0} joins the quest", "{0} wyrusza na wyprawę"), "h"),
    "turn": (Words("{0} takes a turn", "Runda bohatera: {0}"), "h"),
    "quest": (Words("{0} takes on {1}", "{0} podejmuje wyprawę: {1}"), "hc"),
    "completed": (Words("{0} completes {1}", "{0} kończy wyprawę: {1}"), "hc"),
    "influence": (Words("{0} holds {1} influence", "{0}: wpływ {1}"), "pn"),
    "pool": (Words("The Shadow Pool holds {0} influence", "Pula Cienia: {0}"), "n"),
    "story": (Words("Story: {0} stands on space {1}", "Opowieść: {0} stoi na polu {1}"), "tn"),
    "action": (Words("Sauron acts: {0} ({1})", "Akcja Saurona: {0} ({1})"), "tn"),
    "sauron-drew": (Words("Sauron draws {0} cards: {1}", "Sauron dobiera karty {0}: {1}"), "tn"),
    "sauron-discarded": (Words("Sauron discards {0}", "Sauron odrzuca: {0}"), "c"),
    "shadow": (Words("Sauron plays {0}", "Sauron zagrywa: {0}"), "c"),
    "plot": (Words("The plot {0} affects {1}", "Intryga {0} dotyczy: {1}"), "cp"),
    "plot-discarded": (Words("The plot {0} is discarded", "Intryga {0} zostaje odrzucona"), "c"),
    "event": (Words("Event: {0}", "Wydarzenie: {0}"), "c"),
    "character": (Words("{0} appears in {1}", "{0} pojawia się: {1}"), "kp"),
    "character-left": (Words("{0} leaves the board", "{0} opuszcza planszę"), "k"),
    "favor-removed": (Words("A favor leaves {0}", "Przysługa opuszcza planszę: {0}"), "p"),
    "favor-placed": (Words("A favor is placed in {0}", "Przysługa trafia: {0}"), "p"),
    "minion": (Words("Minion: {0} in {1}", "Sługa: {0}, {1}"), "ep"),
    "healed": (Words("Healed: {0}; damage left: {1}", "Leczenie: {0}; pozostałe rany: {1}"), "en"),
    "slain": (Words("Defeated: {0}", "Pokonanie: {0}"), "e"),
    "token": (Words("A monster token is placed in {0}", "Żeton potwora trafia: {0}"), "p"),
    "token-taken": (Words("Chosen: monster token number {0} in {1}", "Wybór: żeton potwora nr {0} ({1})"), "op"),
    "token-moved": (Words("A monster token moves from {0} to {1}", "Żeton potwora: {0}, {1}"), "pp"),
    "token-revealed": (Words("A monster token leaves {1}: {0}", "Odkryty żeton potwora ({1}): {0}"), "cp"),
    "moved": (Words("{0} is in {1}", "{0}: {1}"), "hp"),
    "favor": (Words("{0} has {1} favor", "{0}: przysługi {1}"), "hn"),
    "level": (Words("{0} improves: {1} {2}", "{0} awansuje: {1} {2}"), "htn"),
    "item": (Words("{0} gains {1}", "{0} otrzymuje: {1}"), "hc"),
    "lost-item": (Words("{0} loses {1}", "{0} traci: {1}"), "hc"),
    "gave": (Words("{0} gives {1} {2}", "{0} daje: {1}, {2}"), "hhc"),
    "consulted": (Words("{0} consults {1} {2}", "{0}: konsultacja, {1}, {2}"), "hkt"),
    "corrupted": (Words("{0} receives the Corruption card {1}", "{0} otrzymuje kartę Korupcji: {1}"), "hc"),
    "purged": (Words("{0} is rid of {1}", "{0} pozbywa się karty: {1}"), "hc"),
    "trained": (Words("{0} receives training", "{0} odbywa trening"), "h"),
    "drew": (Words("{0} draws cards: {1}", "{0} dobiera karty: {1}"), "hn"),
    "discard": (Words("{0} discards {1}", "{0} odrzuca: {1}"), "hc"),
    "restored": (Words("{0} restores the life pool to {1} cards", "{0} odnawia pulę Życia, karty: {1}"), "hn"),
    "hurt": (Words("{0} is dealt {1} damage", "{0} otrzymuje rany: {1}"), "hn"),
    "fallen": (Words("{0} is defeated", "Pokonanie bohatera: {0}"), "h"),
    "peril": (Words("Peril for {0}: {1}", "Zagrożenie, {0}: {1}"), "hc"),
    "encounter": (Words("{0} encounters {1}", "{0} spotyka: {1}"), "hc"),
    "fight": (Words("{0} fights {1}", "{0} walczy: {1}"), "he"),
    "prepared": (
        Words("{0} has strength {1}, Sauron {2} cards", "{0} ma siłę {1}, liczba kart Saurona to {2}"),
        "hnn",
    ),
    "hero-exhausted": (Words("{0} is exhausted", "Wyczerpanie bohatera: {0}"), "h"),
    "enemy-exhausted": (Words("Exhausted: {0}", "Wyczerpanie wroga: {0}"), "e"),
    "laid": (Words("{0} is laid face up", "Leży odkryta: {0}"), "c"),
    "revealed": (Words("The cards: {0} against {1}", "Karty: {0} i {1}"), "cc"),
    "declared": (Words("Declared: {0}", "Wybrany typ: {0}"), "t"),
    "told": (Words("The hand: {0} Ranged, {1} Melee", "Ręka: Wsparcie {0}, Bijatyka {1}"), "nn"),
    "told-others": (Words("A hand is described in secret", "Ręka zostaje opisana w sekrecie"), ""),
    "enemy-lost": (Words("Sauron loses {0}", "Sauron traci: {0}"), "c"),
    "opponent-drew": (Words("Sauron draws {0} combat card", "Sauron dobiera karty walki: {0}"), "n"),
    "enemy-hurt": (Words("Damage to the enemy ({0}): {1}", "Rany wroga ({0}): {1}"), "en"),
    "won": (Words("{0} defeats {1}", "{0} pokonuje: {1}"), "he"),
    "fought": (Words("{0} does not defeat {1}", "{0} nie pokonuje: {1}"), "he"),
    "lot": (Words("The heroes disagree; the lot falls on {0}", "Bohaterowie nie są zgodni; los wskazuje: {0}"), "h"),
    "finale": (Words("The Finale", "Finał"), ""),
    "mission": (Words("A mission is revealed: {0}", "Ujawniono misję: {0}"), "c"),
}


def narrate(s: GameState, event: Event, lang: Lang) -> str:
    """An event in words, with no more than its reader may see."""
    data = event.data
    kind = event.kind
    if kind == "told" and not data:
        kind = "told-others"
    elif kind == "fought":
        kind, data = ("won" if data[2] else "fought"), data[:2]
    elif kind == "hero":
        data = data[:1]
    happened = fill(s, EVENTS[kind], data, lang)
    shown = data if kind == "revealed" else ()
    return "; ".join([happened, *(_ability(card, lang) for card in shown if card in COMBAT_ABILITIES)])


def _ability(card: int, lang: Lang) -> str:
    """What a combat card does that has been turned up."""
    return f"{CARD_NAMES[card].say(lang)}: {COMBAT_ABILITIES[card].words.say(lang)}"
