"""Peril cards: what awaits a hero in a perilous location (p. 23)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.meq.cards.parts.combine import as_effect, effect, either, reworded, then, when
from engine.games.meq.cards.parts.conditions import INFLUENCED, PLOT_COUNT, SHADOWED_NEIGHBOURS, at_most, own_region
from engine.games.meq.cards.parts.hero import (
    CORRUPTION,
    DISCARD_PER_CORRUPTION,
    TURN_ENDS,
    damage,
    discard,
    favor,
    give_up_favor,
    lose_favor,
    shields,
    training,
)
from engine.games.meq.cards.parts.sauron import SAURON_DRAWS_PLOT, SAURON_DRAWS_SHADOW, advance_marker, pool_gains
from engine.games.meq.cards.registry import PERIL_EFFECTS
from engine.games.meq.components.box import MINION, MINIONS
from engine.games.meq.components.schema import WISDOM
from engine.games.meq.layout import colour_pair_of
from engine.games.meq.rules.corruption import draw_corruption, receive_corruption
from engine.games.meq.rules.fights import CAUSES, Cause, engage
from engine.games.meq.rules.influence import place_one_each
from engine.games.meq.rules.minions import command_minion, minions_at
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.plots import draw_plot
from engine.games.meq.rules.story import CORRUPTION_MARKER
from engine.games.meq.rules.tokens import offer_tokens
from engine.games.meq.state import SAURON, GameState, TurnEnds

peril = PERIL_EFFECTS.card


peril("the-hounds-of-sauron", shields(6, either(favor(1), training())))

SAURON_SCHEMES = reworded(
    then(SAURON_DRAWS_PLOT, SAURON_DRAWS_SHADOW),
    "Sauron draws 1 Plot card and 1 Shadow card",
    "Sauron dobiera 1 kartę Intrygi i 1 kartę Cienia",
)
peril("an-unexpected-betrayal", either(damage(5), SAURON_SCHEMES))

peril(
    "a-shadow-in-the-background-of-their-memories",
    when(at_most(WISDOM, SHADOWED_NEIGHBOURS), then(lose_favor(1), CORRUPTION)),
)


peril("orc-scouts", CORRUPTION)


@as_effect(
    "Sauron draws 2 Corruption cards and gives you one of them",
    "Sauron losuje 2 karty Korupcji i daje ci jedną z nich",
)
def worse_of_two(s: GameState, h: int) -> Flow[None]:
    s.candidates = [card for card in (draw_corruption(s), draw_corruption(s)) if card >= 0]
    s.chooser = SAURON
    if s.candidates:
        choice = yield Decision(SAURON, "corruption", [("inflict", card) for card in s.candidates])
        s.candidates.remove(choice[1])
        s.corruption_discard += s.candidates
        s.candidates = []
        disclose(s)
        yield from receive_corruption(s, h, choice[1])


peril("ill-met-company", either(give_up_favor(2), worse_of_two))


ORC = effect("fight an Orc", "walcz z Orkiem", lambda s, h: engage(s, h, "orc", "peril"))
peril("armies-underground", then(DISCARD_PER_CORRUPTION, ORC))

peril("the-hill-of-black-magic", when(at_most(WISDOM, PLOT_COUNT), then(damage(5), TURN_ENDS)))

MINION_REWARD = favor(2)
CAUSES["the-dark-tower"] = Cause(on_victory=MINION_REWARD)


@as_effect(
    f"the minion here fights you at once; if you defeat it, {MINION_REWARD.words.en}. Your turn goes on either way",
    f"znajdujący się tu sługa natychmiast z tobą walczy; jeśli go pokonasz, {MINION_REWARD.words.pl}. W każdym razie "
    "twoja runda trwa dalej",
)
def dark_tower(s: GameState, h: int) -> Flow[None]:
    """Sauron chooses the minion."""
    there = minions_at(s, s.heroes[h].place)
    if there:
        choice = yield Decision(SAURON, "attack", [("minion", MINIONS[i].id) for i in there])
        engage(s, h, choice[1], "the-dark-tower")


peril("the-dark-tower", dark_tower)


BALROG_REWARD = then(favor(2), training())
CAUSES["khazad-dum"] = Cause(ends_turn=True, on_victory=BALROG_REWARD)
peril(
    "khazad-dum",
    effect(
        f"fight a Balrog; if you defeat it, {BALROG_REWARD.words.en}",
        f"walcz z Balrogiem; jeśli go pokonasz, {BALROG_REWARD.words.pl}",
        lambda s, h: engage(s, h, "balrog", "khazad-dum"),
    ),
)

peril("an-enduring-evil", when(INFLUENCED, then(CORRUPTION, TURN_ENDS)))
peril("trapped", then(pool_gains(2), discard(2)))
peril("the-weakness-of-men", either(damage(5), advance_marker(CORRUPTION_MARKER)))


@as_effect(
    "Sauron may place 1 influence in each of 3 locations of your region",
    "Sauron może umieścić po 1 wpływie na 3 lokacjach twojego regionu",
)
def three_in_region(s: GameState, h: int) -> Flow[None]:
    yield from place_one_each(s, own_region(s, h), 3, (DONE,))


peril("its-a-dangerous-business-walking-out-your-front-door", then(pool_gains(2), three_in_region))


@as_effect(
    "Sauron may place 1 influence and 1 monster token in other locations of your region",
    "Sauron może umieścić 1 wpływ i 1 żeton potwora na innych lokacjach twojego regionu",
)
def regret(s: GameState, h: int) -> Flow[None]:
    others = [i for i in own_region(s, h) if i != s.heroes[h].place]
    yield from place_one_each(s, others, 1, (DONE,))
    yield from offer_tokens(s, colour_pair_of(s.heroes[h].place), 1, others)


peril("undying-regret", then(pool_gains(2), regret))


CAUSES["nine-for-mortal-men"] = Cause()


@as_effect(
    "receive 1 Corruption card. Then Sauron may command 1 minion or draw 1 Plot card. A minion that moves to you "
    "fights you at once, and your turn goes on even if you do not defeat it",
    "otrzymujesz 1 kartę Korupcji. Potem Sauron może wydać rozkaz 1 słudze albo dobrać 1 kartę Intrygi. Sługa, który "
    "do ciebie dotrze, natychmiast z tobą walczy, a twoja runda trwa dalej, nawet jeśli go nie pokonasz",
)
def nine(s: GameState, h: int) -> Flow[None]:
    """The command or the plot come also if the corruption card ends the turn."""
    over = False
    try:
        yield from CORRUPTION.run(s, h)
    except TurnEnds:
        over = True
    options: list[Option] = [("command", one.id) for i, one in enumerate(MINIONS) if s.minions[i] >= 0]
    choice = yield Decision(SAURON, "nine", [*options, ("draw-plot",), DONE])
    match choice:
        case ("draw-plot",):
            draw_plot(s)
        case ("command", who):
            minion = MINION[who]
            before = s.minions[minion]
            yield from command_minion(s, minion)
            if s.minions[minion] == s.heroes[h].place != before and not over:
                engage(s, h, who, "nine-for-mortal-men")
    if over:
        raise TurnEnds


peril("nine-for-mortal-men-doomed-to-die", nine)
