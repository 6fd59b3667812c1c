"""The slash commands, one cog per area; each command checks nothing itself but asks a service."""

from typing import TYPE_CHECKING

from bot.cogs import (
    announce,
    appeals,
    audit,
    blinds,
    captain,
    card,
    checkin,
    clock,
    competition,
    conduct,
    desk,
    desk_holdem,
    desk_matches,
    event,
    facilitators,
    fee,
    game_table,
    holdem,
    match,
    notify,
    player,
    privacy,
    roster,
    rules,
    ruling,
    schedule,
    score,
    score_history,
    settings,
    standings,
    stations,
    team,
    team_sheets,
    why,
)
from bot.cogs.help import HelpCog

if TYPE_CHECKING:
    from bot.client import SkipperClient

COGS = (
    announce.AnnounceCog,
    appeals.AppealCog,
    audit.AuditCog,
    blinds.BlindsCog,
    captain.CaptainCog,
    card.CardCog,
    checkin.CheckInCog,
    clock.ClockCog,
    competition.CompetitionCog,
    conduct.ConductCog,
    desk.DeskCog,
    desk_holdem.DeskHoldemCog,
    desk_matches.DeskMatchCog,
    event.EventCog,
    facilitators.FacilitatorCog,
    fee.FeeCog,
    game_table.GameTableCog,
    HelpCog,
    holdem.HoldemCog,
    match.MatchCog,
    notify.NotifyCog,
    player.PlayerCog,
    privacy.PrivacyCog,
    roster.RosterCog,
    rules.RulesCog,
    ruling.RulingCog,
    schedule.ScheduleCog,
    score.ScoreCog,
    score_history.ScoreHistoryCog,
    settings.SettingsCog,
    standings.StandingsCog,
    stations.StationCog,
    team.TeamCog,
    team_sheets.TeamSheetCog,
    why.WhyCog,
)


async def load_cogs(client: "SkipperClient") -> None:
    """Add every cog to the client."""
    for cog in COGS:
        await client.add_cog(cog(client))
