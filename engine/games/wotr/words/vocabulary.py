"""Every verb of options, events and causes with its arguments, as programs are told of them."""

from engine.core.vocabulary import Vocabulary, verb

KINDS = {
    "card": "a faction card, by reference",
    "location": "a battleground or a path, by reference",
    "component": "a card or a location, by reference",
    "place": "where a card is played: a location or a wielder by reference, or the word `reserve` or `event`",
    "seat": "a player, by reference",
    "side": "the word `free` or `shadow`",
    "number": "a whole number",
}

_OPTIONS = {
    "pass": verb("take no action"),
    "play": verb("play a card from hand or of those drawn", card="card", to="place"),
    "move": verb("move a card from reserve to a location", card="card", to="location"),
    "use": verb("use the action text of a card in play", card="card"),
    "cycle": verb("cycle a card", card="card"),
    "winnow": verb("eliminate two cards from hand to draw one"),
    "ring": verb("use the Ring token"),
    "forsake": verb("forsake a card from hand or reserve", card="card"),
    "forsake-top": verb("forsake the top card of the deck, unseen", "forsake"),
    "eliminate": verb("eliminate a card", card="card"),
    "sacrifice": verb("eliminate a card from reserve for the effect of a text", card="card"),
    "take": verb("take a card from deck or cycle pile into hand", card="card"),
    "seek": verb("look for a card in the deck", card="card"),
    "slay": verb("eliminate a card of the other side", card="card"),
    "lose": verb("give up a card in combat, or to a text", card="card"),
    "activate": verb("activate or reactivate a location", location="location"),
    "fight": verb("resolve the combat at a location next", location="location"),
    "support": verb("let armies support these characters, or nobody", cards="card*"),
    "defend": verb("add a defence token to a location", location="location"),
    "attack": verb("add an attack token to a location", location="location"),
    "heal": verb("cycle these cards instead of losing them", cards="card*"),
    "draw-two": verb("draw two cards"),
    "yes": verb("use the text of a card or location", "may", component="component"),
    "no": verb("do not use it", "may", component="component"),
    "decline": verb("do none of it", "done"),
    "done": verb("do no more of it", "done"),
}

_EVENTS = {
    "round": verb("a round begins", round="number", first_player="seat"),
    "drew": verb("a player drew cards", player="seat", count="number", cards="card+?"),
    "cycled": verb("a player cycled a card, face down unless it is named", player="seat", card="card?"),
    "cycled-from-play": verb("a card left play for its owner's cycle pile", card="card"),
    "eliminated": verb("a card went to its owner's eliminated pile, face up", card="card"),
    "eliminated-face-down": verb("a player eliminated a card face down", player="seat", card="card?"),
    "forsook-the-top": verb("a player forsook the top card of the deck", player="seat", card="card?"),
    "took": verb("a player took a named card into hand", player="seat", card="card"),
    "recycled": verb("a player shuffled the cycle pile into the deck", player="seat"),
    "played": verb("a player played a card", player="seat", card="card", to="place"),
    "moved": verb("a player moved a card from reserve", player="seat", card="card", to="location"),
    "used": verb("a player used the action text of a card", player="seat", card="card"),
    "passed": verb("a player passed", player="seat"),
    "ring": verb("a player used the Ring token", player="seat"),
    "activated": verb("a location became active", player="seat", location="location"),
    "combat": verb(
        "a combat was resolved", location="location", attack="number", defence="number", not_cancelled="number"
    ),
    "scored": verb("a side scored a location", side="side", location="location"),
    "unscored": verb("nobody scored a path", location="location"),
    "strengthened": verb("tokens were put on a location", location="location", attack="number", defence="number"),
    "corruption": verb("corruption changed", by="number", to="number"),
}

_DECISIONS = {
    "action": "a turn of the action phase: one action, or pass",
    "cycle": "which card to cycle",
    "forsake": "what to forsake",
    "eliminate": "which card to eliminate",
    "sacrifice": "which cards to eliminate from reserve, one after the other",
    "take": "which card to take into hand",
    "move": "whether to move a card at once, and where to",
    "play-drawn": "which of the drawn cards to play",
    "battleground": "which battleground to activate",
    "path": "which path to activate",
    "combat": "which combat to resolve next",
    "support": "which characters are supported in this combat",
    "loss": "which card to give up",
    "may": "whether to use a text",
    "slay": "which Nazgûl to eliminate",
    "intrigue": "what Gríma does",
    "strengthen": "which location gets the token",
    "for-the-bot": "what the Shadow does where its rules leave a choice",
    "heal": "whom Ioreth heals",
}

_CAUSES = {
    "pay": verb("it pays for a card that was played", card="card"),
    "text": verb("the text of a card or location asks for it", component="component"),
    "combat": verb("a combat is being resolved", location="location"),
    "ring": verb("the Ring token was used"),
    "winnow": verb("two cards are eliminated to draw one"),
    "opening": verb("the opening hand is too large"),
    "carryover": verb("the hand is above the carryover limit"),
}

VOCABULARY = Vocabulary(KINDS, _OPTIONS, _EVENTS, _DECISIONS, _CAUSES, declining=frozenset({"no"}))
