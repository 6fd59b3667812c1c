"""Long texts as pages that Discord takes."""

from collections.abc import Iterable

LONGEST_PAGE = 1900  # of Discord's 2,000 characters; the rest is for a line that says which page it is


def paginate(lines: Iterable[str], longest: int = LONGEST_PAGE) -> list[str]:
    """Lines packed into pages, at least one; a line that is longer than a page goes on on the next."""
    pages: list[str] = [""]
    for line in lines:
        for piece in [line[start : start + longest] for start in range(0, len(line), longest)] or [""]:
            longer = f"{pages[-1]}\n{piece}" if pages[-1] else piece
            if len(longer) <= longest:
                pages[-1] = longer
            else:
                pages.append(piece)
    return pages
