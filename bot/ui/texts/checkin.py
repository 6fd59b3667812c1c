"""What captains and staff read at check-in. It says who was born early enough, and never when."""

import csv
import html
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import StringIO

from bot.db.snapshot import Competition, Player
from bot.ui.facts.checkin import Missing, SignInSheet, TeamCheckIn
from bot.ui.message import Attachment, Button, Message, Style, custom_id
from bot.ui.names import for_csv, for_prose, for_svg, visible_name
from bot.ui.texts.listing import name_some
from bot.ui.times import show_moment
from core.competition import Kind
from core.eligibility import latest_birth_date

PLAYER, TEAM, MARK, EVERYBODY, NUDGE = "checkin-player", "checkin-team", "checkin-mark", "checkin-all", "checkin-nudge"
PLAYERS_PER_PAGE = 20
LONGEST_LABEL = 80
MOST_NAMED = 40
LONGEST_TEXT = 1900
UNKNOWN_MARK = "This is nothing that is checked here. Open the team again with `/checkin team`."
NOBODY_MISSING = "✅ Everybody is here."
GEAR = "athletic footwear, no jewellery, no hat or bandana"
EXCUSED = "excused"


def not_now(competition: Competition) -> str:
    """The refusal in a state without check-in."""
    return f"{for_prose(competition.name)} is {competition.state}: there is nobody to check in."


def too_early(opens_at: datetime) -> str:
    """The refusal before it is time."""
    return f"Check-in opens {show_moment(opens_at)}. Come back then."


def too_young(player: Player) -> str:
    """The refusal of confirming the age of somebody who is too young."""
    return (
        f"{for_prose(player.name)} is entered with a birth date that is too young, and nothing was noted. Ask a "
        "director, who can make an exception with `/player except`."
    )


