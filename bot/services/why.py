"""Why somebody stands where they do, in sentences: worked out once for each revision."""

from dataclasses import dataclass, replace

from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot, Team
from bot.services.access import Asker, read_competition
from bot.services.bracket import build_from
from bot.services.lookup import come_near, find_own_team, find_player, find_team, name_with_team
from bot.services.progress import blanks_of, list_forfeited
from bot.services.results import build_games, find_holdem_returned, name_everybody
from bot.services.standings import memoize, standings_of
from bot.ui.facts.why import Named, WhyCourse, WhyStanding
from bot.ui.texts import lookup as lookup_texts
from bot.ui.texts import why as texts
from core.competition import Kind, State
from core.errors import NotFound, RuleError
from core.names import name_key, search_key
from core.scoring.explain import Duel, Standing, Subject, explain

TEAM, PLAYER = "team #", "player #"
OVER = (State.FINISHED, State.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Why:
    """An explanation as pages, and whom it is about."""

    snapshot: Snapshot
    named: Named
    pages: tuple[str, ...]
    page: int


async def ask_why(tx: Transaction, asker: Asker, chosen: str | None, name: str | None) -> Why:
    """Why whoever is named stands where they do; without a name, the asker's own team. Raises NotFound or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    return _explain(snapshot, _find_named(snapshot, asker, name), 1)


async def turn_page(tx: Transaction, asker: Asker, chosen: str, team_id: str, player_id: str, page: int) -> Why:
    """Another page of it. Raises NotFound or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    team = find_team(snapshot, f"#{team_id}") if team_id else None
    player = find_player(snapshot, f"#{player_id}") if player_id else None
    return _explain(snapshot, Named(team, player), page)


async def list_why_choices(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """Every team and player by name, with the values that stand for them. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    return memoize(snapshot, "why choices", lambda: _list_choices(snapshot))


def _list_choices(snapshot: Snapshot) -> list[tuple[str, str]]:
    players = [player for team in snapshot.taking_part() for player in snapshot.roster(team.id)]
    choices = [(team.name, f"{TEAM}{team.id}") for team in snapshot.taking_part()]
    return choices + [(name_with_team(snapshot, player), f"{PLAYER}{player.id}") for player in players]


def _find_named(snapshot: Snapshot, asker: Asker, name: str | None) -> Named:
    if name is None:
        own = find_own_team(snapshot, asker.user_id)
        if own is None:
            raise NotFound(texts.NO_OWN_TEAM)
        return Named(own, None)
    if name.startswith(TEAM):
        return Named(find_team(snapshot, name.removeprefix("team ")), None)
    if name.startswith(PLAYER):
        return Named(None, find_player(snapshot, name.removeprefix("player ")))
    return _find_bearers(snapshot, name)


def _find_bearers(snapshot: Snapshot, name: str) -> Named:
    """The team and the player of a name; with namesakes among the players, which one is asked. Raises NotFound."""
    present = [player for player in snapshot.players.values() if player.left_at is None]
    for key in (name_key, search_key):
        teams = [team for team in snapshot.teams.values() if key(team.name) == key(name)]
        players = [p for p in present if key(name) in (key(p.name), key(name_with_team(snapshot, p)))]
        if len(players) > 1 or len(teams) > 1:
            names = [*(team.name for team in teams), *(name_with_team(snapshot, player) for player in players)]
            raise NotFound(lookup_texts.ambiguous(name, names))
        if teams or players:
            return Named(teams[0] if teams else None, players[0] if players else None)
    raise NotFound(texts.unknown(name, come_near(name, [offered for offered, _ in _list_choices(snapshot)])))


def _explain(snapshot: Snapshot, named: Named, page: int) -> Why:
    ids = (named.team.id if named.team else None, named.player.id if named.player else None)
    pages = memoize(snapshot, ("why", ids), lambda: _write(snapshot, named))
    return Why(snapshot, named, pages, min(max(page, 1), len(pages)))


def _write(snapshot: Snapshot, named: Named) -> tuple[str, ...]:
    is_final = snapshot.competition.state in OVER
    if snapshot.competition.settings.kind is Kind.DODGEBALL:
        return texts.course_pages(_follow_course(snapshot, named, is_final=is_final))
    names = name_everybody(snapshot)
    wanted = [
        (kind, known.get(one.id))
        for kind, known, one in (("team", names.teams, named.team), ("player", names.players, named.player))
        if one is not None
    ]
    subjects = tuple(_explain_one(snapshot, kind, name) for kind, name in wanted if name is not None)
    if not subjects:
        raise RuleError(texts.holds_no_place(_name_of(named.team or named.player)))
    blanks = blanks_of(snapshot)
    blank = {
        subject.kind: frozenset(
            event
            for event, blank_names in (blanks.teams if subject.kind == "team" else blanks.players).items()
            if subject.name in blank_names
        )
        for subject in subjects
    }
    return texts.standing_pages(WhyStanding(snapshot, subjects, blank, is_final))


def _explain_one(snapshot: Snapshot, kind: str, name: str) -> Subject:
    games = memoize(snapshot, "games", lambda: build_games(snapshot))
    explained = next(subject for subject in explain(games, standings_of(snapshot), name) if subject.kind == kind)
    return replace(explained, events=tuple(_tell_what_happened(snapshot, one, kind, name) for one in explained.events))


def _tell_what_happened(snapshot: Snapshot, standing: Standing, kind: str, name: str) -> Standing:
    """The rules know only that somebody has nothing in an event; here it is said what happened.

    They count whoever came back once hold'em was over like somebody late, and a forfeited card like a missing one.
    """
    if kind == "team":
        concerned, because = frozenset(list_forfeited(snapshot, standing.key)), texts.FORFEITED
    elif standing.key == "holdem":
        concerned, because = _name_returned(snapshot), texts.CAME_BACK
    else:
        return standing
    if not concerned:
        return standing

    def tell(duel: Duel | None) -> Duel | None:
        if duel is None or duel.other.name not in concerned:
            return duel
        return replace(duel, other=duel.other._replace(because=because))

    reason = because if name in concerned and standing.row is not None else standing.reason
    return replace(standing, reason=reason, above=tell(standing.above), below=tell(standing.below))


def _name_returned(snapshot: Snapshot) -> frozenset[str]:
    return frozenset(name_everybody(snapshot).players[id_] for id_ in find_holdem_returned(snapshot))


def _follow_course(snapshot: Snapshot, named: Named, *, is_final: bool) -> WhyCourse:
    """A player goes the way of the team."""
    team = named.team or (snapshot.teams[named.player.team_id] if named.player else None)
    assert team is not None, "a team or a player is named"
    bracket = memoize(snapshot, "bracket", lambda: build_from(snapshot))
    if team.id not in snapshot.seeds:
        raise RuleError(texts.not_in_bracket(team.name))
    return WhyCourse(snapshot, bracket, team, is_final)


def _name_of(one: Team | Player | None) -> str:
    return one.name if one else ""
