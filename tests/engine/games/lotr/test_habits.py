"""What a player of sound habits does, and what he expects of a quest and a fight."""

import pytest

from engine.core.flow import Decision, Option
from engine.games.lotr.components.box import BY_ID, copies
from engine.games.lotr.game import GAME
from engine.games.lotr.judge.coming import NOTHING, Coming, what_may_come
from engine.games.lotr.judge.evaluation import evaluate
from engine.games.lotr.judge.foresight import Fighter, Foe, Outlook, at_home, quest_worth, strikes, whom_to_strike
from engine.games.lotr.judge.habits import choose
from engine.games.lotr.scenarios import SCENARIO_KINDS
from engine.games.lotr.state import Attack
from tests.engine.games.lotr.tabletop import Tabletop

LEADERSHIP = ["aragorn", "theodred", "gloin"]


def commits(table: Tabletop) -> list[str]:
    """Whom the first player commits, one after the other."""
    sent: list[int] = []
    while True:
        able = [card for card in table.player(0).heroes + table.player(0).allies if not table[card].exhausted]
        options: list[Option] = [*(("commit", card) for card in able), ("done",)]
        choice = choose(table.s, Decision(0, "commit", options))
        if choice == ("done",):
            return table.kinds(sent)
        sent.append(int(choice[1]))
        table[sent[-1]].exhausted = table[sent[-1]].committed = True


def defends(table: Tabletop, enemy: int) -> str:
    """Who takes the enemy's attack."""
    table.s.attacks.append(Attack(enemy, 0))
    able = table.player(0).heroes + table.player(0).allies
    options: list[Option] = [*(("defend", card) for card in able), ("undefended",)]
    choice = choose(table.s, Decision(0, "defend", options))
    return "undefended" if choice == ("undefended",) else table.kinds([int(choice[1])])[0]


def test_wounds_weigh_more_near_death() -> None:
    fresh, hurt = Fighter(0, 3, 2, 5, 5, 25.0), Fighter(0, 3, 2, 2, 5, 25.0)
    assert fresh.loss(0) == fresh.loss(-3) == 0
    assert fresh.loss(1) < hurt.loss(1) < hurt.loss(2) == fresh.loss(5) == 25


def test_a_fight_goes_better_with_more_hands() -> None:
    table = Tabletop(LEADERSHIP)
    table.engaged(0, "forest-spider")
    outlook, home = Outlook(table.s, 0), at_home(table.s, 0)
    assert outlook.fight(home) > outlook.fight(home[:2]) > outlook.fight([])
    spider = BY_ID["king-spider"]
    coming = Coming(0.0, {2.0: 1.0}, [spider], 2, 1)
    foe = Foe(spider.attack, spider.defense, spider.hit_points)
    assert outlook.fight(home) > outlook.expected(home, coming) > outlook.fight(home, foe)
    assert outlook.fight(home) == outlook.expected(home, NOTHING)


def test_enemies_come_within_the_players_threat() -> None:
    table = Tabletop(["aragorn"], ["legolas"])
    for id in ("king-spider", "forest-spider", "hummerhorns"):
        table.stage(id)
    table.player(0).threat, table.player(1).threat = 19, 25
    assert Outlook(table.s, 0).foes == []
    table.player(0).threat = 25
    assert [foe.attack for foe in Outlook(table.s, 0).foes] == [3]
    assert [foe.attack for foe in Outlook(table.s, 1).foes] == [3], "a Forest Spider is fiercer when it engages"


def test_progress_beyond_the_stage_is_worth_nothing() -> None:
    table = Tabletop(LEADERSHIP)
    table.s.progress = 6
    two = Coming(0.0, {2.0: 1.0}, [], 1, 1)
    worths = [quest_worth(table.s, will, two) for will in (0, 3, 4, 9)]
    assert worths[0] < 0 < worths[1] < worths[2] == worths[3]


def test_attacks_destroy_what_matters_most_within_their_strength() -> None:
    patrol, spawn = Foe(3, 1, 2), Foe(5, 2, 2)
    assert whom_to_strike([patrol, spawn], 6) == [1]
    assert whom_to_strike([patrol, spawn], 7) == [0, 1]
    assert whom_to_strike([patrol, spawn], 3) == [0]
    assert whom_to_strike([patrol, spawn], 2) == []
    assert strikes([patrol, spawn], 7) == 0 > strikes([patrol, spawn], 6) > strikes([patrol, spawn], 0)


