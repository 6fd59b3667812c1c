"""The dodgeball tournament of the weekend: twelve teams of their own, every match to the champion."""

from __future__ import annotations

from rehearsal.people import Person
from rehearsal.state import Channel
from rehearsal.weekend import registering
from rehearsal.weekend.cast import OF_AGE, Cast
from rehearsal.weekend.theatre import Theatre, WeekendError

NAME = "Ten Ugly Men dodgeball"
Choices = list[tuple[str, str]]


async def fill_dodgeball(theatre: Theatre, cast: Cast, seed: int) -> dict[str, Channel]:
    """From the first command to the draw."""
    theatre.say("Dodgeball: registration")
    channels = theatre.open_channels("dodgeball", [theatre.director, theatre.facilitator])
    await registering.create_competition(theatre, "dodgeball", NAME, channels)
    captains: list[Person] = []
    for number, team in enumerate(cast.dodgeball_teams, 1):
        captain = theatre.guild.join(f"Dodgeball captain {number}")
        if number == 1:
            await registering.register_too_young_first(theatre, NAME, captain, team, OF_AGE["dodgeball"])
        else:
            await registering.register(theatre, NAME, captain, team)
        captains.append(captain)
    await registering.amend_a_rule(theatre, NAME, "1.2", captains, channels)
    theatre.expect(await theatre.director.slash("competition close", competition=NAME), "registration closed")
    await registering.register_too_late(theatre, NAME)
    drawn = await theatre.director.slash("match draw", seed=f"weekend {seed}", competition=NAME)
    theatre.expect(drawn, "is drawn and announced")
    asked = await theatre.director.slash("competition start", competition=NAME)
    theatre.expect(asked, "The start cannot be taken back")
    theatre.expect(await theatre.director.click(asked, "Start it"), "running")
    return channels


async def play_dodgeball(theatre: Theatre, cast: Cast, channels: dict[str, Channel]) -> None:
    """Match after match until nobody is left to play; one is a forfeit, one result is corrected at once."""
    theatre.say("Dodgeball: matches")
    played = 0
    while ready := await _offer(theatre, "match result", "match"):
        title, match = ready[0]
        sides = await _offer(theatre, "match result", "game1", match=match)
        if len(sides) != 2:
            raise WeekendError(f"{title} offers {sides}")
        await _decide(theatre, cast, match, [value for _, value in sides], is_forfeit=played == 2)
        if played == 0:
            await _correct(theatre, match, [value for _, value in sides])
        played += 1
    if played != len(cast.dodgeball_teams) - 1:
        raise WeekendError(f"{played} matches were played among {len(cast.dodgeball_teams)} teams")
    here = channels["announcements"]
    await theatre.until(lambda: any("wins" in m.text for m in theatre.posted(here)), "the champion's announcement")
    asked = await theatre.director.slash("competition finish", competition=NAME)
    theatre.expect(asked, "Final result of")
    theatre.expect(await theatre.director.click(asked, "Finish it"), "is finished")


async def _decide(theatre: Theatre, cast: Cast, match: str, sides: list[str], *, is_forfeit: bool) -> None:
    where = {"match": match, "competition": NAME}
    if is_forfeit:
        reply = await theatre.facilitator.slash("match forfeit", absent=sides[1], **where)
        theatre.expect(reply, "by forfeit")
        return
    winner, loser = cast.chance.sample(sides, 2)
    if cast.chance.random() < 0.5:
        reply = await theatre.facilitator.slash("match result", game1=winner, game2=winner, **where)
    else:
        reply = await theatre.facilitator.slash("match result", game1=loser, game2=winner, game3=winner, **where)
    theatre.expect(reply, "beat")


async def _correct(theatre: Theatre, match: str, sides: list[str]) -> None:
    corrected = {"match": match, "game1": sides[0], "game2": sides[1], "game3": sides[0], "reason": "wrong side"}
    refused = await theatre.facilitator.slash("match correct", competition=NAME, **corrected)
    theatre.expect(refused, "Only a director can do this")
    asked = await theatre.director.slash("match correct", competition=NAME, **corrected)
    theatre.expect(asked, "Nothing has changed yet.", "It is announced as corrected.")
    theatre.expect(await theatre.director.click(asked, "Confirm"), "beat")


async def _offer(theatre: Theatre, command: str, focus: str, **given: str) -> Choices:
    return await theatre.facilitator.autocomplete(command, focus=focus, competition=NAME, **given)
