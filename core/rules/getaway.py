"""The Getaway Games: what holds for all events."""

from core.rules.rule import Rule, Section, expand_ids

GENERAL = Section(
    "1",
    "General",
    (
        Rule(
            "1.1",
            "Teams",
            "A team has four players. Three are enough to enter; see 1.4 for the empty position. Nobody plays for "
            "two teams.",
            expand_ids("G1-G3"),
            (3, 114),
        ),
        Rule("1.2", "Age", "Every player is 18 or older.", expand_ids("G4"), (4,)),
        Rule(
            "1.3",
            "Roster lock",
            "A captain may change the roster until the morning of the first day. Then it is locked.",
            expand_ids("G5"),
            (1, 2, 113),
        ),
        Rule(
            "1.4",
            "Teams of three",
            "Nobody fills the fourth position of a team of three: in each event it loses its turn, or takes last "
            "where positions are ranked.",
            expand_ids("G6"),
            (5, 6, 7, 8, 9, 35),
        ),
        Rule(
            "1.5",
            "Start and lateness",
            "Each game or round starts within five minutes of its official time. A team that is later than that "
            "forfeits the game or round.",
            expand_ids("G7 G8"),
            (10, 11, 12, 13, 14),
        ),
        Rule(
            "1.6",
            "Official clock",
            "One clock counts, the official one; the director or facilitator has it.",
            expand_ids("G9"),
            (15,),
        ),
        Rule(
            "1.7",
            "Trash talk",
            "Heavy trash talk is not accepted. First offence: the player is warned. Second: the player is out of "
            "the competition without a refund, that position is forfeited in every event still to come, and the "
            "team has its last warning. If any of its players goes on after that, the whole team is out, without "
            "a refund; a director confirms it.",
            expand_ids("G10-G15"),
            (16, 17, 18, 19, 20, 21),
        ),
        Rule(
            "1.8",
            "Fighting",
            "Nobody fights. Whoever throws a punch is out at once, without a refund.",
            expand_ids("G16 G17"),
            (22, 23, 112),
        ),
        Rule(
            "1.9",
            "Weather: home-run derby",
            "If the weather keeps the derby from being played, or any team from finishing it, the derby is "
            "cancelled without a replacement, and the standings are made from the other events.",
            expand_ids("G18 G19"),
            (25, 26, 28),
        ),
        Rule(
            "1.10",
            "Weather: golf",
            "Golf is played in nearly any weather. If it cannot be played or finished, it is cancelled without a "
            "replacement, and the standings are made from the other events. What is refunded is up to the course.",
            expand_ids("G20-G22"),
            (26, 27, 28),
        ),
        Rule(
            "1.11",
            "Overall standings",
            "Teams and players are ranked over all counted events: the ranks are added up, and the lowest sum wins.",
            (),
            (26, 29, 30, 34, 35),
        ),
        Rule(
            "1.12",
            "Overall ties: teams",
            "Of teams with equal sums the one with the best rank in any event is ahead; if these are equal too, the "
            "second best ranks decide, and so on. Equal to the end is a tie.",
            expand_ids("G23-G25"),
            (28, 31, 32, 33),
        ),
        Rule(
            "1.13",
            "Overall ties: players",
            "The same holds for players and their own ranks.",
            expand_ids("G26-G28"),
            (28, 31, 32, 33, 34),
        ),
        Rule(
            "1.14",
            "Scores and withdrawals",
            "Scores are checked as they come in. A team may withdraw at any time.",
            (),
            (115, 116),
        ),
    ),
)

BOWLING = Section(
    "2",
    "Bowling",
    (
        Rule(
            "2.1",
            "Play",
            "The usual rules and manners of bowling hold. The lanes are open for warming up while teams register: "
            "who comes early bowls more.",
            expand_ids("G29-G32"),
        ),
        Rule(
            "2.2",
            "Games",
            "Each player bowls two games, and bowls them alone from start to end. Whoever has to stop, hurt or "
            "called away, scores 0 in all frames that are left.",
            expand_ids("G33-G35"),
            (7,),
        ),
        Rule(
            "2.3",
            "Keeping score",
            "Where the lanes score by themselves, teams change nothing by hand. Where scores are kept by hand, a "
            "team keeps its own card and that of the alley on its left; an event manager keeps that of the team "
            "on the far right. The event manager settles disputes.",
            expand_ids("G36-G39"),
            (59, 60),
        ),
        Rule(
            "2.4",
            "Team ranking",
            "All players' pins of both games are added up; the most pins win. On a tie the better team game "
            "decides. If both games are equal, the rank is split.",
            expand_ids("G40-G43"),
            (36, 37, 38, 39),
        ),
        Rule(
            "2.5",
            "Player ranking",
            "The most pins in both games win. On a tie the better game decides. If both games are equal, the rank "
            "is split.",
            expand_ids("G44-G46"),
            (37, 38),
        ),
    ),
)
