"""Drawing the bracket: asked back where it replaces an announced one, and checked before play begins."""

import secrets
from dataclasses import dataclass, replace

from sqlalchemy import delete, func, insert, select

from bot.db import tables
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, record_change, require_director
from bot.services.bracket import build_from
from bot.services.dodgeball import require_dodgeball
from bot.services.drafts import keep_draft, take_draft
from bot.services.ejections import ejections_of
from bot.services.live import refresh_all
from bot.services.noted_games import list_under_way
from bot.ui.message import Message
from bot.ui.texts import drawing as texts
from bot.ui.texts.dodgeball import list_called, list_following
from bot.ui.texts.pages import paginate
from core.competition import State
from core.draw import shuffle
from core.errors import Conflict, RuleError
from core.scoring.bracket import Match
from core.scoring.bracket_following import Following

HOLD_A_PLACE = (TeamStatus.CONFIRMED, TeamStatus.PENDING)


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """The seeds that were drawn, by the ids of the teams, and the published seed of the draw."""

    snapshot: Snapshot
    team_ids: tuple[int, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class DrawAsked:
    """A draw that would replace the one before; `entered` teams would be in it, and `under_way` is left behind."""

    snapshot: Snapshot
    draws: int
    entered: int
    draft_id: int
    under_way: tuple[Match, ...] = ()


async def draw_bracket(
    tx: Transaction, asker: Asker, chosen: str | None, public_seed: str | None = None
) -> DrawnBracket | DrawAsked:
    """Draw the seeds of all teams that hold a place, paid or not (rulings 83, 84).

    A new draw replaces the old one until the first result, and is asked back. A seed that everybody could see come
    about, such as tonight's lottery numbers, shows that nobody chose the outcome; without one, chance gives it.

    Raises NotFound, NotAllowed, or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    entered = _require_drawable(snapshot)
    if not snapshot.seeds:
        return await draw_seeds(tx, asker, snapshot, public_seed)
    draft = {"seed": public_seed, "replaces": list(snapshot.seeds), "entered": entered}
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.BRACKET_DRAW, draft)
    under_way = await list_under_way(tx, snapshot, build_from(snapshot))
    return DrawAsked(snapshot, await _count_draws(tx, snapshot), len(entered), draft_id, under_way)


async def confirm_draw(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> DrawnBracket:
    """Replace the draw that was shown. Raises NotFound, NotAllowed, RuleError, or Conflict where it changed."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.BRACKET_DRAW, draft_id)
    if (list(snapshot.seeds), _require_drawable(snapshot)) != (draft["replaces"], draft["entered"]):
        raise Conflict(texts.CHANGED_MEANWHILE)
    return await draw_seeds(tx, asker, snapshot, draft["seed"])


async def prepare_bracket(tx: Transaction, asker: Asker, snapshot: Snapshot) -> None:
    """As play begins: draw where nobody has, and call the first matches.

    Raises RuleError where a team with a place is not in the bracket.
    """
    if not snapshot.seeds:
        snapshot = (await draw_seeds(tx, asker, snapshot)).snapshot
    require_all_drawn(snapshot)
    await _call_first_matches(tx, snapshot)


def require_all_drawn(snapshot: Snapshot) -> None:
    """Raise RuleError where the bracket is drawn without a team that holds a place."""
    if snapshot.seeds and (missing := find_undrawn(snapshot)):
        raise RuleError(texts.not_drawn_with(missing))


def find_undrawn(snapshot: Snapshot) -> tuple[Team, ...]:
    """The teams that hold a place and are not in the bracket, such as one that took a place after the draw."""
    return tuple(team for team in _list_entered(snapshot) if team.id not in snapshot.seeds)


async def draw_seeds(tx: Transaction, asker: Asker, snapshot: Snapshot, public_seed: str | None = None) -> DrawnBracket:
    """The draw itself, for a competition that is being changed. Raises RuleError."""
    entered = _require_drawable(snapshot)
    competition, number = snapshot.competition, await _count_draws(tx, snapshot) + 1
    public_seed = public_seed.strip() if public_seed else None
    seed = public_seed or f"{competition.id}-{secrets.token_hex(8)}"
    drawn = shuffle(seed, entered)
    await tx.connection.execute(delete(tables.seed).where(tables.seed.c.competition_id == competition.id))
    rows = [{"competition_id": competition.id, "seed": n, "team_id": id_} for n, id_ in enumerate(drawn, 1)]
    await tx.connection.execute(insert(tables.seed), rows)
    await record_change(tx, asker, competition, "bracket draw", seed=seed, teams=list(drawn))
    drawn_snapshot = replace(snapshot, seeds=drawn)
    build_from(drawn_snapshot)  # refuses more teams than a bracket holds
    text = texts.bracket_drawn(drawn_snapshot, seed, entered, number=number, is_chosen=public_seed is not None)
    subject, channel_id = f"draw:{competition.revision}", competition.channels.announcements
    await enqueue_notice(tx, competition.id, subject, Message(text), channel_id=channel_id)
    if competition.state is State.RUNNING:
        await _call_first_matches(tx, drawn_snapshot)
    await refresh_all(tx, competition)
    return DrawnBracket(drawn_snapshot, drawn, seed)


async def _call_first_matches(tx: Transaction, snapshot: Snapshot) -> None:
    """Say which matches can be played, with their captains, as after each result."""
    competition, bracket = snapshot.competition, build_from(snapshot)
    following = Following(ready=bracket.ready)
    called = list_called(snapshot, following)
    for number, page in enumerate(paginate(list_following(snapshot, bracket, following)), 1):
        notice = Message(page, user_mentions=tuple(captain for captain in called if f"<@{captain}>" in page))
        subject = f"started:{competition.revision}:{number}"
        await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.announcements)


def _require_drawable(snapshot: Snapshot) -> list[int]:
    """The teams that would be drawn, in the order of registration. Raises RuleError."""
    require_dodgeball(snapshot)
    if snapshot.competition.state not in (State.REGISTRATION_CLOSED, State.RUNNING):
        raise RuleError(texts.DRAW_LATER)
    if snapshot.results:
        raise RuleError(texts.DRAWN_AND_PLAYED)
    entered = [team.id for team in _list_entered(snapshot)]
    if len(entered) < 2:
        raise RuleError(texts.TOO_FEW_TO_DRAW)
    return entered


def _list_entered(snapshot: Snapshot) -> list[Team]:
    """The teams that hold a place and were not ejected before they played."""
    ejected = ejections_of(snapshot).teams
    return [team for team in snapshot.teams.values() if team.status in HOLD_A_PLACE and team.id not in ejected]


async def _count_draws(tx: Transaction, snapshot: Snapshot) -> int:
    ledger = tables.ledger.c
    of_draws = (ledger.competition_id == snapshot.competition.id) & (ledger.action == "bracket draw")
    return (await tx.connection.execute(select(func.count()).where(of_draws))).scalar_one()
