"""The captions of the drawn board."""

from engine.core.words import Words

_SETUP_STEPS = dict.fromkeys(
    ("setup", "choose-heroes", "hero-setup", "starting-plot", "sauron-setup", "sauron-cards", "missions"),
    Words("Setup", "Przygotowanie"),
)
_FINALE_STEPS = dict.fromkeys(("finale", "champion"), Words("The Finale", "Finał"))
COMMON_STEPS = {**_SETUP_STEPS, **_FINALE_STEPS}
"""Steps that are in no player's turn."""
STEPS = {
    "rally": Words("Rally step", "krok Rajdu"),
    "story": Words("Story step", "krok Opowieści"),
    "plot": Words("Plot step", "krok Intrygi"),
    "event": Words("Event step", "krok Wydarzeń"),
    **dict.fromkeys(("actions", "action", "strengthen", "command"), Words("Action step", "krok Akcji")),
    "hero-draw": Words("Hero Draw step", "krok losowania bohaterów"),
    "turn": Words("start of the turn", "początek rundy"),
    "rest": Words("Rest step", "krok Odpoczynku"),
    "ambush": Words("Ambush step", "krok Zasadzki"),
    **dict.fromkeys(("travel", "arrive", "danger"), Words("Travel step", "krok Podróży")),
    "encounter": Words("Encounter step", "krok Spotkań"),
    "turn-end": Words("end of the turn", "koniec rundy"),
    **dict.fromkeys(("combat", "prepare", "clash", "resolution"), Words("combat", "walka")),
}
ALL_STEPS = {**_SETUP_STEPS, **STEPS, **_FINALE_STEPS}
"""Every step in the order of a match; several steps of the rules may be one of the book."""
HEAD = Words("Round {round}, stage {stage}. {moment}. {dominant}", "Runda {round}, etap {stage}. {moment}. {dominant}")
DOMINANT = {
    "heroes": Words("The heroes are dominant", "Dominują bohaterowie"),
    "sauron": Words("Sauron is dominant", "Dominuje Sauron"),
    "": Words("Nobody is dominant", "Nikt nie dominuje"),
}
STORY = Words(
    "Story Track (+ Shadow Falls on space 10, * Finale on space 18)",
    "Szlak Opowieści (+ Zapada Zmrok na polu 10, * Finał na polu 18)",
)
DELAY = Words(
    "the heroes' marker falls {n} short in the next Story step",
    "w następnym kroku Opowieści znacznik bohaterów przesunie się o {n} mniej",
)
MARKERS = {
    "hero": Words("heroes", "bohaterowie"),
    "ring": Words("Sauron, yellow", "Sauron, żółty"),
    "conquest": Words("Sauron, red", "Sauron, czerwony"),
    "corruption": Words("Sauron, black", "Sauron, czarny"),
}
PLOTS = Words("Active plots", "Aktywne Intrygi")
PLOT = Words(
    "{name} in {place}: {marker} +{advance}, {favor} favor to discard",
    "{name}, {place}: {marker} +{advance}, koszt odrzucenia {favor}",
)
EVENT = Words("Event in play: {name} in {place}", "Wydarzenie w grze: {name}, {place}")
SAURON = Words(
    "Sauron: Shadow Pool {pool} of {most}, actions {actions}, Shadow cards {shadow}, Plot cards {plot}",
    "Sauron: Pula Cienia {pool} z {most}, akcje {actions}, karty Cienia {shadow}, karty Intrygi {plot}",
)
INFLUENCE_LEFT = Words(
    "left of the action: influence {influence}, of that to the pool at most {to_pool}",
    "zostało z akcji: wpływ {influence}, w tym do puli najwyżej {to_pool}",
)
COMMANDS_LEFT = Words("left of the action: commands {commands}", "zostało z akcji: rozkazy {commands}")
TRACKS = Words("action markers in brackets", "znaczniki akcji w nawiasach")
TRACK = {
    "influence": Words("influence", "wpływ"),
    "cards": Words("cards", "karty"),
    "command": Words("commands", "rozkazy"),
}
PILES = {
    "shadow_hand": Words("Shadow cards in hand", "karty Cienia na ręce"),
    "plot_hand": Words("Plot cards in hand", "karty Intrygi na ręce"),
    "plot_top": Words("top of the Plot deck", "wierzch talii Intrygi"),
    "plot_bottom": Words("bottom of the Plot deck, lowest first", "spód talii Intrygi, od najniższej"),
    "shadow": Words("discarded Shadow cards", "odrzucone karty Cienia"),
    "plot": Words("discarded Plot cards", "odrzucone karty Intrygi"),
}
SHADOW_NEEDS = Words("{name} [pool {pool}]", "{name} [pula {pool}]")
PLOT_NEEDS = Words("{name} [pool {pool}, {marker} +{advance}]", "{name} [pula {pool}, {marker} +{advance}]")
MISSION = {
    "heroes": Words("Mission of the heroes", "Misja bohaterów"),
    "sauron": Words("Mission of Sauron", "Misja Saurona"),
}
TO_CHOOSE_FROM = Words("Drawn, to choose from", "Wylosowane do wyboru")
INFLUENCE = Words("Influence", "Wpływ")
BOARD = Words("On the board", "Na planszy")
TOKEN = Words("monster token", "żeton potwora")
FACE = Words("monster token ({name})", "żeton potwora ({name})")
MINION = Words("{name} (damage {damage} of {health})", "{name} (rany {damage} z {health})")
FAVOR = Words("Favor to be found", "Przysługi do zebrania")
HERO = Words("{name} in {place}: favor {favor}, {traits}", "{name}, {place}: przysługi {favor}, {traits}")
UNCHOSEN = Words("Hero {n}: not yet chosen", "Bohater {n}: jeszcze niewybrany")
POOLS = Words(
    "life pool {life}, hand {hand}, rest pool {rest}, damage pool {damage}",
    "pula Życia {life}, ręka {hand}, pula Odpoczynku {rest}, pula Ran {damage}",
)
AREAS = {
    "hand": Words("hand", "ręka"),
    "rest": Words("rest pool", "pula Odpoczynku"),
    "damage_known": Words("known in the damage pool", "znane w puli Ran"),
    "corruption": Words("corruption", "korupcja"),
    "items": Words("items", "przedmioty"),
    "quests": Words("quests", "wyprawy"),
}
COMPLETED = Words("completed starting and advanced quests {n}", "ukończone wyprawy Początkowe i Zaawansowane {n}")
PLEDGE = Words("Trust in Friendship, favor on it {n}", "Zaufanie Przyjaźni, przysługi na karcie {n}")
PRICE = Words("{name} ({favor} favor)", "{name} (przysługi: {favor})")
GOAL = Words("{name} (explore {place})", "{name} (odkryj {place})")
FIGHT_GOAL = Words("{name} (fight in {place}: {monster})", "{name} (walka, {place}: {monster})")
COST = Words("cost {cost}", "koszt {cost}")
FIGHT = Words("Fight: {hero} against {enemy}", "Walka: {hero} i {enemy}")
ENEMY = Words(
    "{name}: damage {damage} of {health}, strength {strength}, cards in hand {hand}",
    "{name}: rany {damage} z {health}, siła {strength}, karty na ręce {hand}",
)
PREPARING = Words("{name}: preparing", "{name}: przygotowanie")
FIGHTER = Words("{name}: strength {strength}", "{name}: siła {strength}")
STACK = Words("combat stack", "stos Walki")
LASTING = Words("from the last round", "z poprzedniej rundy")
EXHAUSTED = Words("exhausted", "wyczerpanie")
FACE_UP = Words("laid face up", "wyłożona odkryta karta")
PLAYS_AT_RANDOM = Words("the hero plays at random", "bohater zagrywa losowo")
OTHER_HAND = Words("Ranged cards in the other hand {n}", "karty Wsparcia w drugiej ręce {n}")
INFLUENCE_HERE = Words("influence {n}", "wpływ {n}")
FAVOR_HERE = Words("favor {n}", "przysługi {n}")
