"""Who may use each command and each button, select or form: what is promised, apart from the code that keeps it.

A command or route that is missing here fails `test_permissions.py`.
"""

COMMANDS = {
    "anybody": """
        bracket; captain claim; competition show; notify; privacy delete; privacy show; rules show; ruling list;
        standings; team leave; team list; team register; team show; team start
    """,
    "captain": """
        appeal submit; captain appoint; captain dismiss; captain handover; player invite; player link; team add;
        team mine; team place; team remove; team swap; team withdraw
    """,
    "staff": """
        captain check; captain code; conduct eject; conduct history; conduct warn; match forfeit; match result;
        rules told; score bags; score basketball; score bowling; score correct; score derby; score golf; score holdem;
        score holdem-back; score holdem-late; score undo
    """,
    "director": """
        appeal decide; competition archive; competition cancel; competition channels; competition check;
        competition close; competition create; competition finish; competition move; competition open;
        competition resume; competition start; conduct lift; conduct team-eject; event cancel; event export;
        event restore; event stroke-index; match correct; match draw; player ban; player except; player unban;
        rules amend; rules receipts; rules upload; ruling add
    """,
}

# Options that only some may fill in, whoever may use the command without them.
OPTIONS = {
    "team register captain_name": "staff",
    "team start captain_name": "staff",
    "privacy show player": "director",
    "privacy delete player": "director",
}

# Who may, whether it is a form, and what follows the name in a custom_id.
ROUTES = {
    "invited": ("anybody", "button", "competition invitation"),
    "invited-decline": ("anybody", "button", "competition invitation"),
    "invited-join": ("anybody", "form", "competition invitation"),
    "privacy-delete": ("anybody", "button", ""),
    "register": ("anybody", "form", "competition"),
    "register-again": ("anybody", "button", "competition"),
    "rules-page": ("anybody", "button", "competition section page"),
    "teams": ("anybody", "button", "competition page"),
    "link": ("captain", "form", "competition team"),
    "link-more": ("captain", "button", "competition team"),
    "place-take": ("captain", "button", "competition team"),
    "rules-read": ("captain", "button", "competition version"),
    "team-withdraw": ("captain", "button", "competition team"),
    "team-withdraw-now": ("captain", "button", "competition team status"),
    "conduct-record": ("staff", "button", "competition draft"),
    "score-confirm": ("staff", "button", "competition draft"),
    "appeal-decide": ("director", "button", "competition offence verdict"),
    "appeal-verdict": ("director", "form", "competition offence verdict"),
    "conduct-decide": ("director", "button", "competition offence decision"),
    "privacy-delete-player": ("director", "button", "competition player"),
    "rules-amend": ("director", "form", "competition section version"),
    "rules-remind": ("director", "button", "competition version press"),
}

DODGEBALL = ("match", "bracket")  # the commands that belong to the other kind of competition
WITHOUT_COMPETITION = ("competition create", "notify", "privacy delete", "privacy show", "privacy-delete")
OF_OWN_TEAM = ("team mine", "rules-read")  # the captain of any team may, for that team

DIRECTORS_ONLY = r"Only a director can do this: somebody who may manage this server|Only somebody who may manage this"
STAFF_ONLY = r"Only a facilitator \(the role @Facilitator\) or a director can do this"
CAPTAINS_ONLY = (
    r"Only the captain of .+ can do this|Only the captains of registered teams|You are not the captain of a team here"
)
SERVER_ONLY = r"Please use this in the server of your tournament"
NOT_HERE = r"There is no competition .+ in this server|Skipper cannot use .+ here"
NOTHING_THERE = r"There is no (team|such version|such offence)"  # what is named is looked for first; it tells nothing
NO_SUCH_FORM = r"Skipper has no such command, button or form"  # a button that is sent as a form, or the reverse
REFUSALS = {
    "director": DIRECTORS_ONLY,
    "staff": STAFF_ONLY,
    "captain": f"{CAPTAINS_ONLY}|{NOTHING_THERE}",
}

# Where a state moves the right to somebody else.
EXCEPTIONS = {("score correct", "facilitator", "finished"): DIRECTORS_ONLY}


def read_commands() -> dict[str, str]:
    """Who may, by a command's name."""
    return {name.strip(): who for who, names in COMMANDS.items() for name in names.split(";")}


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
    if role == "director":
        return "" if names_team else None
    return "" if role == "captain" else REFUSALS[who]
