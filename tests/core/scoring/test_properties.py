"""What holds for every competition."""

import json
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.scoring.event import get_event
from core.scoring.explain import Standing, explain
from core.scoring.explain_json import render_subjects
from core.scoring.explain_text import describe_subjects
from core.scoring.ranking import Ranking, rank
from core.scoring.results_file import read_results_file, write_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from tests.core.scoring.documents import Document, read, standings
from tests.core.scoring.strategies import competitions, list_field

some = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def rendered(content: Document) -> dict[str, Any]:
    return json.loads(render_standings(standings(content)))


def shuffled(value: Any, draw: Any) -> Any:
    """The same with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = draw(st.permutations(sorted(value)))
        return {key: shuffled(value[key], draw) for key in keys}
    return [shuffled(member, draw) for member in value] if isinstance(value, list) else value


@some
@given(competitions(), st.data())
def test_the_order_of_teams_players_and_keys_never_matters(content: Document, data: st.DataObject) -> None:
    teams = [
        {"name": team["name"], "players": data.draw(st.permutations(team["players"]))}
        for team in data.draw(st.permutations(content["teams"]))
    ]
    other = shuffled({**content, "teams": teams}, data.draw)
    assert render_standings(standings(other)) == render_standings(standings(content))


@some
@given(competitions(everybody_plays=True))
def test_split_ranks_of_n_sum_up_to_all_their_places(content: Document) -> None:
    """Where nobody is late, absent or without a card: n (n + 1) / 2."""
    content["rulings"]["ties"] = dict.fromkeys(content["events"], "split")
    for ranked in standings(content).events.values():
        for ranking in filter(None, (ranked.teams, ranked.players)):
            count = len(ranking.rows)
            assert sum(row.rank or 0 for row in ranking.rows) == count * (count + 1)


@some
@given(competitions(event="bowling"), st.data())
def test_one_pin_more_never_worsens_the_bowlers_own_rank(content: Document, data: st.DataObject) -> None:
    games = content["results"].get("bowling", {})
    chosen = [
        (player, index)
        for player, own in games.items()
        for index, game in enumerate(own)
        if isinstance(game, int) and game < 300
    ]
    assume(chosen)
    player, index = data.draw(st.sampled_from(chosen))
    before = standings(content).events["bowling"].players
    games[player][index] += 1
    after = standings(content).events["bowling"].players
    assert before is not None
    assert after is not None
    was, is_now = before.find(player), after.find(player)
    assert was is not None
    assert is_now is not None
    assert (is_now.rank or 0) <= (was.rank or 0)


@some
@given(competitions(), st.data())
def test_new_names_change_names_and_the_order_among_equal_ranks_only(content: Document, data: st.DataObject) -> None:
    names = sorted(
        {team["name"] for team in content["teams"]} | {p for team in content["teams"] for p in team["players"]}
    )
    numbers = data.draw(st.permutations(range(len(names))))
    new = {name: f"N{number:02}" for name, number in zip(names, numbers, strict=True)}

    def rename(value: Any) -> Any:
        if isinstance(value, dict):
            return {new.get(key, key): rename(member) for key, member in value.items()}
        if isinstance(value, list):
            return [rename(member) for member in value]
        return new.get(value, value) if isinstance(value, str) else value

    def in_order_of_names(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: in_order_of_names(member) for key, member in value.items()}
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return sorted(value, key=lambda row: (row["rank"] is None, row["rank"], row["name"]))
        return value

    assert in_order_of_names(rename(rendered(content))) == rendered(rename(content))


@some
@given(competitions())
def test_what_was_written_is_written_the_same_again_and_means_the_same(content: Document) -> None:
    written = write_results_file(read(content))
    again = read_results_file(written)
    assert write_results_file(again) == written
    assert render_standings(compute_standings(again)) == render_standings(standings(content))


@some
@given(competitions())
def test_lists_hold_those_who_take_part_and_overall_everybody(content: Document) -> None:
    result = rendered(content)
    for event, lists in result["events"].items():
        field = list_field(content, event)
        assert {row["name"] for row in lists["teams"]} == set(field)
        players = {player for members in field.values() for player in members}
        assert {row["name"] for row in lists["players"]} == (players if get_event(event).has_individuals else set())
    assert {row["name"] for row in result["overall"]["teams"]} == {team["name"] for team in content["teams"]}
    everybody = {player for team in content["teams"] for player in team["players"]}
    assert {row["name"] for row in result["overall"]["players"]} == everybody


@some
@given(competitions())
def test_overall_totals_are_the_sums_of_the_ranks_shown(content: Document) -> None:
    result = rendered(content)
    out = {entry["player"] for entry in content["ejections"]}
    teams_out = {entry["team"] for entry in content["team_ejections"]}
    for kind, rows in result["overall"].items():
        ranked = [row for row in rows if row["rank"] is not None]
        assert rows[: len(ranked)] == ranked
        for row in rows:
            shown = {
                event: entry["rank"]
                for event in result["counted"]
                for entry in result["events"][event][kind]
                if entry["name"] == row["name"]
            }
            assert row["ranks"] == shown
            is_out = row["name"] in (out if kind == "players" else teams_out) or row.get("team") in teams_out
            counts = any(kind == "teams" or get_event(event).has_individuals for event in result["counted"])
            assert (row["rank"] is None) == (is_out or not counts)
            assert row["total"] == (None if row["rank"] is None else sum(shown.values()))


def _can_reverse(ranking: Ranking, own: str, other: str, index: int, value: int) -> bool:
    """Whether `own` with this value in one comparison would stand on the other side of `other`."""
    before = {row.name: row.rank or 0 for row in ranking.rows}
    entries = [
        (row.name, None, (*row.values[:index], value, *row.values[index + 1 :]) if row.name == own else row.values, ())
        for row in ranking.rows
        if row.values
    ]
    after = {row.name: row.rank or 0 for row in rank(entries, ranking.comparisons, "share").rows}
    return after[own] < after[other] if before[own] > before[other] else after[own] > after[other]


def _check_changes(ranking: Ranking, standing: Standing, name: str) -> None:
    for duel in filter(None, (standing.above, standing.below)):
        if duel.change is None:
            assert not (duel.compared and duel.other.values)
            continue
        decisive = duel.compared[-1]
        assert [compared.decides for compared in duel.compared] == [False] * (len(duel.compared) - 1) + [True]
        comparison = decisive.comparison
        if comparison.is_unique:
            assert duel.change.to == decisive.other
            continue
        index = len(duel.compared) - 1
        smaller = range(comparison.step, duel.change.amount, comparison.step)
        tried = [decisive.own + sign * amount for amount in smaller for sign in (1, -1)][-12:]
        assert not any(_can_reverse(ranking, name, duel.other.name, index, value) for value in tried)
        assert _can_reverse(ranking, name, duel.other.name, index, duel.change.to)


@settings(some, max_examples=25)
@given(competitions())
def test_every_place_is_explained_and_no_smaller_change_reverses_it(content: Document) -> None:
    """By brute force: the list is ranked again with the changed value, all else equal."""
    games = read(content)
    result = compute_standings(games)
    for kind, names in (("team", games.roster.team_names), ("player", games.roster.team_of)):
        for name in names:
            (subject,) = [subject for subject in explain(games, result, name) if subject.kind == kind]
            overall = (result.teams if kind == "team" else result.players).ranking
            _check_changes(overall, subject.overall, name)
            for standing in subject.events:
                ranked = result.events.get(standing.key)
                ranking = ranked and (ranked.teams if kind == "team" else ranked.players)
                assert (standing.row is None) == (ranking is None or ranking.find(name) is None)
                if ranking is not None:
                    _check_changes(ranking, standing, name)
            assert describe_subjects((subject,)).startswith(name)
            assert json.loads(json.dumps(render_subjects(name, (subject,))))["name"] == name
