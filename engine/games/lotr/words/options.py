"""Words for options, for what decisions ask, and for what they are asked for."""

from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.lotr.components.box import ENTRIES, name_of
from engine.games.lotr.rules.attacks import combined_defense, current_attack, enemy_strength
from engine.games.lotr.rules.in_play import committed
from engine.games.lotr.rules.responses import AFTER
from engine.games.lotr.state import GameState
from engine.games.lotr.words.names import PHASES, Parts

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

_DONE = {
    "play": Words("End planning", "Zakończ planowanie"),
    "player-attack": Words("Attack no more enemies", "Bez dalszych ataków"),
    "declare-attackers": Words("Attack with these", "Atakuj wyznaczonymi"),
    "defend": Words("Defend with these", "Broń się wyznaczonymi"),
}
"""By step: what it is to be done with it."""
_COMMIT_NOBODY = Words("Commit nobody", "Nie przydzielaj nikogo")
_COMMIT_NO_MORE = Words("Commit nobody else", "Nie przydzielaj nikogo więcej")

PROMPTS = {
    "action": Words("Take an action?", "Czy wykonujesz akcję?"),
    "response": Words("Respond?", "Czy odpowiadasz?"),
    "pay": Words("Whose resources pay?", "Czyimi zasobami płacisz?"),
    "plan": Words("Planning: play a card or take an action", "Planowanie: zagraj kartę albo wykonaj akcję"),
    "commit": Words("Quest: commit characters to the quest", "Wyprawa: przydziel postacie do wyprawy"),
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

WINDOWS = {
    "plan": Words(
        "Take an action before the next planning turn?", "Czy wykonujesz akcję przed następną turą planowania?"
    ),
    "staging": Words(
        "Take an action before encounter cards are revealed?", "Czy wykonujesz akcję przed odkryciem kart Spotkań?"
    ),
    "resolve-quest": Words(
        "Take an action before the quest is resolved?", "Czy wykonujesz akcję przed rozpatrzeniem wyprawy?"
    ),
    "check": Words(
        "Take an action before enemies engage by threat?", "Czy wykonujesz akcję przed sprawdzeniem zwarcia?"
    ),
    "enemy-attack": Words(
        "Take an action before the next enemy attacks?", "Czy wykonujesz akcję przed atakiem następnego wroga?"
    ),
    "defend": Words(
        "Take an action before a defender is declared?", "Czy wykonujesz akcję przed wyznaczeniem obrońcy?"
    ),
    "shadows": Words(
        "Take an action before shadow cards are turned up?", "Czy wykonujesz akcję przed odkryciem kart cienia?"
    ),
    "enemy-damage": Words(
        "Take an action after the shadow cards, before the enemy's damage?",
        "Czy wykonujesz akcję po kartach cienia, przed obrażeniami od wroga?",
    ),
    "player-attack": Words(
        "Take an action before the players' next attack?", "Czy wykonujesz akcję przed następnym atakiem graczy?"
    ),
    "strike": Words(
        "Take an action before the damage of the players' attack?",
        "Czy wykonujesz akcję przed obrażeniami od ataku graczy?",
    ),
    "end-combat": Words("Take an action before the combat ends?", "Czy wykonujesz akcję przed końcem walki?"),
    "end-phase": Words(
        "Take an action before the phase ends ({phase})?", "Czy wykonujesz akcję przed końcem fazy ({phase})?"
    ),
}
"""By the step that follows: what is asked in the window of actions before it."""
AMOUNTS = {
    "undefended-damage": Words("Which hero takes {n} damage?", "Który bohater otrzymuje obrażenia ({n})?"),
    "defender-damage": Words("Which defender takes {n} damage?", "Który obrońca otrzymuje obrażenia ({n})?"),
    "damage": Words("Who takes {n} damage?", "Kto otrzymuje obrażenia ({n})?"),
}
"""Questions with the amount they are about."""
_DAMAGE = {"dol-guldur-orcs": 2, "goblin-sniper": 1, "hummerhorns": 5}
"""What each card deals whose effect asks who takes it."""

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

_DAMAGE_ON = Words("damage {n}", "obrażenia {n}")
_PROGRESS_ON = Words("progress {n}", "postęp {n}")


def describe(s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    if option == ("done",):
        return _done(s).say(lang)
    return OPTIONS[option[0]].say(lang).format_map(_PartsInPlay(s, option[1:], lang))


class _PartsInPlay(Parts):
    """The parts of an option; a card in play beside another of its name is told apart by what lies on it."""

    def __init__(self, s: GameState, parts: Option, lang: Lang) -> None:
        super().__init__(parts, lang)
        self._s = s

    def __missing__(self, key: str) -> str:
        text = super().__missing__(key)
        if key[0] != "c" or not (marks := self._marks(self.parts[int(key[1:])])):
            return text
        return f"{text} ({', '.join(marks)})"

    def _marks(self, card: int) -> list[str]:
        cards = self._s.cards
        if card not in cards or not any(other != card and ENTRIES[other] is ENTRIES[card] for other in cards):
            return []
        counts = {_DAMAGE_ON: cards[card].damage, _PROGRESS_ON: cards[card].progress}
        return [words.say(self.lang, n=count) for words, count in counts.items() if count]


def _done(s: GameState) -> Words:
    """What it is that a player does no more."""
    if s.step == "commit" and s.queue:
        return _COMMIT_NO_MORE if any(s.cards[card].seat == s.queue[0] for card in committed(s)) else _COMMIT_NOBODY
    return _DONE.get(s.step, OPTIONS["done"])


def prompt(s: GameState, decision: Decision, lang: Lang) -> str:
    """The question of a decision, in words; of a window of actions what comes after it, of damage how much it is."""
    if decision.kind == "action" and s.next_step in WINDOWS:
        return WINDOWS[s.next_step].say(lang, phase=PHASES[s.phase].say(lang))
    amount = _amount(s, decision.kind)
    return PROMPTS[decision.kind].say(lang) if amount is None else AMOUNTS[decision.kind].say(lang, n=amount)


def _amount(s: GameState, kind: str) -> int | None:
    """How much damage is dealt by what is under way; None where nothing is asked of damage, or it is not known."""
    match kind:
        case "undefended-damage":
            return max(0, enemy_strength(s, current_attack(s)))
        case "defender-damage":
            attack = current_attack(s)
            return max(0, enemy_strength(s, attack) - combined_defense(s, attack))
        case "damage" if s.run.causes and len(cause := s.run.causes[-1]) > 1:
            return _DAMAGE.get(ENTRIES[cause[1]].id)
    return None


def purpose(_s: GameState, cause: Option, lang: Lang) -> str:
    """What a decision is for, given what brought it about."""
    verb, *parts = cause
    if verb == AFTER:
        trigger, *cards = parts
        return TRIGGERS[trigger].say(lang, cards=", ".join(name_of(card, lang) for card in cards))
    return CAUSES[verb].say(lang).format_map(Parts(tuple(parts), lang))
