"""Standings of the Getaway Games, from the rulebook and the contract of the results file alone."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.second.checking import Sheet, check
from tests.second.ranking import in_order, is_first_difference_lower, plain, ranks
from tests.second.turns import TURNS


@dataclass
class Listing:
    """One list of one event: everybody's rank, and everybody's total where there is one."""

    ranks: dict[str, Fraction] = field(default_factory=dict)
    totals: dict[str, int | Fraction | None] = field(default_factory=dict)


@dataclass
class EventTable:
    teams: Listing
    players: Listing


def standings(data: bytes) -> dict[str, Any]:
    """What `standings FILE` prints, as parsed JSON.

    Raises:
        Refused: the file cannot be used.
    """
    sheet = check(data)
    tables = {event: event_table(sheet, event) for event in sheet.events if event in sheet.played}
    counted = [event for event in tables if event not in sheet.cancelled]
    return {
        "counted": counted,
        "not_played": [event for event in sheet.events if event not in sheet.played and event not in sheet.cancelled],
        "cancelled": [event for event in sheet.events if event in sheet.cancelled],
        "events": {
            event: {
                "teams": print_event_list(table.teams, None),
                "players": print_event_list(table.players, sheet),
            }
            for event, table in tables.items()
        },
        "overall": {
            "teams": overall_teams(sheet, tables, counted),
            "players": overall_players(sheet, tables, counted),
        },
    }


def print_event_list(listing: Listing, sheet: Sheet | None) -> list[dict[str, Any]]:
    """The rows of a list; with a sheet, those of players, who show their team."""
    rows: list[dict[str, Any]] = []
    for name in in_order(dict(listing.ranks)):
        row: dict[str, Any] = {"name": name}
        if sheet is not None:
            row["team"] = sheet.team_of(name)
        row["rank"] = plain(listing.ranks[name])
        row["total"] = plain(listing.totals[name])
        rows.append(row)
    return rows


def event_table(sheet: Sheet, event: str) -> EventTable:
    ties = sheet.ties.get(event, "split" if event == "bowling" else "share")
    if event == "golf":
        return EventTable(golf_teams(sheet, ties), Listing())
    if event == "holdem":
        players = holdem_players(sheet)
        return EventTable(holdem_teams(sheet, players, ties), players)
    return EventTable(turns_teams(sheet, event, ties), turns_players(sheet, event, ties))


def teams_in(sheet: Sheet, event: str) -> list[str]:
    return [team for team in sheet.teams if sheet.has_team(team, event)]


def players_in(sheet: Sheet, event: str) -> list[str]:
    return [player for player in sheet.all_players() if sheet.has_player(player, event)]


# Bowling, derby, bags, basketball: points in turns


def turns_of(sheet: Sheet, event: str, player: str) -> list[int]:
    """All of the player's turns; one that was not taken is worth nothing."""
    turns = list(sheet.turns[event].get(player, []))
    while len(turns) < TURNS[event]:
        turns.append(0)
    return turns


def rank_turns(turns: dict[str, list[int]], ties: str) -> Listing:
    """The most points first; then the best turn, the second best, and so on."""
    totals: dict[str, int | Fraction | None] = {name: sum(taken) for name, taken in turns.items()}
    return Listing(ranks(turns, has_better_turns, ties), totals)


def has_better_turns(mine: list[int], yours: list[int]) -> bool:
    if sum(mine) != sum(yours):
        return sum(mine) > sum(yours)
    best_of_mine = sorted(mine, reverse=True)
    best_of_yours = sorted(yours, reverse=True)
    for my_turn, your_turn in zip(best_of_mine, best_of_yours, strict=True):
        if my_turn != your_turn:
            return my_turn > your_turn
    return False


def turns_players(sheet: Sheet, event: str, ties: str) -> Listing:
    return rank_turns({player: turns_of(sheet, event, player) for player in players_in(sheet, event)}, ties)


def turns_teams(sheet: Sheet, event: str, ties: str) -> Listing:
    turns: dict[str, list[int]] = {}
    for team in teams_in(sheet, event):
        members = [player for player in sheet.teams[team] if sheet.has_player(player, event)]
        if sheet.team_round == "team":
            turns[team] = [0] * TURNS[event]
            for player in members:
                for number, points in enumerate(turns_of(sheet, event, player)):
                    turns[team][number] = turns[team][number] + points
        else:
            turns[team] = []
            for player in members:
                turns[team] = turns[team] + turns_of(sheet, event, player)
            while len(turns[team]) < 4 * TURNS[event]:
                turns[team].append(0)
    return rank_turns(turns, ties)


