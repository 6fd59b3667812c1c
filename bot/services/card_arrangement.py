"""Who keeps which card: lanes from left to right, golf pairs, and events that are scored by machines.

G36, G38, G39, G117-G119; rulings 54, 55, 60.
"""

from collections.abc import Sequence
from typing import Any

from bot.db.cards import insert_cards, insert_mode, is_automatic, move_card, replace_cards
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team
from bot.services.access import Asker, change_competition, is_staff, read_competition, record_change, require_director
from bot.services.card_access import leads, open_card_event
from bot.services.card_notices import announce_arrangement, announce_scoring
from bot.services.cards import plays_in, view_cards
from bot.services.drafts import get_draft, keep_draft, take_draft
from bot.services.live import refresh_desk
from bot.services.lookup import find_team
from bot.services.standings import standings_of
from bot.ui.facts.cards import (
    Arrangement,
    ArrangementForm,
    ArrangementPreview,
    ArrangementUnread,
    CardView,
    ScoringSet,
)
from bot.ui.texts import card_arrangement as texts
from bot.ui.texts import card_refusals as refusals
from core.cards import LAYOUTS, Keeping, Layout, keep_lanes, keep_pairs, split_pairs
from core.competition import State
from core.draw import shuffle
from core.errors import NotFound, RuleError, UserError
from core.golf import pair_by_rank
from core.scoring.event import RoundsEvent

ARRANGEABLE = (State.REGISTRATION_OPEN, State.REGISTRATION_CLOSED, State.RUNNING)
Groups = Sequence[Sequence[Team]]


async def show_arrangement(tx: Transaction, asker: Asker, chosen: str | None, event_key: str) -> Arrangement:
    """Who keeps which card of an event; how far a card is, for staff and its keepers. Raises NotFound or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    event = open_card_event(snapshot, event_key, or_closed=True)
    views = await view_cards(tx, snapshot, event)
    is_all = is_staff(asker, snapshot.competition)
    shown = frozenset(v.card.id for v in views if is_all or leads(asker, v.team) or leads(asker, v.second))
    mode = await is_automatic(tx.connection, snapshot.competition.id, event.key)
    return Arrangement(snapshot, event, views, shown, mode)


async def set_scoring(tx: Transaction, asker: Asker, chosen: str | None, event_key: str, mode: bool) -> ScoringSet:
    """Say whether machines score an event, so that teams enter nothing (G36); the keepers are told of a change.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    event = open_card_event(snapshot, event_key)
    has_changed = mode != await is_automatic(tx.connection, snapshot.competition.id, event.key)
    await insert_mode(tx, snapshot.competition.id, event.key, is_automatic=mode, by=asker.user_id)
    await record_change(tx, asker, snapshot.competition, "card scoring", event=event.key, is_automatic=mode)
    done = ScoringSet(snapshot, event, mode)
    if has_changed:
        await announce_scoring(tx, done, [view.team for view in await view_cards(tx, snapshot, event)])
    return done


async def open_arrangement(tx: Transaction, asker: Asker, chosen: str | None, event_key: str) -> ArrangementForm:
    """The form, filled with what stands, else with a proposal. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    event = _open(asker, snapshot, event_key)
    views = await view_cards(tx, snapshot, event)
    if views:
        places: dict[int, list[Team]] = {}
        for view in (each for each in views if not each.is_out):
            places.setdefault(view.card.place, []).append(view.team)
        return ArrangementForm(snapshot, event, write_groups(tuple(places.values())), texts.AS_IT_STANDS)
    groups, source = _propose(snapshot, event)
    return ArrangementForm(snapshot, event, write_groups(groups), source)


async def reopen_arrangement(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> ArrangementForm:
    """The form with what was typed and could not be understood. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    draft = await get_draft(tx, asker, snapshot, DraftPurpose.TYPED_ARRANGEMENT, draft_id)
    return ArrangementForm(snapshot, _open(asker, snapshot, draft["event"]), draft["text"], texts.AS_TYPED)


async def preview_arrangement(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, text: str
) -> ArrangementPreview | ArrangementUnread:
    """Say what was understood; nothing changes yet. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    event = _open(asker, snapshot, event_key)
    groups, faults = read_groups(snapshot, event, text)
    if faults:
        value = {"event": event.key, "text": text}
        draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.TYPED_ARRANGEMENT, value)
        return ArrangementUnread(snapshot, event, faults, draft_id)
    return await _preview(tx, asker, snapshot, event, groups)


async def confirm_arrangement(
    tx: Transaction, asker: Asker, chosen: str | None, draft_id: str
) -> Arrangement | ArrangementPreview:
    """Let what was shown hold; asks again if something was written meanwhile on a card that would be set aside.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.CARD_ARRANGEMENT, draft_id)
    event = _open(asker, snapshot, draft["event"])
    groups = [[snapshot.teams[id_] for id_ in group if id_ in snapshot.teams] for group in draft["groups"]]
    gone = next((team for group in groups for team in group if not plays_in(snapshot, team, event.key)), None)
    if gone is not None or any(not group for group in groups):
        raise RuleError(texts.TEAMS_CHANGED)
    views, keepings = await view_cards(tx, snapshot, event), _keep(event, groups)
    if draft["set_aside"] != _marks(_find_set_aside(views, keepings)):
        return await _preview(tx, asker, snapshot, event, groups)
    await _save(tx, asker, snapshot, event, views, keepings)
    mode = await is_automatic(tx.connection, snapshot.competition.id, event.key)
    after = await view_cards(tx, snapshot, event)
    done = Arrangement(snapshot, event, after, frozenset(view.card.id for view in after), mode)
    await announce_arrangement(tx, done)
    return done