def test_the_fiercer_of_two_enemies_falls_if_only_one_can() -> None:
    table = Tabletop(LEADERSHIP)
    patrol, spawn = table.engaged(0, "east-bight-patrol"), table.engaged(0, "ungoliants-spawn")
    table.hurt(spawn, 7)
    table[table.player(0).heroes[2]].exhausted = True
    options: list[Option] = [("attack", patrol), ("attack", spawn), ("done",)]
    assert choose(table.s, Decision(0, "attack", options)) == ("attack", spawn)


def test_for_gondor_is_kept_for_what_it_destroys() -> None:
    table = Tabletop(LEADERSHIP)
    cry = table.give(0, "for-gondor")
    decision = Decision(0, "action", [("play", cry), ("pass",), ("pass-phase",)])
    table.s.phase, table.s.next_step = "combat", "strike"
    aragorn, theodred, _ = table.player(0).heroes
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0, attackers=[aragorn]))
    assert choose(table.s, decision)[0] == "pass", "4 are not enough"
    table.s.attacks[-1].attackers.append(theodred)
    assert choose(table.s, decision)[0] == "pass", "5 are enough already"
    table.s.attacks[-1].attackers[:] = [theodred]
    table.hurt(spider, 2)
    assert choose(table.s, decision) == ("play", cry)


def test_what_may_come_is_counted_and_not_in_which_order() -> None:
    table = Tabletop(LEADERSHIP)
    table.s.phase = "quest"
    first = what_may_come(table.s)
    table.s.encounter_deck.reverse()
    assert what_may_come(table.s).threats == pytest.approx(first.threats)
    assert sum(first.threats.values()) == pytest.approx(1)
    assert first.reveals == 1
    table.s.next_step = "resolve-quest"
    assert what_may_come(table.s) == NOTHING


def test_a_second_card_is_expected_where_the_stage_reveals_one_more() -> None:
    table = Tabletop(LEADERSHIP, scenario="journey-down-the-anduin")
    table.s.quest = copies("anduin-passage")
    table.s.phase = "quest"
    coming = what_may_come(table.s)
    assert coming.reveals == 2
    assert coming.certain > 0


def test_who_comes_close_to_the_limit_fears_threat_more() -> None:
    table = Tabletop(LEADERSHIP)
    two = Coming(0.0, {2.0: 1.0}, [], 1, 1)
    far = quest_worth(table.s, 0, two)
    table.player(0).threat = 45
    close = quest_worth(table.s, 0, two)
    table.player(0).threat = 48
    assert far > close > quest_worth(table.s, 0, two) + 20


def test_everybody_with_willpower_quests_when_the_quest_is_hard_and_no_enemy_near() -> None:
    table = Tabletop(LEADERSHIP)
    table.ally(0, "snowbourn-scout")
    for id in ("necromancers-pass", "forest-gate"):
        table.stage(id)
    assert sorted(commits(table)) == ["aragorn", "gloin", "theodred"]


def test_somebody_stays_at_home_for_the_enemies() -> None:
    table = Tabletop(LEADERSHIP)
    for id in ("king-spider", "dol-guldur-orcs", "chieftan-ufthak"):
        table.engaged(0, id)
    assert commits(table) == []


def test_aragorn_quests_if_he_can_be_ready_again() -> None:
    table = Tabletop(LEADERSHIP)
    table.engaged(0, "king-spider")
    table.engaged(0, "dol-guldur-orcs")
    table.stage("forest-gate")
    assert "aragorn" not in commits(table)
    table = Tabletop(LEADERSHIP)
    table.engaged(0, "king-spider")
    table.engaged(0, "dol-guldur-orcs")
    table.stage("forest-gate")
    table.rich(table.player(0).heroes[0], amount=1)
    assert "aragorn" in commits(table)


@pytest.mark.parametrize(("foes", "answer"), [((), "pass"), (("king-spider",), "respond")])
def test_aragorn_is_not_readied_for_nothing(foes: tuple[str, ...], answer: str) -> None:
    table = Tabletop(LEADERSHIP)
    aragorn, theodred, gloin = table.player(0).heroes
    table.commit(aragorn)
    for _ in range(2):
        table.ally(0, "longbeard-orc-slayer")
    if foes:
        table[theodred].exhausted = table[gloin].exhausted = True
        for ally in table.player(0).allies:
            table[ally].exhausted = True
        for id in foes:
            table.engaged(0, id)
    assert choose(table.s, Decision(0, "response", [("respond", aragorn), ("pass",)]))[0] == answer