def team_shown(view: TeamCheckIn) -> Message:
    """A team with a button for each player."""
    roster = view.snapshot.roster(view.team.id)
    pages = max(1, -(-len(roster) // PLAYERS_PER_PAGE))
    page = min(max(view.page, 1), pages)
    shown = roster[(page - 1) * PLAYERS_PER_PAGE : page * PLAYERS_PER_PAGE]
    here = sum(view.seen(player).is_present for player in roster)
    is_complete = here == len(roster) > 0
    following = "To change something, choose a player:" if is_complete else "Choose a player:"
    lines = [f"**{for_prose(view.team.name)}**: {here} of {len(roster)} here. {following}", *_explain(view)]
    lines += [_captain_has_not_read(view)] if view.unread else []
    lines += [f"{for_prose(player.name)}: {_word_seen(view, player)}" for player in shown]
    ids = view.snapshot.competition.id, view.team.id
    buttons = [
        Button(visible_name(p.name)[:LONGEST_LABEL], custom_id(PLAYER, ids[0], p.id), _style(view, p)) for p in shown
    ]
    if not is_complete:
        buttons.append(Button("Everybody is here", custom_id(EVERYBODY, *ids), "primary"))
    if page > 1:
        buttons.append(Button("Previous page", custom_id(TEAM, *ids, page - 1)))
    if page < pages:
        buttons.append(Button("Next page", custom_id(TEAM, *ids, page + 1)))
    return Message("\n".join(lines), tuple(buttons))


def player_shown(view: TeamCheckIn) -> Message:
    """One player with what can be noted."""
    player = view.player
    if player is None:
        return team_shown(view)
    seen, competition = view.seen(player), view.snapshot.competition
    marks = [("present", seen.is_present, "Here", "Not here")]
    if view.is_staff:
        marks.append(("id", seen.is_id_seen, "ID seen", "ID not seen"))
    if competition.settings.kind is Kind.DODGEBALL:
        marks.append(("gear", seen.has_gear, "Gear is right", "Gear is not right"))
    buttons = [
        Button(no if is_so else yes, custom_id(MARK, competition.id, player.id, mark, int(not is_so)))
        for mark, is_so, yes, no in marks
    ]
    buttons.append(Button("Back to the team", custom_id(TEAM, competition.id, view.team.id, 1)))
    text = f"**{for_prose(player.name)}** ({for_prose(view.team.name)}): {_word_seen(view, player)}"
    return Message("\n".join((text, *_explain(view))), tuple(buttons))


def missing_shown(missing: Missing) -> Message:
    """Who is not there yet, with a button that calls their captains."""
    if not missing.absent:
        return Message("\n".join((NOBODY_MISSING, *_unread_lines(missing))))
    count = sum(len(players) for _team, players in missing.absent)
    lines = [f"Not here yet: {count} in {len(missing.absent)} teams."]
    for team, players in missing.absent:
        lines.append(f"{for_prose(team.name)}: {', '.join(for_prose(player.name) for player in players)}")
    lines += _unread_lines(missing)
    competition = missing.snapshot.competition
    nudge = Button("Call their captains", custom_id(NUDGE, competition.id, competition.revision), "primary")
    return Message("\n".join(lines), (nudge,))


def nudges(missing: Missing) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The notes to the captains, as few as fit, each with whom it mentions."""
    heading = "Not everybody is checked in yet. `/checkin team` checks your team in:"
    lines, mentioned = [heading], list[int]()
    for team, players in missing.absent:
        if team.captain_id is None:
            continue
        line = f"<@{team.captain_id}> {for_prose(team.name)}: {len(players)} not here"
        if len("\n".join((*lines, line))) > LONGEST_TEXT:
            yield "\n".join(lines), tuple(mentioned)
            lines, mentioned = [heading], list[int]()
        lines.append(line)
        mentioned.append(team.captain_id)
    if mentioned:
        yield "\n".join(lines), tuple(mentioned)


def nudged(missing: Missing) -> str:
    """The answer to a call of the captains."""
    called = sum(team.captain_id is not None for team, _players in missing.absent)
    others = [for_prose(team.name) for team, _players in missing.absent if team.captain_id is None]
    said = f"✅ Captains called: {called}." if called else NOBODY_MISSING if not others else "Nobody could be called."
    return f"{said} Tell these in person: {', '.join(others)}." if others else said


def sign_in_sheet(sheet: SignInSheet) -> Message:
    """The list for the desk as a CSV file and as a page to print."""
    rows = list(_rows(sheet))
    table = StringIO()
    csv.writer(table).writerows([[for_csv(cell) for cell in row] for row in rows])
    files = (
        Attachment("sign-in.csv", b"\xef\xbb\xbf" + table.getvalue().encode()),
        Attachment("sign-in.html", _page(sheet, rows).encode()),
    )
    return Message("The sign-in sheet, as a table and as a page to print.", attachments=files)


def _explain(view: TeamCheckIn) -> Iterator[str]:
    settings = view.snapshot.competition.settings
    if view.is_staff:
        yield f"ID: born on or before {latest_birth_date(settings).isoformat()}."
    if settings.kind is Kind.DODGEBALL:
        yield f"Gear: {GEAR}."


def _captain_has_not_read(view: TeamCheckIn) -> str:
    channels = view.snapshot.competition.channels
    return (
        f"⚠️ The captain has not read {_versions(view.unread)} of the rules: read <#{channels.announcements}>, then "
        f"press the button in <#{channels.captains}>."
    )


def _unread_lines(missing: Missing) -> Iterator[str]:
    """Which captains have not read which rules; teams that miss the same versions share a line."""
    if not missing.unread:
        return
    yield "⚠️ Rules not read. Tell these captains, then `/rules told`:"
    for versions in dict.fromkeys(versions for _team, versions in missing.unread):
        names = [team.name for team, unread in missing.unread if unread == versions]
        yield f"{_versions(versions).capitalize()}: {name_some(names, MOST_NAMED)}"


def _versions(versions: Sequence[int]) -> str:
    """`version 2`, or `versions 2 and 3`."""
    *others, last = map(str, versions)
    return f"versions {', '.join(others)} and {last}" if others else f"version {last}"


def _word_seen(view: TeamCheckIn, player: Player) -> str:
    seen = view.seen(player)
    words = ["here" if seen.is_present else "not here"]
    words += ["ID seen"] if seen.is_id_seen else []
    words += ["gear is right"] if seen.has_gear else []
    if reason := view.excused.get(player.id):
        words.append(f"excused from the minimum age: {for_prose(reason)}")
    return ", ".join(words)


def _style(view: TeamCheckIn, player: Player) -> Style:
    return "success" if view.seen(player).is_present else "secondary"


def _rows(sheet: SignInSheet) -> Iterator[list[str]]:
    has_gear = sheet.snapshot.competition.settings.kind is Kind.DODGEBALL
    yield ["Team", "Player", "Here", "ID seen", *(["Gear"] if has_gear else []), "Signature"]
    for team, players in sheet.rosters:
        for player in players:
            seen = sheet.presence.get(player.id)
            marks = (seen.is_present, seen.is_id_seen, seen.has_gear) if seen else (False, False, False)
            words = ["yes" if mark else "" for mark in marks[: 3 if has_gear else 2]]
            if player.id in sheet.excused:
                words[1] = words[1] or EXCUSED
            yield [visible_name(team.name), visible_name(player.name), *words, ""]


def _page(sheet: SignInSheet, rows: list[list[str]]) -> str:
    competition = sheet.snapshot.competition
    head, *body = rows
    title = html.escape(f"{visible_name(competition.name)}: sign-in")
    born = latest_birth_date(competition.settings).isoformat()
    excused = f" {EXCUSED}: a director lets them play." if sheet.excused else ""

    def line(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}><bdi>{for_svg(cell)}</bdi></{tag}>" for cell in cells) + "</tr>"

    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>'
        "body{font:12pt sans-serif}table{border-collapse:collapse;width:100%}"
        "td,th{border:1px solid;padding:6pt;text-align:start}th:last-child{width:35%}tr{break-inside:avoid}"
        f"</style></head><body><h1>{title}</h1><p>ID: born on or before {born}.{excused}</p><table><thead>"
        f"{line(head, 'th')}</thead><tbody>{''.join(line(cells, 'td') for cells in body)}</tbody></table></body></html>"
    )
