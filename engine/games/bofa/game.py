"""The Battle of Five Armies: registration, options and the table of steps."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.flow import Flow
from engine.core.game import Game, GameOption, Packs, Role, Scenario, Setting
from engine.core.words import Words
from engine.games.bofa import judge, view, words
from engine.games.bofa.board import draw_board
from engine.games.bofa.cards.orders import run_effect
from engine.games.bofa.components.box import CHARACTERS, STARTING
from engine.games.bofa.components.checks import check
from engine.games.bofa.components.library import DEFAULT, load, load_pack, shipped_packs
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import WAITING, Field
from engine.games.bofa.steps import actions, battle, characters, damage, fate, movement, phases, retreat, special

Step = Callable[[Field], Flow[None]]


def without_choice(rule: Callable[[Field], None]) -> Step:
    """A rule that asks nobody, as a step."""

    def step(s: Field) -> Flow[None]:
        rule(s)
        return
        yield

    return step


STEPS: dict[str, Step] = {
    "set_up": without_choice(phases.set_up),
    "reorganise": without_choice(phases.reorganise),
    "hand_limit": phases.trim_hands,
    "activate": characters.activate_generals,
    "captains": characters.place_captains,
    "fate": fate.draw_fate,
    "fate_moves": without_choice(fate.apply_fate),
    "shadow_leaders": phases.shadow_leaders,
    "roll": without_choice(phases.action_roll),
    "turn": actions.turn,
    "carry_on": movement.carry_on,
    "bear": special.beorn_carries_on,
    "effect": run_effect,
    "battle": battle.start_battle,
    "round": battle.fight_round,
    "reroll": battle.leader_reroll,
    "assign": damage.assign_damage,
    "casualties": damage.take_casualties,
    "round_end": retreat.end_round,
    "advance": retreat.advance,
    "battle_over": without_choice(retreat.end_battle),
    "turn_over": without_choice(actions.turn_over),
    "end_of_turn": without_choice(phases.end_turn),
}

FREE_PEOPLES = Role("free_peoples", Words("Free Peoples", "Wolne Ludy"), "free_peoples")
SHADOW = Role("shadow", Words("Shadow", "Cień"), "shadow")
PACKS = ", ".join(shipped_packs())


def new_state(setting: Setting) -> Field:
    """The battlefield as the pack sets it up, before anything is shuffled (p. 6-7)."""
    p = load(str(setting.options["pack"]))
    places = p.regions + 2 * len(p.muster_points)
    territories = len(p.contents.board.territory)
    state = Field(
        step="set_up",
        pack=p.key,
        armies=[[] for _ in range(places)],
        damage=[0] * places,
        leaders=[0] * places,
        walls=[0] * places,
        people=[WAITING] * len(CHARACTERS),
        eagles=[0] * territories,
        bats=[0] * territories,
        closed=[True] * len(p.passes),
        pool=[5, 6],
        dice=[[], []],
        hands=[[], []],
        face_down=[[], []],
        tables=[[], []],
        event_deck=list(p.deck["event"]),
        story_decks=[list(p.deck["story_0"]), list(p.deck["story_1"])],
        fate_deck=list(p.deck["fate"]),
        piles=[list(p.deck[f"pile_{pile}"]) for pile in range(3)],
        ground=[[] for _ in range(places)],
        fate_pool=list(p.deck["tokens"]),
        fate_aside=list(p.deck["special"]),
    )
    place_groups(state, p)
    return state


def place_groups(s: Field, p: Pack) -> None:
    """The figures of the setup take their places (p. 7)."""
    for group in p.contents.setup.group:
        place = p.place_ids[group.region]
        for name, count in group.units.items():
            s.armies[place] += [p.unit_ids[name]] * count
        s.armies[place].sort()
        for name in group.characters:
            s.people[STARTING.index(name)] = place


def roles(_options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
    """Two players (p. 6)."""
    return {2: (FREE_PEOPLES, SHADOW)}


def check_pack(value: object) -> None:
    """A pack must be one that this process knows."""
    if not isinstance(value, str):
        raise ValueError(f"a pack is named by text, not by {value!r}; allowed: {PACKS}")
    load(value)


def seal_pack(value: str) -> str:
    """Records name the pack with its content hash; a folder's name has it already."""
    pack = load(value)
    return value if value.endswith(f"@{pack.hash}") else pack.key


GAME = Game(
    id="bofa",
    title=Words("The Battle of Five Armies", "Bitwa Pięciu Armii"),
    rules_version=1,
    scenarios=(Scenario("battle", Words("The Battle of Five Armies", "Bitwa Pięciu Armii"), roles),),
    options=(
        GameOption(
            "pack",
            DEFAULT,
            check_pack,
            Words(f"Component pack: {PACKS}", f"Zestaw elementów: {PACKS}"),
            normalise=seal_pack,
        ),
    ),
    state=Field,
    new_state=new_state,
    steps=STEPS,
    observe=view.observe,
    describe=words.describe,
    prompt=words.prompt,
    narrate=words.narrate,
    reasons=words.REASONS,
    zones=view.zones,
    unseen=view.unseen,
    components=view.components,
    evaluate=judge.evaluate,
    draw_board=draw_board,
    packs=Packs(check, load_pack),
)
