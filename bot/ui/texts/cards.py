"""Cards that two keepers write: what was understood, where two differ, and who may do what."""

from collections.abc import Iterable, Mapping, Sequence

from bot.db.cards import Author
from bot.db.snapshot import SheetKey, Team
from bot.ui.facts.cards import CardForm, CardSeen, CardState, CardUnread, CardView, CardWritten
from bot.ui.names import for_prose, mention_account
from bot.ui.texts.access import mention_director
from bot.ui.texts.listing import count
from bot.ui.texts.scores import end_sentence
from bot.ui.times import show_time
from core.scoring.games import Round
from core.scoring.notation import count_units

LABEL_MAX_CHARACTERS, BUTTON_MAX_CHARACTERS = 45, 80
REASON_MAX_CHARACTERS = 500
NOT_TAKEN = "–"
AGREED_REASON = "both cards agree"
SEE, WRITE, WRITE_NOW, RULE, MEND = "See the card", "Write it again", "Write it", "Rule on it", "Mend it"
PLAYERS_LABEL, HOLES_LABEL = "One player a line", "Strokes, hole 1 to 18"
PLAYERS_HINT = "Name: game 1 game 2, like Ann: 120 131. A - stands for a game not bowled (yet)."
HOLES_HINT = "18 numbers in order, like 4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"
VERDICT_LABEL, REASON_LABEL, TYPED_LABEL = "What counts", "Why (its keepers read it)", "The card, if neither is right"
TYPED_OPTION = "What I type below"
KEEPERS = {Author.OWN.value: "The team itself", Author.SECOND.value: "The other keeper"}


def no_more_changes(view: CardView) -> str:
    """The refusal to write on a card that is done."""
    done = "was ruled on" if view.state is CardState.RULED else "counts already"
    return (
        f"The {view.event.title} card of {for_prose(view.team.name)} {done}: {_sum_up(view)}. If it is wrong, call the "
        "event manager."
    )


def no_more_rulings(view: CardView) -> str:
    """The refusal to rule on a card that is done."""
    return (
        f"Every score on the {view.event.title} card of {for_prose(view.team.name)} counts already: {_sum_up(view)}. "
        "If one is wrong, use `/score correct`."
    )


def moved_meanwhile(view: CardView) -> str:
    """The refusal of a ruling on what has changed."""
    return (
        f"Somebody wrote on the card of {for_prose(view.team.name)} while you decided, so nothing was ruled. "
        f"This is it now:\n{_describe(view)}\nUse `/card rule` if it still needs you."
    )


def nothing_to_take(view: CardView, author: Author) -> str:
    """The refusal to let a card count that nobody wrote."""
    return f"{_name_keeper(view, author)} has not written this card. Choose another, or type what counts."


def unread(found: CardUnread) -> str:
    """The answer to a card that cannot be read."""
    whose = for_prose(found.view.team.name)
    first = f"The card of {whose} was not entered. What you typed is kept: press **{MEND}**."
    return "\n".join((first, *found.faults))


def written(done: CardWritten) -> str:
    """The answer to a keeper: what was understood, and what it leads to."""
    view = done.view
    head = f"**{view.event.title} card of {for_prose(view.team.name)}**, kept by {_name_keeper(view, done.author)}:"
    lines = [head, *_list_rounds(view, done.written), *_list_doubts(view, done.written), *_list_overruled(done)]
    missing = f" Still missing: {_list_missing(view)}." if len(view.counting) < len(view.lines) else ""
    if done.accepted:
        lines.append(f"✅ Both cards agree, so it counts.{missing}")
    elif view.comparison.differences:
        lines += [
            f"⚠️ It differs from the card of {_name_keeper(view, _other(done.author))}, so neither counts yet:",
            *_list_differences(view),
            "Look together. Whoever is wrong writes it again, or the event manager rules: they are told.",
        ]
    elif missing:
        lines.append(f"Kept. It counts once both cards are in.{missing}")
    if view.contradicted:
        lines += [*_list_contradicted(view), "So it is disputed. The event manager is told, and rules."]
    return "\n".join(lines)


