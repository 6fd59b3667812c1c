"""A dodgeball tournament as a table for a spreadsheet and as pages to print."""

from collections.abc import Iterator

from bot.ui.facts.sheet_files import MatchRow, MatchSheet, MatchSheets, MatchTables
from bot.ui.message import Attachment, Message
from bot.ui.names import for_prose, for_svg, visible_name
from bot.ui.texts.sheet_files import isolate, print_page, write_csv
from core.scoring.bracket import Match

NOBODY = "nobody"
NONE_READY = "No match can be played now, so there are no sheets to fill in. `/bracket` shows what is played next."
MOST_GAMES = 3
HEADINGS = (
    "Round",
    "Match",
    "Team 1",
    "Team 2",
    *(f"Game {number}" for number in range(1, MOST_GAMES + 1)),
    "Result",
    "Winner",
    "Kind",
)
KINDS = {"double_forfeit": "both forfeited", "void": "not played"}


def match_files(tables: MatchTables) -> tuple[Attachment, ...]:
    """All matches and the places as tables, and both as a page to print."""
    title = visible_name(tables.snapshot.competition.name)
    return (
        Attachment("matches.csv", write_csv([HEADINGS, *map(_cells, tables.matches)])),
        Attachment("places.csv", write_csv([("Place", "Team"), *tables.places])),
        Attachment("results.html", print_page(title, _sections(tables))),
    )


def blank_matches(blank: MatchSheets) -> Message:
    """Sheets to print for the matches that can be played now."""
    competition = blank.snapshot.competition.name
    page = print_page(f"{visible_name(competition)}: match sheets", map(_blank_section, blank.sheets))
    text = (
        f"Match sheets of **{for_prose(competition)}**: a page to print. Staff enter the results with `/match result`, "
        "under the titles on the sheets."
    )
    return Message(text, attachments=(Attachment("match-sheets.html", page),))


def name_kind(match: Match) -> str:
    """How a match ended: `played`, `forfeit`, `walkover`; or whether it can be played now."""
    if match.how is None:
        return "ready" if match.is_ready else "to come"
    return KINDS.get(match.how, match.how)


def name_place(first: int, last: int) -> str:
    """`5 to 8` where four share it; a spreadsheet takes `5-8` for a date."""
    return str(first) if first == last else f"{first} to {last}"


def name_score(score: tuple[int, int]) -> str:
    """`2 to 1`, the winner's games first; a spreadsheet takes `2-1` for a date, and `2:1` for a time."""
    return f"{score[0]} to {score[1]}"


def _blank_section(sheet: MatchSheet) -> str:
    games = [f"Game {number}" for number in range(1, MOST_GAMES + 1)]
    head = "".join(f"<th>{heading}</th>" for heading in ("Overtime", "Left on court"))
    names = " / ".join(isolate(name) for name, _ in sheet.teams)
    rows = "".join(f"<tr><td>{game}: {names}</td><td></td><td></td></tr>" for game in games)
    rosters = "".join(f"<p>{isolate(name)}: {', '.join(map(isolate, players))}</p>" for name, players in sheet.teams)
    return (
        f"<section><h2>{isolate(sheet.title)}</h2>{rosters}"
        "<p>Circle the winner of each game. Two games win the match; a third is played after 1-1 alone.</p>"
        f'<table class="blank"><thead><tr><th class="name">Winner</th>{head}</tr></thead><tbody>{rows}</tbody></table>'
        '<div class="signed"><span>Referee</span><span>Captain</span><span>Captain</span></div></section>'
    )


def _cells(row: MatchRow) -> list[str]:
    games = [*row.games, *[""] * (MOST_GAMES - len(row.games))]
    return [row.round, row.title, *row.teams, *games, row.result, row.winner, row.kind]


def _sections(tables: MatchTables) -> Iterator[str]:
    yield _section("Matches", HEADINGS[1:], [_cells(row)[1:] for row in tables.matches])
    if tables.places:
        yield _section("Places", ("Place", "Team"), [list(row) for row in tables.places])


def _section(title: str, headings: tuple[str, ...], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{for_svg(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{isolate(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<section class="list"><h2>{for_svg(title)}</h2><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></section>"
    )
