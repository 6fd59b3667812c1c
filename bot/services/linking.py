"""Which Discord account a player is: chosen by whoever is in charge of the team."""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy.exc import IntegrityError

from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot, Team
from bot.db.teams import link_player
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change
from bot.services.joining import require_free_account
from bot.services.lookup import choose_team, find_player
from bot.services.roster import require_before_end
from bot.ui.facts.teams import Linked, LinkForm
from bot.ui.message import Button, Message, OfferingConflict, custom_id
from bot.ui.texts import linking as texts
from core.errors import Conflict, RuleError

MOST_PER_FORM = 5
AGAIN = "link-again"


async def read_links(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, player: str | None
) -> LinkForm:
    """The players to be linked: the named one, else the next five who are not. Raises a UserError."""
    snapshot = await read_competition(tx, asker, chosen)
    team = choose_team(snapshot, asker, named_team)
    require_before_end(snapshot.competition)
    if player is not None:
        return LinkForm(snapshot.competition, team, (find_player(snapshot, player, team),))
    unlinked = [member for member in snapshot.roster(team.id) if member.user_id is None]
    if not unlinked:
        raise RuleError(texts.all_linked(team))
    return LinkForm(snapshot.competition, team, tuple(unlinked[:MOST_PER_FORM]))


async def read_links_again(tx: Transaction, asker: Asker, chosen: str | None, named_team: str, ids: str) -> LinkForm:
    """The same players once more, by their ids with `-` between them. Raises a UserError."""
    snapshot = await read_competition(tx, asker, chosen)
    team = choose_team(snapshot, asker, named_team)
    require_before_end(snapshot.competition)
    players = (find_player(snapshot, f"#{player}", team) for player in ids.split("-")[:MOST_PER_FORM])
    return LinkForm(snapshot.competition, team, tuple(dict.fromkeys(players)))


async def link_players(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str, links: Mapping[str, int | None]
) -> Linked:
    """Link players, by their ids as `#<id>`, to accounts or to none.

    Raises a UserError; where an account cannot be taken, it offers the form again.
    """
    snapshot = await change_competition(tx, asker, chosen)
    team = choose_team(snapshot, asker, named_team)
    require_before_end(snapshot.competition)
    changed = [
        (player, user_id)
        for player, user_id in ((find_player(snapshot, text, team), user_id) for text, user_id in links.items())
        if player.user_id != user_id
    ]
    accounts = [user_id for _player, user_id in changed if user_id is not None]
    try:
        if len(set(accounts)) < len(accounts):
            raise RuleError(texts.ONE_ACCOUNT_TWICE)
        await _save(tx, snapshot, changed)
    except (RuleError, Conflict) as error:
        ids = "-".join(str(player.id) for player, _ in changed)
        again = Button(texts.LINK_AGAIN, custom_id(AGAIN, snapshot.competition.id, team.id, ids), "primary")
        raise OfferingConflict(error.sentence, (again,)) from None
    linked = [player.id for player, _ in changed]
    await record_change(tx, asker, snapshot.competition, "player link", team=team.id, players=linked)
    if asker.user_id not in (team.captain_id, *team.co_captain_ids):
        await _tell_linked(tx, asker, snapshot, team, changed)
    unlinked = sum(dict(changed).get(member, member.user_id) is None for member in snapshot.roster(team.id))
    return Linked(snapshot.competition, team, tuple(changed), unlinked)


async def _tell_linked(
    tx: Transaction, asker: Asker, snapshot: Snapshot, team: Team, changed: list[tuple[Player, int | None]]
) -> None:
    """Write to whom a director has linked: team-mates tell each other."""
    competition = snapshot.competition
    for player, user_id in changed:
        if user_id not in (None, asker.user_id):
            note = Message(texts.told_linked(competition, team, player))
            subject = f"linked:{player.id}:{competition.revision}"
            await enqueue_notice(tx, competition.id, subject, note, user_id=user_id)


async def _save(tx: Transaction, snapshot: Snapshot, changed: list[tuple[Player, int | None]]) -> None:
    for player, _ in changed:
        await link_player(tx, player.id, None)
    freed = {player.id for player, _ in changed}
    others = replace(snapshot, players={id_: p for id_, p in snapshot.players.items() if id_ not in freed})
    for player, user_id in changed:
        if user_id is None:
            continue
        await require_free_account(tx, others, user_id)
        try:
            await link_player(tx, player.id, user_id)
        except IntegrityError:
            raise Conflict(texts.LINKED_MEANWHILE) from None
