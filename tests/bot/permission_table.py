"""Who may use each command and each button, select or form: what is promised, apart from the code that keeps it.

A command or route that is missing here fails `test_permissions.py`.
"""

# A group and its commands, or a command that belongs to none.
COMMANDS = {
    "anybody": """
        blinds: show
        bracket
        captain: claim
        card: show
        clock: show
        competition: show
        help
        holdem: button, room, seat
        notify
        privacy: delete, show
        rules: show
        ruling: list
        schedule: show
        settings: show
        standings
        team: leave, list, register, show, start
        why
    """,
    "captain": """
        appeal: submit
        captain: appoint, dismiss, handover
        card: enter, view
        checkin: team
        player: invite, link
        team: add, mine, place, remove, swap, withdraw
    """,
    "staff": """
        audit
        blinds: pause, resume, start
        captain: check, code
        card: rule
        checkin: missing, sheet
        clock: late, start
        conduct: eject, history, warn
        event: close, sheets
        desk: show, timer
        facilitator: list
        holdem: move
        match: forfeit, history, result, table
        roster: export
        rules: told
        score: bags, basketball, bowling, correct, derby, golf, history, undo
        score: holdem, holdem-back, holdem-correct, holdem-late
    """,
    "director": """
        announce: cancel, edit, list, new, report
        appeal: decide
        blinds: change, stop
        card: lanes, pairs, scoring
        competition: archive, cancel, channels, check, close, create, finish, move, open, resume, start
        conduct: lift, team-eject
        event: cancel, export, import, reopen, restore, stroke-index
        facilitator: add, remove
        fee: list, record, refund
        holdem: draw
        match: correct, draw, undo
        player: ban, except, unban
        roster: import
        rules: amend, receipts, upload
        ruling: add
        schedule: set
        settings: set
    """,
}

# Options that only some may fill in, whoever may use the command without them.
OPTIONS = {
    "team register captain_name": "staff",
    "team start captain_name": "staff",
    "privacy show player": "director",
    "privacy delete player": "director",
    "roster export birth_dates": "director",
}

# Who may, whether it is a form, and what follows the name in a custom_id.
ROUTES = {
    "help-run": ("anybody", "button", "competition command"),
    "holdem-deal": ("anybody", "button", "competition table"),
    "holdem-dealt": ("anybody", "form", "competition table"),
    "card-again": ("anybody", "button", "competition draft"),
    "invited": ("anybody", "button", "competition invitation"),
    "invited-decline": ("anybody", "button", "competition invitation"),
    "invited-join": ("anybody", "form", "competition invitation"),
    "privacy-delete": ("anybody", "button", ""),
    "register": ("anybody", "form", "competition"),
    "register-again": ("anybody", "button", "competition"),
    "rules-page": ("anybody", "button", "competition section page"),
    "standings": ("anybody", "button", "competition event list page"),
    "why": ("anybody", "button", "competition team player page"),
    "teams": ("anybody", "button", "competition page"),
    "card-enter": ("captain", "form", "competition card author"),
    "card-view": ("captain", "button", "competition card"),
    "card-write": ("captain", "button", "competition card author"),
    "captain-decline": ("captain", "button", "competition team previous"),
    "checkin-all": ("captain", "button", "competition team"),
    "checkin-mark": ("captain", "button", "competition player mark yes"),
    "checkin-player": ("captain", "button", "competition player"),
    "checkin-team": ("captain", "button", "competition team page"),
    "co-captain-decline": ("captain", "button", "competition team"),
    "invited-back": ("captain", "button", "competition team invitation"),
    "link": ("captain", "form", "competition team"),
    "link-again": ("captain", "button", "competition team players"),
    "link-more": ("captain", "button", "competition team"),
    "place-take": ("captain", "button", "competition team"),
    "rules-read": ("captain", "button", "competition version"),
    "team-withdraw": ("captain", "button", "competition team"),
    "team-withdraw-now": ("captain", "button", "competition team status"),
    "audit": ("staff", "button", "competition page player team event by since until"),
    "blinds-press": ("staff", "button", "competition press mark"),
    "card-rule": ("staff", "form", "competition card mark"),
    "card-rule-again": ("staff", "button", "competition draft"),
    "card-rule-open": ("staff", "button", "competition card"),
    "checkin-nudge": ("staff", "button", "competition list"),
    "clock-forfeit": ("staff", "button", "competition draft"),
    "conduct-record": ("staff", "button", "competition draft"),
    "correction-confirm": ("staff", "button", "competition draft"),
    "score-history": ("staff", "button", "competition event player team page"),
    "event-close": ("staff", "button", "competition draft"),
    "match-belated": ("staff", "button", "competition draft"),
    "score-confirm": ("staff", "button", "competition draft"),
    "score-propose": ("staff", "button", "competition event entrant round"),
    "score-proposed": ("staff", "form", "competition event entrant round"),
    "score-undo": ("staff", "button", "competition sheet"),
    "holdem-by": ("staff", "button", "competition player sheet"),
    "holdem-moved": ("staff", "button", "competition sheet moves"),
    "desk-call": ("staff", "button", "competition"),
    "desk-called": ("staff", "form", "competition"),
    "desk-event": ("staff", "button", "competition purpose event"),
    "desk-match": ("staff", "button", "competition"),
    "desk-match-enter": ("staff", "button", "competition match games"),
    "desk-match-of": ("staff", "button", "competition"),
    "desk-match-won": ("staff", "button", "competition match games"),
    "desk-next": ("staff", "button", "competition event team"),
    "desk-open": ("staff", "button", "competition purpose"),
    "desk-out": ("staff", "button", "competition menu"),
    "desk-page": ("staff", "button", "competition purpose event page"),
    "desk-pitch": ("staff", "button", "competition event player round pitcher"),
    "desk-player": ("staff", "button", "competition purpose event player round"),
    "desk-round": ("staff", "form", "competition event entrant round"),
    "desk-round-fix": ("staff", "button", "competition draft"),
    "desk-sheet": ("staff", "button", "competition event team"),
    "desk-sheet-confirm": ("staff", "button", "competition draft"),
    "desk-sheet-fix": ("staff", "button", "competition draft"),
    "desk-sheet-typed": ("staff", "form", "competition event team"),
    "desk-station": ("staff", "button", "competition event player round"),
    "desk-team": ("staff", "button", "competition purpose event menu"),
    "desk-undo": ("staff", "button", "competition"),
    "table-enter": ("staff", "button", "competition match mark"),
    "table-line-up": ("staff", "button", "competition match mark team"),
    "table-note": ("staff", "button", "competition match mark kind value"),
    "table-open": ("staff", "button", "competition match"),
    "table-out": ("staff", "button", "competition match mark player"),
    "timer-start": ("staff", "button", "competition event player round"),
    "timer-stop": ("staff", "button", "competition timer"),
    "announce-change": ("director", "button", "competition draft"),
    "announce-confirm": ("director", "button", "competition draft"),
    "announce-edit": ("director", "form", "competition announcement mark"),
    "announce-write": ("director", "form", "competition audience team due late"),
    "card-arrange": ("director", "form", "competition event"),
    "holdem-draw": ("director", "button", "competition draft"),
    "card-arrange-again": ("director", "button", "competition draft"),
    "card-arrange-confirm": ("director", "button", "competition draft"),
    "appeal-decide": ("director", "button", "competition offence verdict"),
    "appeal-verdict": ("director", "form", "competition offence verdict"),
    "competition-confirm": ("director", "button", "competition draft"),
    "match-confirm": ("director", "button", "competition draft"),
    "match-draw": ("director", "button", "competition draft"),
    "event-cancel": ("director", "button", "competition draft"),
    "event-stroke-index": ("director", "button", "competition draft"),
    "conduct-decide": ("director", "button", "competition offence decision"),
    "import-confirm": ("director", "button", "competition draft"),
    "import-reason": ("director", "form", "competition draft"),
    "import-replace": ("director", "button", "competition draft"),
    "privacy-delete-player": ("director", "button", "competition player"),
    "roster-confirm": ("director", "button", "competition file"),
    "rules-again": ("director", "button", "competition draft"),
    "rules-amend": ("director", "form", "competition section version"),
    "rules-confirm": ("director", "button", "competition draft"),
    "rules-open": ("director", "button", "competition section"),
    "rules-remind": ("director", "button", "competition version press"),
}

