"""Questions about the table: who is at it, which cards are in play, what stands on them."""

from collections.abc import Iterator

from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.abilities import FLAGS
from engine.games.lotr.components import KIND, OWNER
from engine.games.lotr.state import InPlay, Play

_NO_FLAGS: frozenset[str] = frozenset()


def order(s: Play) -> list[int]:
    """The players still in the game, from the first player clockwise (p. 12)."""
    players = s.players
    if len(players) == 1:
        return [0]
    return [seat for seat in (*range(s.first, len(players)), *range(s.first)) if not players[seat].out]


def each_player(s: Play) -> Iterator[int]:
    """Like `order`, for loops in which a player may be eliminated."""
    for seat in order(s):
        if not s.players[seat].out:
            yield seat


def heroes(s: Play, seat: int) -> list[int]:
    """A player's heroes, but for a prisoner."""
    player = s.players[seat]
    if s.prisoner < 0:
        return player.heroes
    return [hero for hero in player.heroes if hero != s.prisoner]


def characters(s: Play, seat: int) -> list[int]:
    """Heroes and allies a player controls (p. 8)."""
    return heroes(s, seat) + s.players[seat].allies


def all_characters(s: Play) -> list[int]:
    """Every character in play, in player order."""
    return [card for seat in order(s) for card in characters(s, seat)]


def ready(s: Play, cards: list[int]) -> list[int]:
    """Those of the cards that are not exhausted (p. 14)."""
    play = s.cards
    return [card for card in cards if not play[card].exhausted]


def exhausted(s: Play, cards: list[int]) -> list[int]:
    """Those of the cards that are exhausted (p. 14)."""
    play = s.cards
    return [card for card in cards if play[card].exhausted]


def wounded(s: Play, cards: list[int]) -> list[int]:
    """Those of the cards that bear damage."""
    play = s.cards
    return [card for card in cards if play[card].damage]


def committed(s: Play) -> list[int]:
    """The characters committed to the quest, in player order (p. 14)."""
    play = s.cards
    return [card for card in all_characters(s) if play[card].committed]


def attachments(s: Play, seat: int) -> list[int]:
    """The attachments a player controls: on his characters, and his own on enemies and locations (p. 25)."""
    return [card for card, state in s.cards.items() if state.seat == seat and state.host >= 0]


def of_type(cards: list[int], type: str) -> list[int]:
    """Those of the cards that are of a type."""
    return [card for card in cards if KIND[card].type == type]


def staged_enemies(s: Play) -> list[int]:
    """Enemies in the staging area."""
    return [card for card in s.staging if KIND[card].type == "enemy"]


def staged_locations(s: Play) -> list[int]:
    """Locations in the staging area."""
    return [card for card in s.staging if KIND[card].type == "location"]


def engaged_enemies(s: Play) -> list[int]:
    """Enemies engaged with any player, in player order."""
    return [card for seat in order(s) for card in s.players[seat].engaged]


def enemies_in_play(s: Play) -> list[int]:
    """Every enemy in play."""
    return staged_enemies(s) + engaged_enemies(s)


def copies_in_play(s: Play, id: str) -> list[int]:
    """The cards in play of that kind."""
    return [card for card in s.cards if KIND[card].id == id]


def name_in_play(s: Play, card: int) -> bool:
    """Whether a unique card of this name is in play already (p. 8)."""
    name = KIND[card].name
    return any(KIND[other].unique and KIND[other].name == name for other in s.cards)


def has_flag(card: int, flag: str) -> bool:
    """Whether the card switches a rule on."""
    return flag in FLAGS.get(KIND[card].id, _NO_FLAGS)


def borne(s: Play, card: int, flag: str) -> bool:
    """Whether an attachment of the card switches a rule on."""
    return any(has_flag(one, flag) for one in s.cards[card].attachments)


def has_trait(s: Play, card: int, trait: str) -> bool:
    """Whether a card has a trait, printed or given by an attachment."""
    return trait in KIND[card].traits or borne(s, card, f"gives {trait}")


def has_icon(s: Play, hero: int, sphere: str) -> bool:
    """Whether a hero's resources match a sphere; neutral cards match every hero (p. 12)."""
    kind = KIND[hero]
    if sphere == kind.sphere or sphere == "neutral":
        return True
    return any(has_flag(one, f"gives {kind.id} {sphere}") for one in s.cards[hero].attachments)


def is_guarded(s: Play, objective: int) -> bool:
    """Whether an encounter card is still attached to the objective (p. 24)."""
    return any(card.guards == objective for card in s.cards.values())


def is_character(card: int) -> bool:
    """Whether the card is a hero or an ally (p. 8)."""
    return KIND[card].type in ("hero", "ally")


def owner(card: int) -> int:
    """Who owns a card; -1 for the encounter deck (p. 25)."""
    return OWNER[card]


def forget(s: Play, cards: list[int]) -> None:
    """Nobody knows any longer where these cards are: they were shuffled."""
    gone = frozenset(cards)
    for player in s.players:
        if player.known:
            player.known = [card for card in player.known if card not in gone]


def others_forget(s: Play, seat: int, cards: list[int]) -> None:
    """A player may move these face-down cards in secret: to the others they could now be anywhere."""
    gone = frozenset(cards)
    for other, player in enumerate(s.players):
        if other != seat and player.known:
            player.known = [card for card in player.known if card not in gone]


def learn(s: Play, seat: int, cards: list[int]) -> None:
    """A player has seen these face-down cards and knows where they are."""
    known = s.players[seat].known
    known += [card for card in cards if card not in known]


def learn_all(s: Play, cards: list[int]) -> None:
    """Everybody saw where these cards went."""
    for seat in range(len(s.players)):
        learn(s, seat, cards)


def first_copies(cards: list[int]) -> list[int]:
    """One card of each kind, the first: copies out of play are interchangeable."""
    found: dict[str, int] = {}
    for card in cards:
        found.setdefault(KIND[card].id, card)
    return list(found.values())


def choose_card(s: Play, seat: int, kind: str, cards: list[int]) -> Flow[int]:
    """Ask a player to pick one of the cards."""
    options: list[Option] = [("choose", card) for card in cards]
    choice = yield Decision(seat, kind, options)
    return int(choice[1])


def choose_among(s: Play, seat: int, kind: str, seats: list[int]) -> Flow[int]:
    """Ask a player to pick one of some players."""
    options: list[Option] = [("player", one) for one in seats]
    choice = yield Decision(seat, kind, options)
    return int(choice[1])


def lasting(card: InPlay, stat: str) -> int:
    """The sum of the lasting effects on a number of the card (p. 25)."""
    return sum(effect.amount for effect in card.effects if effect.stat == stat)
