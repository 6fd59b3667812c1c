"""Rate limits and faults: what a bot meets on Discord's bad days."""

import asyncio

import pytest

from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.ratelimits import Limit
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi
from tests.rehearsal.small_bot import SmallBot, running


async def test_bucket_of_a_channel() -> None:
    async with StandIn() as standin, RawApi(standin) as api:
        guild = standin.create_guild("Town")
        one, other = guild.create_channel("one"), guild.create_channel("other")
        answers = [await api.send(one, content="x") for _ in range(6)]
        assert [a.status for a in answers] == [200] * 5 + [429]
        left = [a.headers["X-RateLimit-Remaining"] for a in answers]
        assert left == ["4", "3", "2", "1", "0", "0"]
        assert answers[0].headers["X-RateLimit-Limit"] == "5"
        assert {a.headers["X-RateLimit-Bucket"] for a in answers} == {answers[0].headers["X-RateLimit-Bucket"]}
        refused = answers[-1]
        assert refused.body["global"] is False
        assert 0 < refused.body["retry_after"] <= 5
        assert float(refused.headers["Retry-After"]) == pytest.approx(refused.body["retry_after"], abs=0.002)
        assert refused.headers["Via"]
        assert refused.headers["X-RateLimit-Scope"] == "user"
        assert (await api.send(other, content="x")).status == 200
        assert standin.rate_limited == ["POST /channels/{channel_id}/messages"]
        assert len(one.messages) == 5


async def test_bucket_fills_again() -> None:
    async with StandIn() as standin, RawApi(standin) as api:
        channel = standin.create_guild("Town").default_channel
        ids = [(await api.send(channel, content="x")).body["id"] for _ in range(3)]
        path = f"/channels/{channel.id}/messages/bulk-delete"
        standin.world.guilds[channel.guild.id if channel.guild else 0].set_bot_permissions((1 << 53) - 1)
        assert (await api.post(path, {"messages": ids[:2]})).status == 204
        refused = await api.post(path, {"messages": ids[:2]})
        assert refused.status == 429
        await asyncio.sleep(refused.body["retry_after"] + 0.01)
        assert (await api.post(path, {"messages": ids[:2]})).status == 204


async def test_global_limit() -> None:
    async with StandIn() as standin, RawApi(standin) as api:
        guild = standin.create_guild("Town")
        paths = [f"/guilds/{guild.id}", f"/guilds/{guild.id}/roles", "/users/@me", "/oauth2/applications/@me"]
        answers = await asyncio.gather(*(api.get(paths[n % 4]) for n in range(60)))
        refused = [a for a in answers if a.status == 429]
        assert refused
        assert all(a.body["global"] is True and a.headers["X-RateLimit-Global"] == "true" for a in refused)


async def test_no_limit_without_enforcement(api: RawApi, channel: Channel) -> None:
    answers = [await api.send(channel, content="x") for _ in range(20)]
    assert {a.status for a in answers} == {200}
    assert int(answers[-1].headers["X-RateLimit-Remaining"]) > 1000


async def test_discord_py_waits_for_its_bucket() -> None:
    async with StandIn() as standin:
        standin.rate_limits.limits["POST /channels/{channel_id}/messages"] = Limit(5, 0.5)
        channel = standin.create_guild("Town").default_channel
        async with running(standin) as bot:
            town = bot.get_channel(channel.id)
            await asyncio.gather(*(town.send(str(n)) for n in range(7)))  # type: ignore[union-attr]
        assert len(channel.messages) == 7
        assert standin.violations == []


# Faults


@pytest.mark.parametrize("status", [403, 404, 500, 502, 503])
async def test_status_a_few_times(api: RawApi, standin: StandIn, channel: Channel, status: int) -> None:
    fault = standin.fault("POST /channels/*/messages", status=status, times=2)
    answers = [await api.send(channel, content=str(n)) for n in range(3)]
    assert [a.status for a in answers] == [status, status, 200]
    assert fault.hits == 2
    assert [m.text for m in channel.messages] == ["2"]
    assert standin.violations == [], "what the rehearsal breaks is no fault of the bot"