DODGEBALL = ("match", "bracket")  # the commands that belong to the other kind of competition
WITHOUT_COMPETITION = ("competition create", "notify", "privacy delete", "privacy show", "privacy-delete")
STAFF_TOO = ("checkin", "card view")  # beginnings of what staff do for any team, like its captain
OF_OWN_TEAM = ("team mine", "rules-read")  # the captain of any team may, for that team

DIRECTORS_ONLY = r"Only a director can do this: somebody who may manage this server|Only somebody who may manage this"
STAFF_ONLY = r"Only a facilitator \(the role @Facilitator\) or a director can do this"
CAPTAINS_ONLY = (
    r"Only the captain of .+ can do this|Only the captains of registered teams|You are not the captain of a team here"
    r"|You play for .+, and its captain reads what it still needs"
)
SERVER_ONLY = r"Please use this in the server of your tournament"
NOT_HERE = r"There is no competition .+ in this server|Skipper cannot use .+ here"
# What is named is looked for first; that it is not there tells nothing.
NOTHING_THERE = r"There is no (team|player|such version|such offence|such card)"
NO_SUCH_FORM = r"Skipper has no such command, button or form"  # a button that is sent as a form, or the reverse
REFUSALS = {
    "director": DIRECTORS_ONLY,
    "staff": STAFF_ONLY,
    "captain": f"{CAPTAINS_ONLY}|{NOTHING_THERE}",
}

# Where a state moves the right to somebody else.
EXCEPTIONS = {
    ("score correct", "facilitator", "finished"): DIRECTORS_ONLY,
    ("score holdem-correct", "facilitator", "finished"): DIRECTORS_ONLY,
}


def read_commands() -> dict[str, str]:
    """Who may, by a command's name."""
    found: dict[str, str] = {}
    for who, lines in COMMANDS.items():
        for group, _, names in (line.strip().partition(": ") for line in lines.strip().splitlines()):
            found |= {f"{group} {name}".strip(): who for name in names.split(", ")}
    return found


def find_refusal(name: str, who: str, role: str, state: str, *, names_team: bool) -> str | None:
    """How it must be refused, as the beginning of the sentence; empty if it must not, None where both can be right."""
    if role == "in direct messages":
        return SERVER_ONLY
    if role == "foreign administrator":
        return "" if name in WITHOUT_COMPETITION else NOT_HERE
    if (name, role, state) in EXCEPTIONS:
        return EXCEPTIONS[name, role, state]
    may = {"anybody": True, "staff": role in ("facilitator", "director"), "director": role == "director"}
    if who != "captain":
        return "" if may[who] else REFUSALS[who]
    if state == "draft":
        return None  # nobody has a team yet
    if role == "other captain" and name in OF_OWN_TEAM:
        return ""
    if role == "director" or (role == "facilitator" and name.startswith(STAFF_TOO)):
        return "" if names_team else None
    return "" if role == "captain" else REFUSALS[who]
