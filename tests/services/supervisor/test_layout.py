"""What the processes of one machine are told."""

from pathlib import Path

import pytest

from services.common.ports import free_row
from services.supervisor.keeper import Keeper
from services.supervisor.layout import Plan, lay_out


@pytest.mark.parametrize("name", ["plain", "My Projects", 'say "friend"', "back\\slash", "new\nline", "żółw"])
async def test_the_store_comes_up_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    plan = Plan(tmp_path / name, (), first_port=free_row(10))
    children, addresses = lay_out(plan)
    keeper = Keeper(plan, [child for child in children if child.name == "store"], addresses)
    await keeper.run(ready=keeper.stop)
    assert (plan.home / "valkey" / "appendonlydir").is_dir()
