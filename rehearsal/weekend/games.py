"""The Getaway Games of the weekend: six events, offences up to a team's ejection, bad weather, a correction."""

from __future__ import annotations

from dataclasses import dataclass

from rehearsal.people import Person
from rehearsal.state import Channel
from rehearsal.weekend import registering
from rehearsal.weekend.cast import OF_AGE, Cast, Team
from rehearsal.weekend.theatre import Theatre

NAME = "Getaway Games"
ROUND_OPTION = {"bowling": "game", "derby": "round", "bags": "round", "basketball": "round"}
STROKE_INDEX = "7 15 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 10"
CONFIRM, CONFIRM_CORRECTION, RECORD, EJECT = "Yes, enter it", "Confirm", "Record it", "Eject the team"
CLOSED = {"bowling": "Bowling"}
CLOSE_EVENT, CANCEL_EVENT = "Close it", "Cancel the event"


@dataclass
class Games:
    """The competition while it is played."""

    theatre: Theatre
    cast: Cast
    teams: list[Team]
    captains: list[Person]
    channels: dict[str, Channel]


async def fill_games(theatre: Theatre, cast: Cast) -> Games:
    """From the first command to the roster lock."""
    channels = theatre.open_channels("games", [theatre.director, theatre.facilitator])
    await registering.create_competition(theatre, "getaway", NAME, channels)
    captains = [theatre.guild.join(f"Games captain {n}") for n in range(1, len(cast.games_teams) + 1)]
    for number, (captain, team) in enumerate(zip(captains, cast.games_teams, strict=True)):
        if number == 0:
            await registering.register_too_young_first(theatre, NAME, captain, team, OF_AGE["getaway"])
        else:
            await registering.register(theatre, NAME, captain, team)
    await registering.amend_a_rule(theatre, NAME, "1.2", captains, channels)
    return Games(theatre, cast, list(cast.games_teams), captains, channels)


async def close_games(games: Games) -> None:
    """The registration closes; substitutions on both sides of the lock; the start."""
    theatre = games.theatre
    theatre.expect(await theatre.director.slash("competition close", competition=NAME), "registration closed")
    await registering.register_too_late(theatre, NAME)
    games.teams[1] = await registering.substitute_around_the_lock(theatre, NAME, games.captains[1], games.teams[1])
    asked = await theatre.director.slash("competition start", competition=NAME)
    theatre.expect(asked, "The start cannot be taken back")
    theatre.expect(await theatre.director.click(asked, "Start it"), "running")


async def play_games(games: Games) -> None:
    """Every event; what happens in between is in the order of a real day."""
    await _play_rounds(games, "bowling")
    await _correct_first_game(games)
    await _close_event(games, "bowling")
    await _offend(games, games.teams[2], 0, ejects=False)
    await _play_rounds(games, "derby")
    await _offend(games, games.teams[2], 0, ejects=True)
    await _play_rounds(games, "bags", absent={(2, 0)})
    await _play_golf_until_the_thunder(games)
    await _eject_team(games, games.teams[2])
    await _play_rounds(games, "basketball", absent_team=2)
    await _play_holdem(games)
    theatre = games.theatre
    asked = await theatre.director.slash("competition finish", competition=NAME)
    theatre.expect(asked, "Final result of")
    theatre.expect(await theatre.director.click(asked, "Finish it"), "is finished")


def player_choice(games: Games, team: Team, name: str) -> str:
    """How a player is named so that nobody else is meant."""
    return f"{name} ({team.name})"


async def _play_rounds(
    games: Games, event: str, absent: set[tuple[int, int]] | None = None, absent_team: int | None = None
) -> None:
    theatre = games.theatre
    theatre.say(f"Games: {event}")
    for number, (team, original) in enumerate(zip(games.teams, games.cast.games_teams, strict=True)):
        if number == absent_team:
            continue
        for position, (name, first_name) in enumerate(zip(team.players, original.players, strict=True)):
            if (number, position) in (absent or ()):
                continue
            for turn, typed in enumerate(games.cast.rounds[event][original.name, first_name], 1):
                options = {"player": player_choice(games, team, name), ROUND_OPTION[event]: turn, "score": typed}
                reply = await theatre.facilitator.slash(f"score {event}", competition=NAME, **options)
                if CONFIRM in reply.buttons:
                    reply = await theatre.facilitator.click(reply, CONFIRM)
                theatre.expect(reply, "has **")


