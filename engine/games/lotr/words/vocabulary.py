"""Every verb of options, events and causes with its arguments, as programs are told of them."""

from typing import get_args

from engine.core.flow import Option
from engine.core.vocabulary import Vocabulary, verb
from engine.games.lotr.cards.effects import Trigger
from engine.games.lotr.rules.lasting_effects import CANNOT_ATTACK

DISTINCT_ENTRIES = {
    "card": "a card, by reference",
    "seat": "a player, by reference",
    "scenario": "the id of a scenario",
    "strength": "the word `willpower`, `attack`, `defense` or `threat`",
    "effect": "the word `no-threat` (it adds none), `to-hand` or `into-deck` (where it goes when the phase ends)",
    "trigger": f"what has just happened: the word {', '.join(f'`{one}`' for one in get_args(Trigger))}",
    "number": "a whole number",
}


def _payment(*split: int) -> Option:
    """A payment by the heroes who make it, each as often as he pays; the rules have each with an amount behind him."""
    pairs = zip(split[::2], split[1::2], strict=True)
    return ("pay", *(hero for hero, amount in pairs for _ in range(amount)))


def _lasting_effect(card: int, effect: str, amount: int) -> Option:
    """A lasting effect by what it is; the rules tell all in one event, whose last part is an amount or a seat."""
    if effect == CANNOT_ATTACK:
        return "held-back", card, amount
    return ("boosted", card, effect, amount) if amount else ("lasting-effect", card, effect)


_OPTIONS = {
    "play": verb("play a card from hand", card="card"),
    "use": verb("take the action of a card in play", card="card"),
    "respond": verb("use the response of a card in play or in hand", card="card"),
    "pay": verb("spend a resource of each of these heroes; who is named twice spends two", heroes="card*").told_by(
        _payment
    ),
    "pay-x": verb("choose how much to pay for a card of cost X", amount="number"),
    "commit": verb("commit a character to the quest", card="card"),
    "travel": verb("travel to a location", location="card"),
    "engage": verb("engage an enemy", enemy="card"),
    "defend": verb("declare a character as a defender", card="card"),
    "attack": verb("declare an attack on an enemy", enemy="card"),
    "join": verb("let a character take part in the attack", card="card"),
    "choose": verb("choose a card, for what the decision asks", card="card"),
    "player": verb("choose a player, for what the decision asks", "choose", player="seat"),
    "each": verb("choose all players", "choose"),
    "draw-3": verb("draw three cards", "choose"),
    "damage-4": verb("deal four damage to an enemy", "choose", enemy="card"),
    "threat-5": verb("lower your threat by five", "choose"),
    "defense": verb("give the hero one more defense", "choose"),
    "willpower": verb("give the hero one more willpower", "choose"),
    "leave": verb("leave a card on top of the encounter deck", "choose", card="card"),
    "bottom": verb("put a card on the bottom of the encounter deck", "choose", card="card"),
    "to-hand": verb("let a card return to its owner's hand", "choose", card="card"),
    "into-deck": verb("let a card be shuffled into its owner's deck", "choose", card="card"),
    "free": verb("pay resources of a hero to ready him", card="card", cost="number"),
    "stay-exhausted": verb("leave a hero exhausted", "free", card="card"),
    "keep": verb("keep the opening hand"),
    "mulligan": verb("draw a new opening hand"),
    "none": verb("choose no card", "done"),
    "stay": verb("do not travel", "done"),
    "decline": verb("engage nobody", "done"),
    "undefended": verb("declare no defender", "done"),
    "done": verb("do no more of it", "done"),
    "pass": verb("take no action, or give no response"),
    "pass-phase": verb("take no more actions in this phase", "pass"),
}

_EVENTS = {
    "scenario": verb("the next scenario of a campaign begins", scenario="scenario"),
    "first-player": verb("a player is first player from now on", player="seat"),
    "mulligan": verb("a player has drawn a new opening hand", player="seat"),
    "drew": verb("a player drew cards", player="seat", count="number"),
    "drawn": verb("the cards that the viewer drew", cards="card*"),
    "to-hand": verb("a card went to its owner's hand", card="card"),
    "discarded": verb("a player discarded a card from hand", player="seat", card="card"),
    "shackles-broken": verb("Iron Shackles kept a player from drawing and were discarded", player="seat"),
    "shackled": verb("a card was attached to a player's deck", player="seat", card="card"),
    "buried": verb("a player put the top encounter card on the bottom", player="seat"),
    "shuffled-away": verb("a card was shuffled into the encounter deck", card="card"),
    "looked": verb("the viewer looked at a face-down card", player="seat", card="card"),
    "threat": verb("a player's threat changed", player="seat", to="number"),
    "eliminated": verb("a player was eliminated", player="seat"),
    "used": verb("a player took the action of a card", player="seat", card="card"),
    "played": verb("a player played a card", player="seat", card="card"),
    "responded": verb("a player used a response", player="seat", card="card"),
    "forced": verb("the forced effect of a card takes place", card="card"),
    "entered-play": verb("a character entered play", player="seat", card="card"),
    "attached": verb("a card was attached to another", card="card", to="card"),
    "control": verb("a player took control of an ally", player="seat", card="card"),
    "left-play": verb("a card left play", card="card"),
    "damaged": verb("a card took damage", card="card", damage="number"),
    "healed": verb("damage on a card was healed", card="card", damage="number"),
    "destroyed": verb("a card was destroyed", card="card"),
    "boosted": verb("a number of a card changed for a while", card="card", strength="strength", by="number").told_by(
        _lasting_effect
    ),
    "held-back": verb("an enemy cannot attack a player this phase", enemy="card", player="seat"),
    "lasting-effect": verb("something else holds for a card until the phase ends", card="card", effect="effect"),
    "committed": verb("a player committed characters to the quest", player="seat", cards="card*"),
    "revealed": verb("an encounter card was revealed", card="card"),
    "cancelled": verb("the effect of a card was cancelled", card="card"),
    "staging-threat": verb("the staging area has more threat this phase", by="number"),
    "location-threat": verb("each location in the staging area has more threat this phase", by="number"),
    "surge": verb("a card brings another encounter card", card="card"),
    "added": verb("a card was added to the staging area", card="card"),
    "unguarded": verb("a card that guarded an objective left play", objective="card"),
    "claimed": verb("a player claimed an objective", player="seat", objective="card"),
    "quest": verb("the quest is resolved", willpower="number", threat="number"),
    "progress": verb("progress on the stage changed", by="number"),
    "location-progress": verb("progress was placed on a location", location="card", by="number"),
    "explored": verb("a location was explored", location="card"),
    "stage-defeated": verb("a stage was completed", stage="card"),
    "scored": verb("a scenario was won, with this score by the book", score="number"),
    "stage": verb("a stage was turned up", stage="card"),
    "travelled": verb("the players travelled to a location", location="card"),
    "engaged": verb("an enemy engaged a player", player="seat", enemy="card"),
    "to-staging": verb("an enemy returned to the staging area", enemy="card"),
    "shadow-dealt": verb("an enemy was dealt a shadow card, face down", enemy="card"),
    "shadow": verb("a shadow card was turned up", enemy="card", card="card"),
    "attacks": verb("an enemy attacks a player", enemy="card", player="seat"),
    "defends": verb("a character was declared as a defender", card="card", enemy="card"),
    "attacked": verb("characters attack an enemy", enemy="card", attackers="card*"),
    "prisoner": verb("a hero was taken prisoner", hero="card"),
    "rescued": verb("the prisoner was rescued", hero="card"),
}

