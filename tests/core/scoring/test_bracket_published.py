"""Tournaments that were really played and published, replayed from their results.

Each has its sources; only the facts are taken over: seeds, who beat whom, and who finished where.
"""

import pytest

from core.scoring.bracket import Bracket, Result, build_bracket, get_match, record_result


def replay(bracket: Bracket, results: str) -> Bracket:
    """Enter results, one a line, written `Winner > Loser`."""
    for line in results.strip().splitlines():
        winner, loser = (name.strip() for name in line.split(">"))
        bracket = record_result(bracket, Result((winner, loser), winner))
    return bracket


def show_places(bracket: Bracket) -> dict[int, set[str]]:
    return {place.place: set(place.teams) for place in bracket.places}


def test_college_football_playoff_of_2024():
    """12 teams, byes for seeds 1 to 4, who all lost their first match; no re-seeding.

    wtop.com/ncaa-football/2025/01/college-football-playoffs-6; canyonhillschronicle.com/2632; ESPN 43346994; wghn.com
    """
    teams = (
        *("Oregon", "Georgia", "Boise State", "Arizona State", "Texas", "Penn State"),
        *("Notre Dame", "Ohio State", "Tennessee", "Indiana", "SMU", "Clemson"),
    )
    bracket = build_bracket(teams)
    assert [match.pair for match in bracket.ready] == [
        ("Ohio State", "Tennessee"),
        ("Texas", "Clemson"),
        ("Notre Dame", "Indiana"),
        ("Penn State", "SMU"),
    ]
    bracket = replay(
        bracket,
        """
        Notre Dame > Indiana
        Penn State > SMU
        Texas > Clemson
        Ohio State > Tennessee
        Penn State > Boise State
        Texas > Arizona State
        Ohio State > Oregon
        Notre Dame > Georgia
        Notre Dame > Penn State
        Ohio State > Texas
        Ohio State > Notre Dame
        """,
    )
    assert show_places(bracket) == {
        1: {"Ohio State"},
        2: {"Notre Dame"},
        3: {"Penn State", "Texas"},
        5: {"Oregon", "Georgia", "Boise State", "Arizona State"},
        9: {"Tennessee", "Indiana", "SMU", "Clemson"},
    }
    assert [get_match(bracket, f"R2-{slot}").pair for slot in range(1, 5)] == [
        ("Oregon", "Ohio State"),
        ("Arizona State", "Texas"),
        ("Georgia", "Notre Dame"),
        ("Boise State", "Penn State"),
    ]


def test_south_region_of_the_ncaa_mens_basketball_tournament_of_2024():
    """16 seeds, 15 matches, won by seed 11.

    First round: dknetwork.draftkings.com/2024/3/17/24104019 (pairings), augustafreepress.com (1, 12, 4),
    cbssports.com (9 and 14 in the second round), arkansasonline.com/news/2024/mar/23 (10), sportingnews.com (2).
    Second round: Reuters roundups of 2024-03-24 and 25. Regional semi-finals: Reuters roundup of 2024-03-30.
    Regional final: nbcnews.com rcna145790.
    """
    teams = (
        *("Houston", "Marquette", "Kentucky", "Duke", "Wisconsin", "Texas Tech", "Florida", "Nebraska"),
        *("Texas A&M", "Colorado", "NC State", "James Madison", "Vermont", "Oakland", "Western Kentucky", "Longwood"),
    )
    bracket = build_bracket(teams)
    assert {frozenset(match.teams) for match in bracket.ready} == {
        frozenset(pair)
        for pair in (
            ("Houston", "Longwood"),
            ("Nebraska", "Texas A&M"),
            ("Wisconsin", "James Madison"),
            ("Duke", "Vermont"),
            ("Texas Tech", "NC State"),
            ("Kentucky", "Oakland"),
            ("Florida", "Colorado"),
            ("Marquette", "Western Kentucky"),
        )
    }
    bracket = replay(
        bracket,
        """
        Oakland > Kentucky
        NC State > Texas Tech
        Colorado > Florida
        Marquette > Western Kentucky
        Texas A&M > Nebraska
        Duke > Vermont
        Houston > Longwood
        James Madison > Wisconsin
        NC State > Oakland
        Marquette > Colorado
        Duke > James Madison
        Houston > Texas A&M
        NC State > Marquette
        Duke > Houston
        NC State > Duke
        """,
    )
    assert show_places(bracket) == {
        1: {"NC State"},
        2: {"Duke"},
        3: {"Houston", "Marquette"},
        5: {"Texas A&M", "James Madison", "Oakland", "Colorado"},
        9: {
            *("Longwood", "Nebraska", "Wisconsin", "Vermont"),
            *("Texas Tech", "Kentucky", "Florida", "Western Kentucky"),
        },
    }