def test_the_sturdy_defend_and_the_hurt_are_spared() -> None:
    table = Tabletop(LEADERSHIP)
    aragorn = table.player(0).heroes[0]
    orcs = table.engaged(0, "dol-guldur-orcs")
    assert defends(table, orcs) == "aragorn"
    table.ally(0, "guard-of-the-citadel")
    table[aragorn].damage = 4
    assert defends(table, orcs) != "aragorn"


def test_payment_leaves_everybody_something() -> None:
    table = Tabletop(LEADERSHIP)
    aragorn, theodred, gloin = table.player(0).heroes
    table.rich(amount=1)
    ways: list[Option] = [
        ("pay", aragorn, 1, theodred, 1),
        ("pay", aragorn, 1, gloin, 1),
        ("pay", theodred, 1, gloin, 1),
    ]
    assert choose(table.s, Decision(0, "pay", ways)) == ("pay", theodred, 1, gloin, 1)
    table[aragorn].resources = 3
    ways = [("pay", aragorn, 2), *ways]
    assert choose(table.s, Decision(0, "pay", ways)) == ("pay", aragorn, 2)


def test_a_weak_enemy_is_sought_and_hummerhorns_are_not() -> None:
    table = Tabletop(LEADERSHIP)
    crows, horns = table.stage("black-forest-bats"), table.stage("hummerhorns")
    table.player(0).threat = 10
    options: list[Option] = [("engage", crows), ("engage", horns), ("decline",)]
    assert choose(table.s, Decision(0, "engage", options)) == ("engage", crows)
    assert choose(table.s, Decision(0, "engage", options[1:])) == ("decline",)


def test_objectives_are_claimed_when_the_stage_asks_for_them() -> None:
    table = Tabletop(LEADERSHIP, scenario="escape-from-dol-guldur")
    torch = table.stage("dungeon-torch")
    decision = Decision(0, "action", [("use", torch), ("pass",), ("pass-phase",)])
    assert choose(table.s, decision) == ("pass-phase",)
    table.s.progress = 6
    assert choose(table.s, decision) == ("use", torch)
    table.attach(table.player(0).heroes[0], "shadow-key")
    assert choose(table.s, decision) == ("pass-phase",), "one is enough for the first stage"


def test_a_hand_without_treasure_or_allies_is_changed() -> None:
    table = Tabletop(LEADERSHIP)
    for id in ("grim-resolve", "for-gondor", "brok-ironfist"):
        table.give(0, id)
    decision = Decision(0, "mulligan", [("keep",), ("mulligan",)])
    assert choose(table.s, decision) == ("mulligan",)
    table.give(0, "steward-of-gondor")
    assert choose(table.s, decision) == ("keep",)


def test_sound_habits_alone_win_the_first_scenario_now_and_then() -> None:
    won = 0
    for seed in range(40):
        match = GAME.new_match("passage-through-mirkwood", 1, seed, decks=["leadership"])
        match.quiet = True
        while match.pending:
            decision = match.pending[0]
            match.choose(0, decision.options.index(choose(match.state, decision)))
        won += bool(match.state.outcome.winners)
    assert won >= 12


def test_damage_can_be_assigned_while_an_attack_whose_enemy_is_gone_still_ends() -> None:
    """What a fallen enemy set free may wound somebody in the middle of its attack."""
    table = Tabletop(["aragorn", "gimli"])
    aragorn, gimli = table.player(0).heroes
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0))
    table.hurt(spider, 4)
    table[gimli].damage = 4
    assert choose(table.s, Decision(0, "damage", [("choose", gimli), ("choose", aragorn)])) == ("choose", aragorn)


def test_to_complete_a_stage_is_never_worth_less_than_to_be_close_to_it() -> None:
    for scenario in ("passage-through-mirkwood", "journey-down-the-anduin", "escape-from-dol-guldur"):
        table = Tabletop(LEADERSHIP, scenario=scenario)
        first, second = SCENARIO_KINDS[scenario].stages[:2]
        table.s.progress = BY_ID[first].quest_points
        before = evaluate(table.s, 0)
        table.s.quest, table.s.progress = copies(second), 0
        assert evaluate(table.s, 0) > before


def test_of_players_and_of_heroes_somebody_is_caught() -> None:
    table = Tabletop(LEADERSHIP, ["legolas"])
    players: list[Option] = [("player", 0), ("player", 1)]
    assert choose(table.s, Decision(0, "caught", players)) == ("player", 1)
    heroes: list[Option] = [("choose", card) for card in table.player(0).heroes]
    assert choose(table.s, Decision(0, "caught", heroes)) == ("choose", table.player(0).heroes[1])
