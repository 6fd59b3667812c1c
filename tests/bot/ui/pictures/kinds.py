"""Every kind of picture that the bot draws, made by what draws them in the bot, from games among the worst names."""

from collections.abc import Sequence
from typing import Any

from bot.ui.bracket_view import draw_bracket, team_key
from bot.ui.facts.progress import EventProgress, Missing, Stage
from bot.ui.pictures import Picture
from bot.ui.standings_view import draw_event, draw_overall
from bot.ui.texts import standings as texts
from core.scoring.bracket import Result, build_bracket, record_result
from core.scoring.event import Event, get_events
from core.scoring.events.holdem import Elimination
from core.scoring.games import Games, Round, Team
from core.scoring.standings import Standings, compute_standings

TEAMS, PLAYERS_EACH = 12, 4


def draw_every_kind(names: Sequence[str]) -> dict[str, Picture]:
    """By what it shows: both lists over all events, every list of every event, and a bracket."""
    games = play_games(names)
    standings = compute_standings(games)
    kinds: dict[str, Picture] = {}
    for is_players in (False, True):
        table = _draw_overall(standings, names, is_players)
        for number, page in enumerate(table.pages(), 1):
            kinds[f"overall, {'players' if is_players else 'teams'}, page {number}"] = page
    for key, ranked in standings.events.items():
        event = get_events()[key]
        for ranking in (ranked.teams, ranked.players):
            if ranking is None:
                continue
            title = texts.event_title(event.title, ranking is ranked.players, is_void=key == "golf")
            table = draw_event(
                title,
                event,
                ranking,
                games.teams[2].name,
                subtitle=texts.event_how_far(_make_progress(event, names)),
                blank={row.name for row in ranking.rows[-2:]},
            )
            for number, page in enumerate(table.pages(), 1):
                kinds[f"{key}, {'players' if ranking is ranked.players else 'teams'}, page {number}"] = page
    return kinds | {"bracket": _draw_bracket(names)}


def play_games(names: Sequence[str]) -> Games:
    """Twelve teams of four in all six events; who stands later in the list does better."""
    numbered = [f"{names[at % len(names)]}{'' if at < len(names) else f' {at}'}" for at in range(TEAMS * PLAYERS_EACH)]
    teams = tuple(
        Team(f"{names[-1 - at]} ", tuple(numbered[at * PLAYERS_EACH : (at + 1) * PLAYERS_EACH])) for at in range(TEAMS)
    )
    players = [player for team in teams for player in team.players]
    results: dict[str, Any] = {}
    for key, event in get_events().items():
        if event.entry is None:
            results[key] = Elimination(tuple(players))
        elif event.scored == "team":
            results[key] = {team.name: (_make_card(at),) for at, team in enumerate(teams)}
        else:
            results[key] = {player: (Round(at, at),) * event.rounds for at, player in enumerate(players)}
    return Games(teams, tuple(get_events()), results)


def _make_card(at: int) -> Round:
    holes = (4 + at,) + (4,) * 17
    return Round(sum(holes), holes)


def _draw_overall(standings: Standings, names: Sequence[str], is_players: bool) -> Any:
    overall = standings.players if is_players else standings.teams
    rows = overall.ranking.rows
    return draw_overall(
        texts.overall_title(names[0], is_players),
        texts.how_far_now([_make_progress(event, names) for event in get_events().values()]),
        overall,
        rows[3].name,
        {event: {rows[-1].name} for event in overall.counted},
        {row.name: 2 * (len(rows) - place) for place, row in enumerate(rows)},
        texts.since("bowling"),
    )


def _make_progress(event: Event[Any], names: Sequence[str]) -> EventProgress:
    missing = tuple(Missing(name, names[0], (1, 2)) for name in names)
    return EventProgress(event, Stage.UNDER_WAY, missing)


def _draw_bracket(names: Sequence[str]) -> Picture:
    keys = {team_key(at): name for at, name in enumerate(names[:TEAMS], 1)}
    bracket = build_bracket([*keys])
    while bracket.ready:
        pair = bracket.ready[0].pair
        assert pair is not None
        bracket = record_result(bracket, Result(pair, pair[0], "played", (pair[0], pair[1], pair[0])))
    return draw_bracket(names[0], "All matches are played", bracket, keys)