def test_olympic_mens_football_of_2024():
    """8 teams with a bronze match; seeds stand for the slots of the published bracket.

    sportingnews.com, "Olympic soccer bracket: Updated schedule, results for Paris 2024 men's knockout games";
    the final: caughtoffside.com/2024/08/09
    """
    teams = ("Morocco", "Egypt", "France", "Spain", "Japan", "Argentina", "Paraguay", "USA")
    bracket = replay(
        build_bracket(teams, third_place=True),
        """
        Morocco > USA
        Spain > Japan
        Egypt > Paraguay
        France > Argentina
        Spain > Morocco
        France > Egypt
        """,
    )
    assert [match.teams for match in bracket.ready] == [("Morocco", "Egypt"), ("Spain", "France")]
    bracket = replay(bracket, "Morocco > Egypt\nSpain > France")
    assert show_places(bracket) == {
        1: {"Spain"},
        2: {"France"},
        3: {"Morocco"},
        4: {"Egypt"},
        5: {"Japan", "Argentina", "Paraguay", "USA"},
    }


def test_norman_regional_of_the_ncaa_baseball_tournament_of_2024():
    """4 teams, double elimination, decided in a second final: Oklahoma had to beat unbeaten UConn twice.

    Schedule: sports.yahoo.com/sooners-named-no-9-seed-035900881. Friday: feeds.usatodaysports.com/tag/
    oral-roberts-golden-eagles. Saturday: the same, wtop.com/sports/2024/06 (Duke over Oral Roberts, AP).
    Sunday: kstp.com (AP, Oklahoma over Duke), si.com/college/tcu/baseball. Monday: ctpublic.org/news/2024-06-04.
    """
    bracket = build_bracket(("Oklahoma", "Duke", "UConn", "Oral Roberts"), "double")
    bracket = replay(
        bracket,
        """
        UConn > Duke
        Oklahoma > Oral Roberts
        Duke > Oral Roberts
        UConn > Oklahoma
        Oklahoma > Duke
        """,
    )
    assert [match.pair for match in bracket.ready] == [("UConn", "Oklahoma")]
    assert show_places(bracket) == {3: {"Duke"}, 4: {"Oral Roberts"}}
    bracket = replay(bracket, "Oklahoma > UConn")
    assert [match.title for match in bracket.ready] == ["Grand final, second match"]
    bracket = replay(bracket, "UConn > Oklahoma")
    assert show_places(bracket) == {1: {"UConn"}, 2: {"Oklahoma"}, 3: {"Duke"}, 4: {"Oral Roberts"}}


@pytest.mark.parametrize("first_opponents", [("DRX", "Trace"), ("Trace", "DRX")])
def test_playoffs_of_valorant_champions_2024(first_opponents):
    """8 teams, double elimination, losers crossing over; places 1, 2, 3, 4, 5-6, 7-8 as prizes were paid.

    Upper and lower matches: reinhartklein.com 2024-08 (lower quarter-finals and how each came there),
    beritaesport.com ?p=1743 (upper final, lower semi-final), esports.thegamesmachine.it 68769 (Leviatán's way);
    final and prizes: Field Level Media, 2024-08-25. The sources leave open which of DRX and Trace lost to EDward
    Gaming and which to Sentinels; the rest is the same.
    """
    edward_opponent, sentinels_opponent = first_opponents
    teams = (
        *("Leviatán", "EDward Gaming", "Sentinels", "Team Heretics"),
        *("Fnatic", sentinels_opponent, edward_opponent, "G2"),
    )
    bracket = replay(
        build_bracket(teams, "double"),
        f"""
        Leviatán > G2
        Team Heretics > Fnatic
        EDward Gaming > {edward_opponent}
        Sentinels > {sentinels_opponent}
        DRX > Trace
        Fnatic > G2
        Leviatán > Team Heretics
        EDward Gaming > Sentinels
        Sentinels > Fnatic
        Team Heretics > DRX
        EDward Gaming > Leviatán
        Team Heretics > Sentinels
        Team Heretics > Leviatán
        EDward Gaming > Team Heretics
        """,
    )
    assert show_places(bracket) == {
        1: {"EDward Gaming"},
        2: {"Team Heretics"},
        3: {"Leviatán"},
        4: {"Sentinels"},
        5: {"DRX", "Fnatic"},
        7: {"Trace", "G2"},
    }
    assert bracket.matches[-1].id == "G1"
