"""`/facilitator` over the wire: who has lost the role is found where somebody looks, since nothing tells it."""

from core.competition import State
from tests.bot.conftest import Town
from tests.builders import create_competition


async def test_a_bound_facilitator_who_lost_the_role_is_pointed_out(town: Town) -> None:
    role = town.guild.create_role("Keepers")
    await create_competition(
        town.bot.deps.database,
        guild_id=town.guild.id,
        channels=town.channels,
        state=State.DRAFT,
        facilitator_role_id=role.id,
    )
    town.guild.give(town.facilitator, role)
    await town.director.slash("facilitator add", event="golf", member=town.facilitator)
    assert "⚠️" not in (await town.director.slash("facilitator list")).text
    town.guild.take(town.facilitator, role)
    shown = await town.director.slash("facilitator list")
    assert shown.text.endswith(
        ": no facilitator any more, but still bound, and called where cards are disputed. A director releases them "
        "with `/facilitator remove`."
    )