async def test_code_for_one_channel(api: RawApi, standin: StandIn, guild: Guild, channel: Channel) -> None:
    standin.fault("* /channels/*", code=50013, channel=channel, times=None)
    assert (await api.send(channel, content="x")).refused(403, 50013)
    assert (await api.get(f"/channels/{channel.id}")).refused(403, 50013)
    assert (await api.send(guild.default_channel, content="x")).status == 200
    standin.faults.clear()
    assert (await api.send(channel, content="x")).status == 200


async def test_codes_of_limits_say_when_to_try_again(api: RawApi, standin: StandIn, channel: Channel) -> None:
    sent = (await api.send(channel, content="x")).body["id"]
    standin.fault("PATCH /channels/*/messages/*", code=30046, retry_after_seconds=5.0)
    answer = await api.patch(f"/channels/{channel.id}/messages/{sent}", {"content": "y"})
    assert answer.refused(429, 30046)
    assert (answer.body["retry_after"], answer.body["global"]) == (5.0, False)
    assert (answer.headers["Retry-After"], answer.headers["Via"]) == ("5.000", "1.1 google")


async def test_a_fault_waits_for_a_request_that_is_let_through() -> None:
    async with StandIn() as standin, RawApi(standin) as api:
        standin.rate_limits.limits["POST /channels/{channel_id}/messages"] = Limit(1, 0.3)
        channel = standin.create_guild("Town").default_channel
        await api.send(channel, content="x")
        fault = standin.fault("POST /channels/*/messages", status=502)
        assert (await api.send(channel, content="x")).status == 429
        assert fault.hits == 0
        await asyncio.sleep(0.31)
        assert (await api.send(channel, content="x")).status == 502


async def test_only_the_requests_that_are_meant(api: RawApi, standin: StandIn, channel: Channel) -> None:
    ids = [(await api.send(channel, content=str(n))).body["id"] for n in range(2)]
    fault = standin.fault("PATCH *", status=500, times=None, only_if=lambda path: path.endswith(ids[1]))
    answers = [await api.patch(f"/channels/{channel.id}/messages/{id_}", {"content": "x"}) for id_ in ids]
    assert ([answer.status for answer in answers], fault.hits) == ([200, 500], 1)


async def test_performed_but_answered_502(api: RawApi, standin: StandIn, channel: Channel) -> None:
    standin.fault("POST /channels/*/messages", status=502, performed=True)
    assert (await api.send(channel, content="once")).status == 502
    assert [m.text for m in channel.messages] == ["once"]


async def test_slow_answers(api: RawApi, standin: StandIn, channel: Channel) -> None:
    standin.fault("POST /channels/*/messages", delay_seconds=0.2)
    loop = asyncio.get_running_loop()
    before = loop.time()
    assert (await api.send(channel, content="x")).status == 200
    assert loop.time() - before >= 0.2


@pytest.mark.parametrize("performed", [False, True])
async def test_no_answer_at_all(api: RawApi, standin: StandIn, channel: Channel, performed: bool) -> None:
    fault = standin.fault("POST /channels/*/messages", hangs=True, performed=performed)
    asked = asyncio.ensure_future(api.send(channel, content="x"))
    done, _ = await asyncio.wait([asked], timeout=0.3)
    assert not done
    assert fault.hits == 1
    assert [m.text for m in channel.messages] == (["x"] if performed else [])
    asked.cancel()


async def test_discord_py_retries_with_its_nonce(bot: SmallBot, standin: StandIn, channel: Channel) -> None:
    """The answer is lost after the post was made: the retry carries the same nonce and posts nothing new."""
    standin.fault("POST /channels/*/messages", status=502, performed=True)
    town = bot.get_channel(channel.id)
    sent = await town.send("once", nonce=5)  # type: ignore[union-attr]
    assert [m.id for m in channel.messages] == [sent.id]


async def test_faults_of_the_callback(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    standin.fault("POST /interactions/*/callback", status=500)
    assert (await ann.slash("noop")).text == "done"
    assert [r.status for r in standin.requests if r.route.endswith("/callback")] == [500, 200]


def test_unknown_code_is_an_error_of_the_test(standin: StandIn) -> None:
    with pytest.raises(ValueError, match=r"^no refusal of Discord has the code 12345$"):
        standin.fault("* *", code=12345)
