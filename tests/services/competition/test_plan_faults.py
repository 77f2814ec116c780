"""What is wrong with a plan, in words: where it is, and what may stand there."""

import pytest

from services.competition.plan import BadPlan, parse_toml

SETTING = '[setting]\ngame = "wotr"\n'
STAGE = '[[stages]]\nformat = "swiss"\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "a plan needs name"),
        ('name = "x"\n' + STAGE, "a plan needs setting"),
        ("name = 3\n" + SETTING + STAGE, "name must be text, not a whole number"),
        ('prize = "x"\n' + STAGE, r"a plan has no prize; is prizes meant\? \(it has name, setting, stages"),
        ('name = "x"\nsetting = "wotr"\n' + STAGE, "setting must be a table of its own, not text"),
        ('name = "x"\nstarts = 2030-01-01\n' + SETTING + STAGE, "starts must be a time, such as .*, not a day alone"),
        ('name = "x"\nstarts = "soon"\n' + SETTING + STAGE, "starts must be a time, such as"),
        ('name = "x"\ntie_breaks = ["luck"]\n' + SETTING + STAGE, "tie_breaks is 'luck'; it may be direct-encounter"),
        (
            'name = "x"\n' + SETTING + '[registration]\nbots = "all"\n' + STAGE,
            r"bots of \[registration\] is 'all'; it may be (any|none|ours), (any|none|ours), (any|none|ours)$",
        ),
        ('name = "x"\n' + SETTING + "[pace]\nhard_minutes = true\n" + STAGE, "must be a number, not true or false"),
        (
            'name = "x"\n' + SETTING + '[[stages]]\nformat = "joust"\n',
            "format of stage 1 is 'joust'; it may be swiss, round-robin, elimination, arena, pods, duplicate, score",
        ),
        ('name = "x"\n' + SETTING + "[[stages]]\nrounds = 3\n", "stage 1 needs format: one of swiss, round-robin"),
        ('name = "x"\n' + SETTING + STAGE + STAGE + "round = 3\n", r"stage 2 \(swiss\) has no round; is rounds meant"),
        ('name = "x"\n' + SETTING + STAGE + 'rounds = "3"\n', r"rounds of stage 1 \(swiss\) must be a whole number"),
    ],
)
def test_a_fault_says_where_it_is_and_what_may_stand_there(text: str, fault: str) -> None:
    with pytest.raises(BadPlan, match=fault):
        parse_toml(text)