_DECISIONS = {
    "mulligan": "whether to keep the opening hand",
    "action": "an action window: one action, or pass",
    "plan": "a turn of the planning phase: a card to play, an action, or the end of the turn",
    "pay": "whose resources pay for a card",
    "choose-x": "how much to pay for a card of cost X",
    "attach": "what to attach a card to",
    "too-many-restricted": "which Restricted attachment to discard",
    "response": "whether to respond to what has just happened",
    "commit": "which characters to commit to the quest, one after the other",
    "travel": "which location to travel to",
    "engage": "whether to engage an enemy",
    "engagement-check": "which of several enemies engages the player",
    "enemy-attack": "which enemy attacks next",
    "defend": "who defends against the attack",
    "undefended-damage": "which hero takes the damage of an undefended attack",
    "defender-damage": "which of several defenders takes the damage",
    "attack": "which enemy to attack",
    "attackers": "who takes part in the attack, one after the other",
    "break-free": "whether to pay for a hero to ready",
    "leaves-play": "which of two effects takes a card out of play",
    "discard-from-hand": "which card to discard from hand",
    "give-resource": "which hero gets a resource",
    "denethor": "where the top encounter card goes",
    "heal": "whom to heal",
    "draw-for": "who draws cards",
    "rally": "whose characters get more willpower",
    "engage-enemy": "which enemy to engage",
    "progress-on": "which location gets progress",
    "ready": "which card to ready",
    "exhaust": "which card to exhaust",
    "put-into-play": "which card to put into play",
    "gandalf": "what Gandalf does",
    "strengthen": "which character to strengthen",
    "enemies-of": "whose enemies take damage",
    "hold-back": "which enemy cannot attack",
    "attack-with": "who attacks",
    "attack-enemy": "which enemy to attack at once",
    "protect": "which player to protect",
    "give-control": "who takes control of an ally",
    "greeting": "whose threat is lowered",
    "shuffle-back": "whose discard pile is shuffled into the deck",
    "drive-off": "which enemy returns to the staging area",
    "take-back": "which card to take from the discard pile",
    "reforge-for": "whose attachment returns from the discard pile",
    "discard-attachment": "which attachment to discard",
    "ignore-threat": "which card adds no threat",
    "search-deck-of": "whose deck to search",
    "take-card": "which of the cards looked at to take into hand",
    "put-back-next-lowest": "in which order cards go back on the deck, the lowest first",
    "defense-or-willpower": "what the hero gets more of",
    "heal-heroes-of": "whose heroes to heal",
    "damage": "who takes damage",
    "caught": "which player, and then which hero, a card is attached to",
    "lose-objective": "which objective is shuffled into the encounter deck",
    "discard-character": "which character to discard",
    "claim-for": "which hero bears the objective",
    "leave-quest": "which character leaves the quest",
    "return-to-hand": "which ally returns to hand",
    "add-spider": "which Spider is added to the staging area",
}

_CAUSES = {
    "pay": verb("it pays for a card", card="card"),
    "play": verb("a card is being played", card="card"),
    "effect": verb("an action, response, forced or lasting effect of a card asks for it", card="card"),
    "revealed": verb("an encounter card does so when it is revealed", card="card"),
    "shadow": verb("the shadow effect of a card asks for it", card="card"),
    "stage": verb("a stage of the quest asks for it", stage="card"),
    "travel": verb("it must be done to travel to a location", location="card"),
    "enemy-attack": verb("an enemy attacks a player", enemy="card", player="seat"),
    "attack": verb("characters attack an enemy", enemy="card"),
    "restricted": verb("a card bears more Restricted attachments than it may", card="card"),
    "after": verb("something has just happened that can be responded to", what="trigger", cards="card*"),
}

VOCABULARY = Vocabulary(
    DISTINCT_ENTRIES, _OPTIONS, _EVENTS, _DECISIONS, _CAUSES, declining=frozenset({"stay-exhausted"})
)
