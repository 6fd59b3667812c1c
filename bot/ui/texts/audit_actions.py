"""What each action of the ledger is called, as the rest of a sentence that begins with whoever did it.

The names in braces are the facts of the row (`bot/ui/texts/audit_words.py` has their words); where a fact may be
missing, or decides what is said, the action has a function instead.
"""

from collections.abc import Callable, Mapping
from typing import Any

from bot.ui.texts.audit_words import Words

Facts = Mapping[str, Any]
Sentence = str | Callable[[Words, Facts], str]


def _channels(_words: Words, facts: Facts) -> str:
    return "chose other channels: " + ", ".join(f"{name} <#{id_}>" for name, id_ in facts.items())


def _schedule(words: Words, facts: Facts) -> str:
    times = ", ".join(f"{name.replace('_', ' ')} {words.plain(at)}" for name, at in facts.items())
    return f"set the schedule{': ' + times if times else ''}"


def _settings(words: Words, facts: Facts) -> str:
    def say(name: str, value: Any) -> str:
        if name == "fee_cents":
            return f"fee {words.money(value)}"
        return f"{name.replace('_', ' ')} {'none' if value is None else value}"

    return f"changed the settings: {', '.join(say(name, value) for name, value in facts.items())}"


def _with_status(sentence: str) -> Sentence:
    def say(words: Words, facts: Facts) -> str:
        named = {name: words.fact(name, value) for name, value in facts.items()}
        status = f" (now {facts['status']})" if facts.get("status") else ""
        return sentence.format(**named) + status

    return say


def _check_in(words: Words, facts: Facts) -> str:
    if "player" not in facts:
        return f"checked in all of {words.team(facts['team'])}"
    is_so = "" if facts["is_so"] else "not "
    return f"noted at check-in that {words.player(facts['player'])} is {is_so}{MARKS.get(facts['mark'], facts['mark'])}"


def _follow(words: Words, facts: Facts) -> str:
    team, captain = words.team(facts["team"]), words.account(facts["captain"])
    if facts["user"] is None:
        return f"left {team} without a captain, since {captain} is ejected"
    return f"let {words.account(facts['user'])} follow {captain}, who is ejected, as captain of {team}"


def _roster(words: Words, facts: Facts) -> str:
    moves = [("added", facts.get("joined")), ("took out", facts.get("left"))]
    moved = " and ".join(f"{verb} {words.player(id_)}" for verb, id_ in moves if id_ is not None)
    return f"{moved or 'changed the roster'} in {words.team(facts['team'])}"


def _about(sentence: str, otherwise: str) -> Sentence:
    """A sentence for a row that names a player, and one for a row that does not."""

    def say(words: Words, facts: Facts) -> str:
        if facts.get("player") is None:
            return otherwise
        return sentence.format(player=words.player(facts["player"]))

    return say


def _moves(words: Words, facts: Facts) -> str:
    moved = zip(facts["players"], facts["tables"], strict=True)
    whom = ", ".join(f"{words.player(id_)} to table {table}" for id_, table in moved)
    return f"moved {whom} in Texas Hold'em, {'as proposed' if facts['is_proposed'] else 'by their own choice'}"


def _at_table(words: Words, facts: Facts) -> str:
    """`noted at the table of SF-1, game 2: out, Ann, hit`"""
    named = [words.fact(name, facts[name]) for name in ("player", "team", "reason") if facts.get(name) is not None]
    seed = [f"seed {facts['seed']}"] if facts.get("seed") else []
    return f"noted at the table of {facts['match']}, game {facts['game']}: {', '.join([facts['kind'], *named, *seed])}"


SCORING = {True: "let machines score {}", False: "let captains write the cards of {}"}
MARKS = {"present": "here", "id": "somebody whose ID was seen", "gear": "wearing the right gear"}

