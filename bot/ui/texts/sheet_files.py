"""Scores as tables for a spreadsheet and as pages to print: one HTML file each, which needs nothing else."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from bot.ui.facts.sheet_files import BlankSheets, ResultTables, SheetRow, TeamSheet
from bot.ui.message import Attachment, Message
from bot.ui.names import for_csv, for_prose, for_svg, visible_name
from bot.ui.pictures.values import TablePicture
from core.golf import HOLES
from core.score_table import HEADINGS, write_code

MARK = b"\xef\xbb\xbf"
"""Spreadsheets take a file for UTF-8 only if it begins with this."""
NO_TEAMS = "No team takes part yet, so there are no sheets to fill in."
FOR_THE_SCORER = {
    "bowling": "One player bowls a game from its first frame to its last; nobody takes over.",
    "derby": "You alone say what a hit is worth, from 0 to 5. In doubt ask the team that shags the balls.",
    "bags": "You alone say whether a bag lies on the board. Count up first; then the players take the bags back.",
    "basketball": "A judge on the court decides on violations. Two shots running from one spot are not allowed.",
}
"""What is decided at the station, by whom (G34, G55, G56, G78, G79, G98, G100)."""
STYLE = """
@page{margin:12mm}body{font:11pt system-ui,sans-serif;margin:0;color:#000;background:#fff}
h1{font-size:18pt;margin:0 0 2mm}h2{font-size:14pt;margin:0 0 2mm;overflow-wrap:anywhere}p{margin:0 0 3mm}
section{break-inside:avoid;margin:0 0 8mm}section.list{break-inside:auto}section.list+.list{break-before:page}
table{border-collapse:collapse;width:100%;table-layout:auto}thead{display:table-header-group}tr{break-inside:avoid}
td,th{border:1px solid #000;padding:1.5mm 2mm;text-align:start;overflow-wrap:anywhere}
.number{text-align:end;white-space:nowrap;overflow-wrap:normal}.blank{table-layout:fixed}.blank td{height:9mm}
.blank th{overflow-wrap:normal}.blank th.name{width:40%}.blank th.total{width:16mm}
.card th{padding:1.5mm 0;text-align:center}
.code{font:bold 16pt ui-monospace,monospace;float:right;border:2px solid #000;padding:1mm 3mm;margin:0 0 2mm 4mm}
.signed{display:flex;gap:10mm;margin-top:6mm}.signed span{flex:1;border-top:1px solid #000;padding-top:1mm}
"""


def blank_sheets(blank: BlankSheets) -> Message:
    """Sheets to print, and the same as a table to fill in."""
    name = for_prose(blank.snapshot.competition.name)
    files = [Attachment("score-sheets.html", print_page(f"{_title(blank)}: score sheets", _blank_sections(blank)))]
    rest = ""
    if blank.rows:
        files.append(Attachment("score-sheets.csv", _rows_csv(blank.snapshot.competition.id, blank.rows)))
        rest = " Fill in the column Counts of the table; a director brings it in with `/event import`."
    return Message(f"Score sheets of **{name}**: a page to print, and a table.{rest}", attachments=tuple(files))


def result_files(tables: ResultTables) -> tuple[Attachment, ...]:
    """All rounds and all lists as tables, and all lists as a page to print."""
    return (
        Attachment("results.csv", _rows_csv(tables.snapshot.competition.id, tables.rows)),
        Attachment("standings.csv", write_csv(_list_lines(tables.lists))),
        Attachment(
            "results.html", print_page(visible_name(tables.snapshot.competition.name), _list_sections(tables.lists))
        ),
    )


def _title(blank: BlankSheets) -> str:
    return visible_name(blank.snapshot.competition.name)


def _rows_csv(competition_id: int, rows: Iterable[SheetRow]) -> bytes:
    lines: list[list[str]] = [list(HEADINGS)]
    for row in rows:
        total = "" if row.points is None else str(row.points)
        code = write_code(competition_id, row.event.key, row.team.id)
        player = row.player.name if row.player else ""
        lines.append([code, row.event.title, row.team.name, player, str(row.round), row.counts, total])
    return write_csv(lines)


def _list_lines(lists: Sequence[TablePicture]) -> Iterator[list[str]]:
    """Every list one after the other, each under headings of its own."""
    for number, table in enumerate(lists):
        if number:
            yield []
        yield [table.title, table.subtitle]
        yield ["Rank", table.name_heading, *(column.heading for column in table.columns)]
        yield from ([row.rank, row.name, *row.values] for row in table.rows)


def write_csv(lines: Iterable[Sequence[str]]) -> bytes:
    """A table that a spreadsheet opens as it is; no cell is taken for a formula."""
    text = StringIO()
    csv.writer(text).writerows([for_csv(cell) for cell in line] for line in lines)
    return MARK + text.getvalue().encode()


def _blank_sections(blank: BlankSheets) -> Iterator[str]:
    for sheet in blank.sheets:
        code = write_code(blank.snapshot.competition.id, sheet.event.key, sheet.team.id)
        yield (
            f'<section><span class="code">{code}</span>'
            f"<h2>{isolate(sheet.event.title)}: {isolate(sheet.team.name)}</h2>"
            f"<p>{for_svg(_explain(sheet))}</p>{_blank_table(sheet)}"
            '<div class="signed"><span>Scorer</span><span>Captain</span></div></section>'
        )


def _explain(sheet: TeamSheet) -> str:
    if sheet.event.entry is None:
        return "Write down in which place each player goes out; the winner has place 1."
    return " ".join((FOR_THE_SCORER.get(sheet.event.key, ""), f"Write: {sheet.event.entry.example}.")).strip()


def _blank_table(sheet: TeamSheet) -> str:
    event = sheet.event
    if event.scored == "team":
        holes = range(1, HOLES + 1)
        head = "".join(f'<th class="number">{hole}</th>' for hole in holes)
        body = '<td class="hole"></td>' * HOLES
        return f'<table class="blank card"><tr>{head}<th class="total">Total</th></tr><tr>{body}<td></td></tr></table>'
    noun = event.entry.round_name.capitalize() if event.entry else "Place"
    columns = [f"{noun} {number}" for number in range(1, event.rounds + 1)] or [noun]
    columns += ["Total"] if event.entry else []
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(f"<tr><td>{isolate(player.name)}</td>{'<td></td>' * len(columns)}</tr>" for player in sheet.players)
    return (
        f'<table class="blank"><thead><tr><th class="name">Player</th>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


def _list_sections(lists: Sequence[TablePicture]) -> Iterator[str]:
    for table in lists:
        head = "".join(f'<th class="number">{for_svg(column.heading)}</th>' for column in table.columns)
        body = "".join(
            f'<tr><td class="number">{for_svg(row.rank)}</td><td>{isolate(row.name)}</td>'
            + "".join(f'<td class="number">{for_svg(value)}</td>' for value in row.values)
            + "</tr>"
            for row in table.rows
        )
        yield (
            f'<section class="list"><h2>{isolate(table.title)}</h2><p>{isolate(table.subtitle)}</p><table><thead><tr>'
            f'<th class="number">Rank</th><th>{table.name_heading}</th>{head}</tr></thead><tbody>{body}</tbody></table>'
            "</section>"
        )


def print_page(title: str, sections: Iterable[str]) -> bytes:
    """The page is whole in itself, and says so to a browser: it may load nothing and run nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{for_svg(title)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{STYLE}</style></head>'
        f"<body><h1>{isolate(title)}</h1>{''.join(sections)}</body></html>"
    ).encode()


def isolate(text: str) -> str:
    """A name on a page, whose direction leaves the text around it alone."""
    return f"<bdi>{for_svg(visible_name(text) if text else '')}</bdi>"