def seen(found: CardSeen) -> str:
    """A card as its keepers and staff see it."""
    view = found.view
    head = f"**{view.event.title} card of {for_prose(view.team.name)}** ({name_state(view)})"
    return f"{head}\n{_describe(view)}"


def ruled(done: CardWritten) -> str:
    """The answer to the event manager."""
    head = f"Ruled. This counts for {for_prose(done.view.team.name)}:"
    told = "The team is told" if done.view.second is None else "Both teams are told"
    lines = [head, *_list_rounds(done.view, done.view.counting), f"{told}, with your reason."]
    return "\n".join(lines)


def ruling_for_keepers(view: CardView, reason: str) -> str:
    """What its keepers read about a ruling."""
    lines = [
        f"The manager of {view.event.title} ruled on the card of {for_prose(view.team.name)}. This counts:",
        *_list_rounds(view, view.counting),
        f"Reason: {for_prose(reason)}",
    ]
    return "\n".join(lines)


def dispute_for_keepers(view: CardView) -> str:
    """What its keepers read about a dispute."""
    places = count(len(view.comparison.differences), "place")
    if view.second is None:
        return (
            f"The {view.event.title} card of {for_prose(view.team.name)} and the one that the event manager kept "
            f"differ in {places}. Neither counts yet. Look again: if you were wrong, write it again; else the event "
            "manager rules."
        )
    return (
        f"The two {view.event.title} cards of {for_prose(view.team.name)}, its own and the one of {name_second(view)}, "
        f"differ in {places}. Neither counts yet. Look at both together: whoever is "
        "wrong writes it again. If you cannot agree, the event manager rules."
    )


def dispute_for_staff(view: CardView, managers: Sequence[int]) -> str:
    """What the event manager reads about a dispute."""
    mentions = " ".join(f"<@{user_id}>" for user_id in managers) or mention_director(view.snapshot.competition)
    lines = [
        f"{mentions} The {view.event.title} card of {for_prose(view.team.name)} is disputed."
        + (f" Its own · {name_second(view)}:" if view.comparison.differences else ""),
        *_list_differences(view),
        *_list_contradicted(view),
        *_list_doubted(view),
        *(f"{for_prose(t.name)} has no captain with an account: tell them in person." for t in _without_account(view)),
        "The keepers may still agree; else rule on it, with a reason."
        if view.comparison.differences
        else "Rule on it, with a reason.",
    ]
    return "\n".join(lines)


def form_title(form: CardForm) -> str:
    """The heading of the form, which Discord cuts nowhere."""
    return cut(f"Card of {form.view.team.name}")


def option_for(view: CardView, author: Author) -> str:
    """A choice of the ruling's form."""
    return f"Card of {view.team.name} itself" if author is Author.OWN else f"Card of {_plain_second(view)}"


def write_as(view: CardView, author: Author, is_one_of_two: bool) -> str:
    """The label of the button that opens a keeper's form."""
    whose = view.team.name if author is Author.OWN else _plain_second(view)
    return cut(f"Write for {whose}", BUTTON_MAX_CHARACTERS) if is_one_of_two else WRITE_NOW