SENTENCES: Mapping[str, Sentence] = {
    "age exception": _about("let {player} play in spite of the age", "made an exception from the age"),
    "announce": "accepted announcement #{announcement}",
    "announce cancel": "cancelled announcement #{announcement}",
    "announce edit": "changed announcement #{announcement}",
    "ban": _about("banned {player}", "banned an account"),
    "ban lift": "lifted {ban}",
    "blinds change": lambda words, facts: (
        f"changed level {facts['level']} of the blinds: {facts['small']}/{facts['big']}"
        + (f", {facts['minutes']} min" if facts.get("minutes") else "")
    ),
    "blinds pause": "stopped the clock of the blinds for a break or dispute",
    "blinds resume": "let the clock of the blinds go on",
    "blinds start": "started the clock of the blinds",
    "blinds stop": "ended the clock of the blinds",
    "bracket draw": "drew the bracket (seed {seed}): {teams}",
    "captain claim": "became captain of {team} by a code",
    "captain code": "made a code for the captain of {team}",
    "captain follow": _follow,
    "captain hand back": "handed {team} back to {captain}",
    "captain hand over": "handed {team} over to {captain}",
    "captain return": "let {captain} lead {team} again",
    "captains nudge": "called the captains of {teams} to check-in",
    "captains replace": "let others follow departed captains in {teams}",
    "card accept": "let a card of {team} count: {sheets}",
    "card lanes": "said which teams keep each other's cards: {teams}",
    "card pairs": "said which teams keep each other's cards: {teams}",
    "card rule": "ruled on a card of {team}: {sheets}",
    "card scoring": lambda words, facts: SCORING[facts["is_automatic"]].format(words.event(facts["event"])),
    "card write": "wrote on a card of {team}",
    "check in": _check_in,
    "clock forfeit": "recorded that {team} forfeited round {round} of {event}, being late",
    "clock start": "announced when round {round} of {event} begins: {starts_at}",
    "co-captain dismiss": "dismissed {user} as co-captain of {team}",
    "co-captain name": "made {user} co-captain of {team}",
    "competition archive": "archived the competition",
    "competition cancel": "cancelled the competition",
    "competition channels": _channels,
    "competition close registration": "closed the registration",
    "competition create": "created the competition",
    "competition expire": "archived the competition, as its time was over",
    "competition finish": "finished the competition",
    "competition move": "moved the competition to {first_day} until {last_day} ({time_zone})",
    "competition open registration": "opened the registration",
    "competition resume": "took the competition up again",
    "competition start": "started the competition",
    "conduct appeal": "appealed against {offence}",
    "conduct appeal denied": "denied the appeal against {offence}",
    "conduct confirmed": "confirmed the team ejection after {offence}",
    "conduct declined": "declined the team ejection after {offence}",
    "conduct lift": "lifted {offence}",
    "conduct record": "recorded {offence}: {kind}",
    "director call": "called a director to the desk",
    "event cancel": "cancelled {event}",
    "event close": "closed {event}",
    "event facilitator add": "let {user} score {event}",
    "event facilitator remove": "no longer lets {user} score {event}",
    "event reopen": "opened {event} again",
    "event restore": "let {event} count again",
    "event stroke-index": "entered how hard each hole of the course is",
    "invitation decline": "declined the invitation to {team}",
    "invitation withdraw": "took back the invitation of {users} to {team}",
    "invite": "invited {users} to {team}",
    "match result": lambda words, facts: words.match_entered(facts["result"]),
    "match table": _at_table,
    "match undo": lambda words, facts: f"took a match back: {words.match_before(facts['result'])}",
    "payment": _with_status("recorded {cents} paid by {team}"),
    "place take": _with_status("took the free place for {team}"),
    "player link": "linked {players} of {team} with accounts",
    "privacy delete": _about("erased what was kept about {player}", "erased what was kept about themselves"),
    "refund": _with_status("recorded {cents} paid back to {team}"),
    "roster change": _roster,
    "roster import": "registered {teams} from a file",
    "rules amend": "amended the rules: version {version}",
    "rules read": "read version {version} of the rules for {team}",
    "rules told": "told the captain of {team} of version {version} of the rules",
    "ruling add": "made ruling {number}",
    "schedule set": _schedule,
    "score correct": "corrected {sheet}",
    "score holdem": lambda words, facts: f"changed the order of Texas Hold'em: {words.order_of(facts['sheet'])}",
    "score import": "brought in from a file: {sheets}",
    "score submit": "entered {sheet}",
    "score team-sheet": "entered the sheet of {team}: {sheets}",
    "score undo": lambda words, facts: (
        "took back "
        + (words.sheets_taken_back(facts["sheets"]) if "sheets" in facts else words.sheet_taken_back(facts["sheet"]))
    ),
    "seats draw": "drew the seats of {event} for {drawn} players (seed {seed})",
    "seats move": _moves,
    "settings set": _settings,
    "station open": "began a round of {player} in {event}",
    "team leave": "took {player} out of {team}",
    "team register": _with_status("registered {team}"),
    "team withdraw": "withdrew {team}",
    "timer start": "started a clock in {event}",
    "timer stop": "stopped a clock in {event}",
}


def describe_action(words: Words, action: str, facts: Facts) -> str:
    """What was done, as the rest of a sentence; an action without a sentence is shown as it is recorded."""
    sentence = SENTENCES.get(action, "did “{action}”")
    if callable(sentence):
        return sentence(words, facts)
    return sentence.format(action=action, **{name: words.fact(name, value) for name, value in facts.items()})
