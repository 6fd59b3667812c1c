"""A dodgeball tournament as files: every match as people read it, the places, and blank sheets of matches."""

from collections.abc import Mapping
from itertools import groupby

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, read_competition, require_staff
from bot.services.bracket import build_from
from bot.services.ejections import ejections_of
from bot.ui.bracket_view import head_round, name_source, team_id_of, team_key
from bot.ui.facts.sheet_files import MatchRow, MatchSheet, MatchSheets, MatchTables
from bot.ui.texts import match_files as texts
from core.errors import RuleError
from core.scoring.bracket import Bracket, Entrant, Match


def tabulate_matches(snapshot: Snapshot) -> MatchTables:
    """The matches in playing order with their results, and the places that are certain.

    Raises RuleError while no bracket is drawn.
    """
    bracket = build_from(snapshot)
    names = {team_key(id_): snapshot.teams[id_].name for id_ in snapshot.seeds}
    in_rounds = sorted(bracket.matches, key=lambda match: (match.side, match.round))
    headings = {
        match.id: head_round(members)
        for _, found in groupby(in_rounds, key=lambda match: (match.side, match.round))
        for members in [list(found)]
        for match in members
    }
    matches = [_describe(bracket, match, headings[match.id], names) for match in bracket.matches]
    places = [
        (texts.name_place(place.place, bracket.last_of(place)), names[team])
        for place in bracket.places
        for team in sorted(place.teams, key=bracket.seed_of)
    ]
    return MatchTables(snapshot, matches, places)


def _describe(bracket: Bracket, match: Match, heading: str, names: Mapping[str, str]) -> MatchRow:
    first, second = (_name(bracket, entrant, names) for entrant in match.entrants)
    return MatchRow(
        round=heading,
        title=match.title,
        teams=(first, second),
        games=tuple(names[team] for team in match.games or ()),
        result=texts.name_score(match.score) if match.score is not None else "",
        winner=names[match.winner] if match.winner is not None else "",
        kind=texts.name_kind(match),
    )


def _name(bracket: Bracket, entrant: Entrant, names: Mapping[str, str]) -> str:
    if entrant.team is not None:
        return names[entrant.team]
    return texts.NOBODY if entrant.is_settled else name_source(bracket, entrant)


async def load_match_sheets(tx: Transaction, asker: Asker, chosen: str | None) -> MatchSheets:
    """Sheets of the matches that can be played now, with those who may play. Raises NotFound, NotAllowed, RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    bracket, ejected = build_from(snapshot), ejections_of(snapshot).players
    sheets: list[MatchSheet] = []
    for match in bracket.ready:
        teams = [snapshot.teams[team_id_of(key)] for key in match.pair or ()]
        players = [[one.name for one in snapshot.roster(team.id) if one.id not in ejected] for team in teams]
        sheets.append(
            MatchSheet(match.title, tuple((team.name, tuple(p)) for team, p in zip(teams, players, strict=True)))
        )
    if not sheets:
        raise RuleError(texts.NONE_READY)
    return MatchSheets(snapshot, tuple(sheets))
