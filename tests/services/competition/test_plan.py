"""Plans from TOML: what is read, and what is refused with a reason."""

import pytest

from services.competition.plan import BadPlan, Elimination, Swiss, parse_toml
from services.competition.tiebreaks import TieBreak

CUP = """
name = "Spring Cup"
name_pl = "Puchar Wiosny"
starts = 2026-05-01T18:00:00Z
tie_breaks = ["direct-encounter", "wins"]

[setting]
game = "wotr"
scenario = "duel"

[clock]
bank_seconds = 600

[registration]
most = 64
check_in_minutes = 15
bots = "ours"

[pace]
first_choice_minutes = 5

[[stages]]
format = "swiss"
rounds = 7
take = 8

[[stages]]
format = "elimination"
best_of = 3
third_place = true
"""


def test_a_plan_in_toml() -> None:
    plan = parse_toml(CUP)
    assert plan.stages == (Swiss(rounds=7, take=8), Elimination(best_of=3, third_place=True))
    assert plan.tie_breaks == (TieBreak.direct_encounter, TieBreak.wins)
    assert plan.starts_at == 1777658400.0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("rounds = 7", "rounds = 0"), "rounds of stage 1 must be 1 to 200"),
        (("take = 8", ""), "stage 1 must say with take"),
        (("take = 8", "take = 0"), "take of stage 1"),
        (("take = 8", "take = 1"), "take of stage 1 must let 2 go on"),
        (
            (
                'take = 8\n\n[[stages]]\nformat = "elimination"\nbest_of = 3\nthird_place = true',
                'take = 2\n\n[[stages]]\nformat = "pods"',
            ),
            "take of stage 1 must let 3 go on",
        ),
        (("[pace]", "[pace]\nsoft_minutes = 30\nhard_minutes = 30"), "soft_minutes must be below hard_minutes"),
        (("best_of = 3", "best_of = 2"), "best_of of stage 2 must be odd"),
        (("best_of = 3", "take = 2"), "stage 2 is the last"),
        (('"swiss"', '"joust"'), "joust"),
        (("rounds = 7", "laps = 7"), "laps"),
        (('"wins"', '"luck"'), "luck"),
        (('"wins"', '"direct-encounter"'), "named twice"),
        (("18:00:00Z", "18:00:00"), "time zone"),
        (("most = 64", "most = 1"), "most must be 2"),
        (("bank_seconds = 600", "bank_seconds = 1e12"), "bank_seconds must be 0 to 31622400$"),
        (('bots = "ours"', "people = false"), "either people or bots"),
        (("[pace]", '[pace]\nadvance = "timer"'), "hard_minutes"),
        (('name = "Spring Cup"', ""), "name"),
        (("[setting]", "[setting"), "not TOML"),
        (("third_place = true", "third_place = true\ndouble = true"), "no third_place"),
    ],
)
def test_a_bad_plan_says_what_is_wrong(change: tuple[str, str], reason: str) -> None:
    assert change[0] in CUP
    with pytest.raises(BadPlan, match=reason):
        parse_toml(CUP.replace(*change))


@pytest.mark.parametrize(
    ("stage", "reason"),
    [
        ('format = "pods"\nsizes = [5]', "sizes"),
        ('format = "pods"\npoints = [1, 2, 3, 4]', "must not rise"),
        ('format = "pods"\npoints = [1]', "every place"),
        ('format = "duplicate"\ndeals = 0', "deals"),
        ('format = "duplicate"\nagainst = "bot"', "needs a bot"),
        ('format = "arena"\nminutes = 0', "minutes"),
        ('format = "round-robin"\ngroups = 0', "groups"),
    ],
)
def test_a_bad_stage_says_what_is_wrong(stage: str, reason: str) -> None:
    with pytest.raises(BadPlan, match=reason):
        parse_toml(f'name = "x"\n[setting]\ngame = "wotr"\n[[stages]]\n{stage}\n')