def read_groups(snapshot: Snapshot, event: RoundsEvent[Any], text: str) -> tuple[Groups, tuple[str, ...]]:
    """The teams that a text names, a lane or hole a line, and what is wrong with it, line by line."""
    groups: list[tuple[Team, ...]] = []
    faults: list[str] = []
    seen: set[int] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            group = _read_group(snapshot, event, line)
        except UserError as error:
            faults.append(refusals.in_line(number, error.sentence))
            continue
        for team in group:
            if team.id in seen:
                faults.append(refusals.in_line(number, refusals.named_twice(team.name)))
            seen.add(team.id)
        groups.append(group)
    if not groups and not faults:
        faults.append(texts.NO_TEAMS)
    return groups, tuple(faults)


def write_groups(groups: Groups) -> str:
    """What `read_groups` reads."""
    return "\n".join(", ".join(team.name for team in group) for group in groups)


def _read_group(snapshot: Snapshot, event: RoundsEvent[Any], line: str) -> tuple[Team, ...]:
    """One team, or for pairs two. Raises NotFound or RuleError."""
    ways = list(split_pairs(line)) if LAYOUTS[event.key] is Layout.PAIRS else [(line.strip(),)]
    refused: list[UserError] = []
    for names in ways:
        try:
            group = tuple(find_team(snapshot, name) for name in names)
        except NotFound as error:
            refused.append(error)
            continue
        for team in group:
            if not plays_in(snapshot, team, event.key):
                raise RuleError(texts.plays_no_part(team, event))
        return group
    raise refused[min(1, len(refused) - 1)]


def _propose(snapshot: Snapshot, event: RoundsEvent[Any]) -> tuple[Groups, str]:
    """Lanes in the order of registration; pairs by the overall standings, drawn while nothing counts (ruling 55)."""
    teams = [team for team in snapshot.taking_part() if plays_in(snapshot, team, event.key)]
    if LAYOUTS[event.key] is Layout.LANES:
        return [(team,) for team in teams], texts.BY_REGISTRATION
    standings = standings_of(snapshot)
    if not standings.counted:
        seed = f"golf pairs {snapshot.competition.id} {snapshot.competition.settings.first_day}"
        return pair_by_rank(shuffle(seed, teams)), texts.DRAWN
    place_of = {row.name: place for place, row in enumerate(standings.teams.ranking.rows)}
    return pair_by_rank(sorted(teams, key=lambda team: place_of[team.name])), texts.BY_RANK


def _keep(event: RoundsEvent[Any], groups: Groups) -> tuple[Keeping[Team], ...]:
    if LAYOUTS[event.key] is Layout.PAIRS:
        return keep_pairs(groups)
    return keep_lanes([team for group in groups for team in group])


def _find_set_aside(views: Sequence[CardView], keepings: Sequence[Keeping[Team]]) -> list[CardView]:
    """The cards on which something is written, and whose keepers would be others."""
    stays = {(keeping.team.id, keeping.second.id if keeping.second else None) for keeping in keepings}
    return [v for v in views if v.card.mark and (v.card.team_id, v.card.second_keeper_id) not in stays]


def _marks(views: Sequence[CardView]) -> list[list[int]]:
    return [[view.card.id, view.card.mark] for view in views]


async def _preview(
    tx: Transaction, asker: Asker, snapshot: Snapshot, event: RoundsEvent[Any], groups: Groups
) -> ArrangementPreview:
    keepings = _keep(event, groups)
    set_aside = _find_set_aside(await view_cards(tx, snapshot, event), keepings)
    value = {
        "event": event.key,
        "groups": [[team.id for team in group] for group in groups],
        "set_aside": _marks(set_aside),
    }
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.CARD_ARRANGEMENT, value)
    named = {keeping.team.id for keeping in keepings}
    left_out = [t for t in snapshot.taking_part() if plays_in(snapshot, t, event.key) and t.id not in named]
    aside = tuple(view.team for view in set_aside)
    return ArrangementPreview(snapshot, event, keepings, tuple(left_out), aside, draft_id)


async def _save(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    event: RoundsEvent[Any],
    views: Sequence[CardView],
    keepings: Sequence[Keeping[Team]],
) -> None:
    """Keep the cards whose keepers stay the same; set the others aside and begin new ones."""
    ids = {
        (k.team.id, k.second.id if k.second else None): Keeping(k.place, k.team.id, k.second.id if k.second else None)
        for k in keepings
    }
    gone: list[int] = []
    for view in views:
        stays = ids.pop((view.card.team_id, view.card.second_keeper_id), None)
        if stays is None:
            gone.append(view.card.id)
        elif stays.place != view.card.place:
            await move_card(tx, view.card.id, stays.place)
    await replace_cards(tx, gone)
    if gone:
        await refresh_desk(tx, snapshot.competition)  # with them went what was disputed on them
    await insert_cards(tx, snapshot.competition.id, event.key, ids.values(), asker.user_id)
    teams = [keeping.team.id for keeping in keepings]
    await record_change(
        tx, asker, snapshot.competition, f"card {LAYOUTS[event.key]}", event=event.key, teams=teams, set_aside=gone
    )


def _open(asker: Asker, snapshot: Snapshot, event_key: str) -> RoundsEvent[Any]:
    require_director(asker, snapshot.competition)
    event = open_card_event(snapshot, event_key)
    if snapshot.competition.state not in ARRANGEABLE:
        raise RuleError(texts.not_now(snapshot.competition.state))
    return event