def cut(text: str, longest: int = LABEL_MAX_CHARACTERS) -> str:
    """A text that a form's heading or choice can hold."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def name_state(view: CardView) -> str:
    """How far a card has come, in few words."""
    match view.state:
        case CardState.OUT:
            return "out"
        case CardState.COUNTS:
            return "counts"
        case CardState.RULED:
            return "ruled on"
        case CardState.DISPUTED:
            return "disputed"
        case CardState.EMPTY:
            return "nothing written yet"
        case CardState.WAITING:
            return f"waits for {_list_missing(view)}"


def _describe(view: CardView) -> str:
    lines: list[str] = []
    if view.counting:
        lines += ["Counts:", *_list_rounds(view, view.counting)]
    for author in (Author.OWN, Author.SECOND):
        if author in view.written and view.state is not CardState.COUNTS:
            revision = view.card.newest[author]
            when = f"{mention_account(revision.written_by)}, {show_time(revision.written_at)}"
            lines += [f"{_name_keeper(view, author)}, by {when}:", *_list_rounds(view, view.written[author])]
    if view.state is CardState.DISPUTED and view.comparison.differences:
        lines += [f"They differ (its own · {name_second(view)}):", *_list_differences(view)]
    lines += _list_contradicted(view)
    return "\n".join(lines) or "Nobody has written on it yet."


def _list_rounds(view: CardView, rounds: Mapping[SheetKey, Round]) -> list[str]:
    """What stands on a card: a line a player, or the strokes hole by hole, with the total."""
    if view.event.scored == "team":
        return [f"`{view.event.entry.show(taken)}` = {taken.points}" for taken in rounds.values()]
    players = dict.fromkeys(line.player_id or 0 for line in view.lines)
    shown: list[str] = []
    for player_id in players:
        lines = [line for line in view.lines if line.player_id == player_id]
        taken = [rounds.get(line) for line in lines]
        scores = ", ".join(NOT_TAKEN if one is None else str(one.points) for one in taken)
        total = sum(one.points for one in taken if one is not None)
        shown.append(f"{for_prose(view.snapshot.players[player_id].name)}: {scores} = {total}")
    return shown


def _list_differences(view: CardView) -> list[str]:
    return [
        f"{_name_line(view, each.line, each.label)}: **{each.first} · {each.second}**"
        for each in view.comparison.differences
    ]


def _list_overruled(done: CardWritten) -> Iterable[str]:
    for key in done.overruled:
        counts = done.view.counting[key].points
        yield f"{_name_line(done.view, key, None)}: you wrote {done.written[key].points}, but {counts} counts."


def _list_doubts(view: CardView, written: Mapping[SheetKey, Round]) -> Iterable[str]:
    """What is possible but implausible (ruling 115)."""
    doubts = ((key, view.event.entry.find_doubt(taken)) for key, taken in written.items())
    return (f"⚠️ {_name_line(view, key, None)}: {end_sentence(doubt)}" for key, doubt in doubts if doubt is not None)


def _list_doubted(view: CardView) -> Iterable[str]:
    """The doubts about what either keeper wrote, each once."""
    keepers = (view.written.get(author, {}) for author in (Author.OWN, Author.SECOND))
    return dict.fromkeys(line for written in keepers for line in _list_doubts(view, written))


def _list_contradicted(view: CardView) -> Iterable[str]:
    """`⚠️ Ann, game 1: both cards say 111, but 150 counts, which @Flo entered before.`"""
    for key in view.contradicted:
        says, counts = view.written[Author.OWN][key].points, view.counting[key].points
        who = mention_account(view.snapshot.sheets[key].submitted_by)
        lead = f"⚠️ {_name_line(view, key, None)}: both cards say {says}"
        yield f"{lead}, but {counts} counts, which {who} entered before."


def _list_missing(view: CardView) -> str:
    """Whose cards lack how many rounds."""
    lacking = ((Author.OWN, view.comparison.lacking_first), (Author.SECOND, view.comparison.lacking_second))
    parts = [
        f"{_name_keeper(view, author)} ({count(len(lines), view.event.entry.round_name)})"
        for author, lines in lacking
        if lines
    ]
    return " and ".join(parts) or "staff, who took a score back"


def _name_line(view: CardView, line: SheetKey, label: str | None) -> str:
    if line.player_id is None:
        return label or "the card"
    noun = view.event.entry.round_name
    return f"{for_prose(view.snapshot.players[line.player_id].name)}, {noun} {line.round}"


def _sum_up(view: CardView) -> str:
    return f"{count_units(sum(taken.points for taken in view.counting.values()), view.event.entry.unit)} in all"


def _name_keeper(view: CardView, author: Author) -> str:
    return for_prose(view.team.name) if author is Author.OWN else name_second(view)


def name_second(view: CardView) -> str:
    return "the event manager" if view.second is None else for_prose(view.second.name)


def _plain_second(view: CardView) -> str:
    return "the event manager" if view.second is None else view.second.name


def _other(author: Author) -> Author:
    return Author.SECOND if author is Author.OWN else Author.OWN


def _without_account(view: CardView) -> Iterable[Team]:
    return (team for team in (view.team, view.second) if team is not None and team.captain_id is None)
