"""Whole competitions drawn at random, as results files that can be used."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from core.scoring.event import get_events
from tests.core.scoring.documents import Document

# Few distinct values, so that ties are common.
TOTALS = st.sampled_from([0, 1, 2, 3, 20])
GAMES = TOTALS | st.sampled_from(
    [
        {"rolls": [1, 1] * 10},
        {"rolls": [10] * 12},
        {"rolls": [10, 5, 5, 5], "stopped": True},
        {"rolls": [], "stopped": True},
        {"rolls": [0] * 20, "stopped": True},
    ]
)
TIERS = TOTALS | st.lists(st.integers(0, 2), min_size=5, max_size=5)
SPOTS = TOTALS | st.lists(st.integers(0, 2), min_size=4, max_size=4)
TIER = st.integers(0, 4).flatmap(lambda on: st.tuples(st.just(on), st.integers(0, 4 - on)))
BAGS = TOTALS | st.lists(TIER, min_size=3, max_size=3).map(
    lambda tiers: {"on": [on for on, _ in tiers], "in": [holed for _, holed in tiers]}
)
ROUNDS = {"bowling": (GAMES, 2), "derby": (TIERS, 2), "bags": (BAGS, 3), "basketball": (SPOTS, 2)}
NAMES = ["Ann", "ann", "Łódź", "🏀", "B.", "Zoë", '"Q"', "Ö x", "[3]", "é", "أحمد", "山田"]


@st.composite
def competitions(draw: st.DrawFn, *, event: str | None = None, everybody_plays: bool = False) -> Document:
    """A results file in which `event` is played.

    With `everybody_plays` nobody is late, absent, ejected or without a card.
    """
    count = draw(st.integers(2, 4))
    events = draw(st.lists(st.sampled_from(list(get_events())), unique=True, min_size=1))
    if event is not None and event not in events:
        events.append(event)
    teams = [_draw_team(draw, number, everybody_plays) for number in range(count)]
    content: Document = {"teams": teams, "events": events}
    if not everybody_plays:
        players = [player for team in teams for player in team["players"]]
        names = [team["name"] for team in teams]
        content["ejections"] = draw(_ejections("player", players, events))
        content["team_ejections"] = draw(_ejections("team", names, events))
        content["cancelled"] = [key for key in events if key in ("derby", "golf") and draw(st.booleans())]
    content["course"] = {"stroke_index": draw(st.permutations(range(1, 19)))}
    content["rulings"] = {
        "team_round": draw(st.sampled_from(["team", "individual"])),
        "ties": {key: draw(st.sampled_from(["split", "share"])) for key in get_events() if draw(st.booleans())},
    }
    played = [key for key in events if everybody_plays or key == event or draw(st.integers(0, 3))]
    content["results"] = {key: _draw_results(draw, key, content, everybody_plays) for key in played}
    return content


def find_missed(content: Document, kind: str) -> dict[str, set[str]]:
    """Name to the events missed by ejection."""
    key = "ejections" if kind == "player" else "team_ejections"
    events = content["events"]
    missed: dict[str, set[str]] = {}
    for entry in content.get(key, []):
        if "forfeits" in entry:
            missed[entry[kind]] = set(entry["forfeits"])
        else:
            start = events.index(entry["from"]) if entry["from"] != "end" else len(events)
            missed[entry[kind]] = set(events[start:])
    return missed


def list_field(content: Document, event: str) -> Mapping[str, list[str]]:
    """The teams that take part in an event, with their players who do."""
    out, teams_out = find_missed(content, "player"), find_missed(content, "team")
    return {
        team["name"]: [player for player in team["players"] if event not in out.get(player, ())]
        for team in content["teams"]
        if event not in teams_out.get(team["name"], ())
    }


def _draw_team(draw: st.DrawFn, number: int, is_full: bool) -> dict[str, Any]:
    size = 4 if is_full else draw(st.integers(3, 4))
    flavours = draw(st.lists(st.sampled_from(NAMES), min_size=size, max_size=size, unique=True))
    return {
        "name": f"{draw(st.sampled_from(NAMES))} {number}",
        "players": [f"{flavour} {number}" for flavour in flavours],
    }


def _ejections(kind: str, names: list[str], events: list[str]) -> st.SearchStrategy[list[dict[str, Any]]]:
    what = st.one_of(
        st.sampled_from([*events, "end"]).map(lambda event: {"from": event}),
        st.lists(st.sampled_from(events), unique=True).map(lambda missed: {"forfeits": missed}),
    )
    chosen = st.lists(st.sampled_from(names), unique=True, max_size=2)
    return chosen.flatmap(
        lambda names: st.tuples(*(what for _ in names)).map(
            lambda drawn: [{kind: name, **missed} for name, missed in zip(names, drawn, strict=True)]
        )
    )


def _draw_results(draw: st.DrawFn, event: str, content: Document, everybody_plays: bool) -> dict[str, Any]:
    field = list_field(content, event)
    players = [player for members in field.values() for player in members]
    if event == "holdem":
        order = draw(st.permutations(players))
        late = 0 if everybody_plays else draw(st.integers(0, min(3, len(order))))
        return {"out": order[late:], "late": order[:late]}
    if event == "golf":
        holes = st.lists(st.integers(3, 4), min_size=18, max_size=18)
        return {team: draw(holes) for team in field if everybody_plays or draw(st.integers(0, 3))}
    taken, most = ROUNDS[event]
    return {player: draw(st.lists(taken, max_size=most)) for player in players if draw(st.integers(0, 3))}