async def _play_golf_until_the_thunder(games: Games) -> None:
    """Half of the teams have finished when a storm ends it (G21)."""
    theatre = games.theatre
    theatre.say("Games: golf, and a storm")
    course = await theatre.director.slash("event stroke-index", holes=STROKE_INDEX, competition=NAME)
    theatre.expect(course, "The stroke index of")
    for team in games.teams[: len(games.teams) // 2]:
        if team is not games.teams[2]:
            card = games.cast.rounds["golf"][team.name, ""][0]
            reply = await theatre.facilitator.slash("score golf", team=team.name, score=card, competition=NAME)
            theatre.expect(reply, "strokes**")
    refused = await theatre.facilitator.slash("event cancel", event="golf", reason="storm", competition=NAME)
    theatre.expect(refused, "Only a director can do this")
    asked = await theatre.director.slash("event cancel", event="golf", reason="storm", competition=NAME)
    theatre.expect(asked, "Nothing is done until you confirm it")
    theatre.expect(await theatre.director.click(asked, CANCEL_EVENT), "is cancelled and announced")


async def _play_holdem(games: Games) -> None:
    """Everybody who still takes part goes out in drawn order; one is late; the last one left wins."""
    theatre = games.theatre
    theatre.say("Games: hold'em")
    renamed = {
        (original.name, first): (team, name)
        for team, original in zip(games.teams, games.cast.games_teams, strict=True)
        for name, first in zip(team.players, original.players, strict=True)
    }
    order = [renamed[who] for who in games.cast.holdem_out if renamed[who][0] is not games.teams[2]]
    late, *playing = [player_choice(games, team, name) for team, name in order]
    reply = await theatre.facilitator.slash("score holdem-late", player=late, competition=NAME)
    theatre.expect(reply, "was not there at the start")
    for player in playing[:-1]:
        reply = await theatre.facilitator.slash("score holdem", player=player, competition=NAME)
        theatre.expect(reply, "is out in place")
    theatre.expect(reply, "wins the hold'em tournament!")


async def _correct_first_game(games: Games) -> None:
    """A wrong game is corrected with a reason; the captain of the team may not."""
    theatre, team = games.theatre, games.teams[0]
    wrong = {
        "event": "bowling",
        "entrant": player_choice(games, team, next(iter(team.players))),
        "score": "250",
        "reason": "a digit was misread",
        "competition": NAME,
    }
    refused = await games.captains[0].slash("score correct", **wrong)
    theatre.expect(refused, "Only a facilitator")
    preview = await theatre.facilitator.slash("score correct", **wrong)
    theatre.expect(preview, "Nothing has changed yet.", "**250 pins**", "Overall: ")
    theatre.expect(await theatre.facilitator.click(preview, CONFIRM_CORRECTION), "**250 pins**", "instead of")


async def _close_event(games: Games, event: str) -> None:
    """Its ranking becomes final; from then on a facilitator is refused."""
    theatre, team = games.theatre, games.teams[0]
    asked = await theatre.director.slash("event close", event=event, competition=NAME)
    theatre.expect(asked, "Nothing is missing.")
    theatre.expect(await theatre.director.click(asked, CLOSE_EVENT), "is closed and its ranking announced")
    player = player_choice(games, team, next(iter(team.players)))
    late = {"event": event, "entrant": player, "score": "1", "reason": "too late", "competition": NAME}
    theatre.expect(await theatre.facilitator.slash("score correct", **late), "Only a director can do this")


async def _offend(games: Games, team: Team, position: int, *, ejects: bool) -> None:
    """Heavy trash talk: the preview says what follows, and it counts once confirmed."""
    theatre = games.theatre
    player = player_choice(games, team, list(team.players)[position])
    preview = await theatre.facilitator.slash("conduct warn", player=player, competition=NAME)
    theatre.expect(preview, "eject" if ejects else "is warned")
    theatre.expect(await theatre.facilitator.click(preview, RECORD))


async def _eject_team(games: Games, team: Team) -> None:
    """A team-mate goes on after the last warning: a director ejects the whole team (G15)."""
    theatre = games.theatre
    await _offend(games, team, 1, ejects=True)
    preview = await theatre.director.slash("conduct team-eject", team=team.name, competition=NAME)
    theatre.expect(await theatre.director.click(theatre.expect(preview), EJECT))
