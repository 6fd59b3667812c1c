"""What somebody reads who asks what they can do: the next step first, and nothing that they could not do now."""

from collections.abc import Iterable, Iterator, Sequence

from bot.ui.facts.help import Commands, Help, Standing
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose, visible_name
from bot.ui.steps import LABELS, RUN, is_urgent, list_useful, run_button
from bot.ui.texts.teams import list_missing, word_standing
from core.competition import State

NEXT = "**Next:** "
MOST_EXPLAINED, MOST_BUTTONS, LONGEST_LABEL = 3, 5, 80
NO_COMPETITION = "There is no competition in this server yet."
CREATE_ONE = "`/competition create` creates one."
ASK_A_MANAGER = "Somebody who may manage this server creates one with `/competition create`."
WITHOUT_COMPETITION = "`/privacy show` says what is kept about you, and `/notify` sends you direct messages."
CREATE_ANOTHER = "`/competition create` creates another competition."
DEADLINE_PASSED = "registration closed at its deadline"
FOR_ANY_TEAM = "What captains do you can do for any team: name it in the option `team`."
WHICH_ONE = "Say which competition you mean in the last option of a command, `competition:`."
UNREAD = (
    "❗ The rules were changed, and you have not said yet that you read it: press **I have read this** "
    "under the post in the captains' channel. `/rules show` shows the rules."
)
SECTIONS = ("captain", "director", "staff", "anybody")
SECTIONS_ON_THE_DAY = ("captain", "staff", "director", "anybody")


def shown(found: Help, commands: Commands) -> Message:
    """What somebody can do: in one competition at length, in several the next steps of each."""
    if not found.standings:
        return Message(f"{NO_COMPETITION} {CREATE_ONE if found.is_manager else ASK_A_MANAGER}\n{WITHOUT_COMPETITION}")
    another = [CREATE_ANOTHER] if found.is_manager else []
    if len(found.standings) == 1:
        (standing,) = found.standings
        lines = [*_explain(standing, commands), *another]
        return Message("\n".join(lines), tuple(_buttons(standing, commands)))
    lines = [line for standing in found.standings for line in _explain_shortly(standing, commands)]
    lines.append(WHICH_ONE)
    if found.left_out:
        lines.append(f"And {found.left_out} more: name one in the option `competition`.")
    return Message("\n".join([*lines, *another]), tuple(_button_for_more(standing) for standing in found.standings))


def list_shown(standing: Standing, commands: Commands) -> dict[str, list[str]]:
    """The commands that somebody can use now, by whom they are for, the next step first."""
    roles = {
        "captain": standing.led is not None,
        "staff": standing.is_staff,
        "director": standing.is_director,
        "anybody": True,
    }
    order = SECTIONS_ON_THE_DAY if standing.competition.state is State.RUNNING else SECTIONS
    useful = [name for name in list_useful(standing) if name in commands]
    sections = {who: [name for name in useful if commands[name].who == who] for who in order if roles[who]}
    filled = [(who, names) for who, names in sections.items() if names]
    return dict(sorted(filled, key=lambda section: not is_urgent(standing, section[1][0])))


def _explain(standing: Standing, commands: Commands) -> Iterator[str]:
    yield _head_line(standing)
    yield from _explain_own(standing)
    for number, (who, names) in enumerate(list_shown(standing, commands).items()):
        yield f"**{_head(who, standing)}**"
        for name in names[:MOST_EXPLAINED]:
            is_next = number == 0 and name is names[0]
            yield f"- {NEXT if is_next else ''}`/{name}`: {commands[name].description}"
        if others := names[MOST_EXPLAINED:]:
            yield f"- also {_group(others)}"
        if who == "director":
            yield f"- {FOR_ANY_TEAM}"


def _explain_own(standing: Standing) -> Iterator[str]:
    led, plays_for = standing.led, standing.plays_for
    if led is not None:
        yield f"Your team {for_prose(led.team.name)}: {word_standing(led.team, is_ejected=led.is_ejected)}."
        yield from (f"❗ Still missing: {what}" for what in list_missing(led))
    if standing.unread:
        yield UNREAD
    yield from _explain_invitations(standing)
    if plays_for is not None and (led is None or led.team.id != plays_for.id):
        yield f"You play for {for_prose(plays_for.name)}."


def _explain_shortly(standing: Standing, commands: Commands) -> Iterator[str]:
    yield _head_line(standing)
    yield from _explain_invitations(standing)
    firsts = [names[0] for names in list_shown(standing, commands).values()]
    yield from (f"- `/{name}`: {commands[name].description}" for name in firsts[:MOST_EXPLAINED])


def _explain_invitations(standing: Standing) -> Iterator[str]:
    for team in standing.invited_to[:MOST_EXPLAINED]:
        yield f"❗ {for_prose(team.name)} invites you: press **Accept** or **Decline** in the post that mentions you."


def _head_line(standing: Standing) -> str:
    state = standing.competition.state
    is_over = state is State.REGISTRATION_OPEN and not standing.is_registration_open
    return f"**{for_prose(standing.competition.name)}** is: {DEADLINE_PASSED if is_over else state}."


def _head(who: str, standing: Standing) -> str:
    if who == "captain" and not standing.is_captain:
        return "As co-captain"
    return {"captain": "As captain", "staff": "As staff", "director": "As director", "anybody": "Everybody"}[who]


def _group(names: Iterable[str]) -> str:
    """Commands as `/team` add, swap."""
    groups: dict[str, list[str]] = {}
    for name in names:
        group, _, command = name.partition(" ")
        groups.setdefault(group, []).extend([command] if command else [])
    return "; ".join(f"`/{group}` {', '.join(commands)}".strip() for group, commands in groups.items())


def _buttons(standing: Standing, commands: Commands) -> Iterator[Button]:
    """What a tap can do next; the first one is the next step."""
    names = [name for names in list_shown(standing, commands).values() for name in names if name in LABELS]
    if standing.led is not None or standing.plays_for is None:
        names = [name for name in names if name != "team show"]
    chosen: Sequence[str] = names[:MOST_BUTTONS]
    for number, name in enumerate(chosen):
        yield run_button(standing.competition.id, name, "secondary" if number else "primary")


def _button_for_more(standing: Standing) -> Button:
    label = visible_name(standing.competition.name)[:LONGEST_LABEL]
    return Button(label, custom_id(RUN, standing.competition.id, "help"))
