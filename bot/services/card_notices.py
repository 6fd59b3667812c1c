"""Who is told what about a card: its keepers, and whoever manages the event."""

from collections.abc import Iterable

from bot.db.engine import Transaction
from bot.db.snapshot import Team
from bot.posts.outbox import enqueue_notice
from bot.services.captain_notices import call_captains
from bot.services.facilitators import managers_of
from bot.ui.card_view import OPEN_RULING, VIEW
from bot.ui.facts.cards import Arrangement, CardView, ScoringSet
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import card_arrangement as arrangement_texts
from bot.ui.texts import cards as texts
from bot.ui.texts.pages import paginate


async def tell_of_dispute(tx: Transaction, view: CardView, before: CardView) -> None:
    """Tell the event manager of all that is newly disputed, and call the keepers once where they differ (G37)."""
    differences, differed = view.comparison.differences, before.comparison.differences
    is_new = differences and differences != differed
    if not is_new and set(view.contradicted) <= set(before.contradicted):
        return
    snapshot, card = view.snapshot, view.card
    competition = snapshot.competition
    subject = f"card:{card.id}:{card.mark}"
    managers = managers_of(snapshot, view.event.key)
    role_id = competition.director_role_id
    see = Button(texts.SEE, custom_id(VIEW, competition.id, card.id))
    rule = Button(texts.RULE, custom_id(OPEN_RULING, competition.id, card.id), "primary")
    message = Message(
        texts.dispute_for_staff(view, managers),
        (rule, see),
        user_mentions=managers or (() if role_id else (competition.created_by,)),
        role_mentions=() if managers or not role_id else (role_id,),
    )
    await enqueue_notice(tx, competition.id, f"{subject}:staff", message, channel_id=competition.channels.staff)
    if differences and not differed:
        keepers = [team for team in (view.team, view.second) if team is not None]
        await call_captains(tx, snapshot, keepers, subject, texts.dispute_for_keepers(view), (see,))


async def tell_of_ruling(tx: Transaction, view: CardView, reason: str) -> None:
    """Call the keepers, who read the ruling and its reason."""
    keepers = [team for team in (view.team, view.second) if team is not None]
    subject = f"card:{view.card.id}:{view.card.mark}"
    await call_captains(tx, view.snapshot, keepers, subject, texts.ruling_for_keepers(view, reason))


async def announce_scoring(tx: Transaction, done: ScoringSet, teams: Iterable[Team]) -> None:
    """Tell the captains whose teams keep cards whether they still do."""
    subject = f"card:scoring:{done.event.key}:{done.snapshot.competition.revision}"
    await call_captains(tx, done.snapshot, teams, subject, arrangement_texts.scoring_announced(done))


async def announce_arrangement(tx: Transaction, done: Arrangement) -> None:
    """Tell captains in their channel who keeps which card."""
    competition, event = done.snapshot.competition, done.event
    subject = f"cards:{event.key}:{competition.revision}"
    for number, page in enumerate(paginate(arrangement_texts.list_keepings(done))):
        await enqueue_notice(
            tx, competition.id, f"{subject}:page:{number}", Message(page), channel_id=competition.channels.captains
        )
    teams = [view.team for view in done.views]
    await call_captains(tx, done.snapshot, teams, subject, arrangement_texts.announced(done))