# Golf: strokes of a team


def golf_teams(sheet: Sheet, ties: str) -> Listing:
    """The fewest strokes first, then hole by hole from the hardest; without a card, last."""
    taking_part = teams_in(sheet, "golf")
    cards = {team: sheet.cards[team] for team in taking_part if team in sheet.cards}

    def is_better(mine: list[int], yours: list[int]) -> bool:
        if sum(mine) != sum(yours):
            return sum(mine) < sum(yours)
        if mine == yours:
            return False
        for hardness in range(1, 19):
            hole = sheet.stroke_index.index(hardness)
            if mine[hole] != yours[hole]:
                return mine[hole] < yours[hole]
        return False

    listing = Listing(ranks(cards, is_better, ties), {team: sum(card) for team, card in cards.items()})
    for team in taking_part:
        if team not in cards:
            listing.ranks[team] = Fraction(len(taking_part))
            listing.totals[team] = None
    return listing


# Hold'em: places of players, summed for teams


def holdem_players(sheet: Sheet) -> Listing:
    """The winner has rank 1, the one before him 2; whoever was late has the last rank there is."""
    listing = Listing()
    rank = 1
    for player in reversed(sheet.out):
        listing.ranks[player] = Fraction(rank)
        rank = rank + 1
    for player in sheet.late:
        listing.ranks[player] = last_position(sheet)
    listing.totals = dict.fromkeys(listing.ranks)
    return listing


def last_position(sheet: Sheet) -> Fraction:
    return Fraction(4 * len(teams_in(sheet, "holdem")))


def holdem_teams(sheet: Sheet, players: Listing, ties: str) -> Listing:
    positions: dict[str, list[Fraction]] = {}
    for team in teams_in(sheet, "holdem"):
        positions[team] = []
        for player in sheet.teams[team]:
            if player in players.ranks:
                positions[team].append(players.ranks[player])
            else:
                positions[team].append(last_position(sheet))
        while len(positions[team]) < 4:
            positions[team].append(last_position(sheet))
    sums = {team: add_ranks(four) for team, four in positions.items()}
    return Listing(ranks(sums, is_lower_sum, ties), {team: four.total for team, four in sums.items()})


# Overall: sums of ranks


@dataclass
class RankSum:
    """Some ranks added up, and the same ranks from the best to the worst."""

    total: Fraction
    best_first: list[Fraction]


def add_ranks(some: list[Fraction]) -> RankSum:
    return RankSum(sum(some, Fraction(0)), sorted(some))


def is_lower_sum(mine: RankSum, yours: RankSum) -> bool:
    """The lower sum of ranks is better; then the best rank, the second best, and so on."""
    if mine.total != yours.total:
        return mine.total < yours.total
    return is_first_difference_lower(mine.best_first, yours.best_first)


def overall_teams(sheet: Sheet, tables: dict[str, EventTable], counted: list[str]) -> list[dict[str, Any]]:
    event_ranks = {
        team: {event: tables[event].teams.ranks[team] for event in counted if team in tables[event].teams.ranks}
        for team in sheet.teams
    }
    return overall(event_ranks, list(sheet.team_absent), counted)


def overall_players(sheet: Sheet, tables: dict[str, EventTable], counted: list[str]) -> list[dict[str, Any]]:
    without_golf = [event for event in counted if event != "golf"]
    event_ranks = {
        player: {
            event: tables[event].players.ranks[player]
            for event in without_golf
            if player in tables[event].players.ranks
        }
        for player in sheet.all_players()
    }
    ejected = [
        player
        for player in sheet.all_players()
        if player in sheet.player_absent or sheet.team_of(player) in sheet.team_absent
    ]
    rows = overall(event_ranks, ejected, without_golf)
    for row in rows:
        row["team"] = sheet.team_of(row["name"])
    return rows


def overall(
    event_ranks: dict[str, dict[str, Fraction]], ejected: list[str], counted: list[str]
) -> list[dict[str, Any]]:
    """Everybody's row; nobody is ranked while no event counts, and somebody ejected never."""
    standing = {
        name: add_ranks(list(by_event.values()))
        for name, by_event in event_ranks.items()
        if counted and name not in ejected
    }
    found: dict[str, Fraction | None] = dict.fromkeys(event_ranks)
    found.update(ranks(standing, is_lower_sum, "share"))
    return [
        {
            "name": name,
            "rank": plain(found[name]),
            "total": plain(standing[name].total) if name in standing else None,
            "ranks": {event: plain(rank) for event, rank in event_ranks[name].items()},
        }
        for name in in_order(found)
    ]
