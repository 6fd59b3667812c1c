"""The Getaway Games: derby, bags, basketball and golf."""

from core.rules.rule import Rule, Section, expand_ids

DERBY = Section(
    "3",
    "Home-run derby",
    (
        Rule(
            "3.1",
            "Rounds",
            "Every player has two rounds of one minute to hit home runs.",
            expand_ids("G47 G48"),
            (43, 44),
        ),
        Rule(
            "3.2",
            "Home-run lines",
            "Five lines lie 140, 160, 180, 200 and 220 feet from home plate; clearing them is worth 1, 2, 3, 4 and "
            "5 points.",
            expand_ids("G49-G54"),
            (41, 42),
        ),
        Rule(
            "3.3",
            "Judging",
            "The facilitator decides what a ball is worth, 0 to 5, and may ask the team that shags. What stays in "
            "doubt is given to the hitter.",
            expand_ids("G55-G57"),
            (42, 45),
        ),
        Rule(
            "3.4",
            "Pitcher and hitter",
            "A team-mate pitches, never somebody from outside, from the circle 8 feet wide that lies 40 feet from "
            "home plate. The hitter stands in the batter's box.",
            expand_ids("G58-G61"),
            (46,),
        ),
        Rule(
            "3.5",
            "Warming up",
            "Come warmed up: the schedule has no time for it.",
            expand_ids("G62 G63"),
        ),
        Rule(
            "3.6",
            "Team ranking",
            "The most points over all rounds of all players win. On a tie the best team round decides, then the "
            "other one. Equal in both is a shared rank.",
            expand_ids("G64-G66"),
            (38, 39),
        ),
        Rule(
            "3.7",
            "Player ranking",
            "The most points in both rounds win. On a tie the better round decides. Equal in both is a shared rank.",
            expand_ids("G67-G69"),
            (38,),
        ),
    ),
)

BAGS = Section(
    "4",
    "Bags sure toss",
    (
        Rule(
            "4.1",
            "Rounds",
            "Every player has three rounds of twelve bags, four from each of three tiers.",
            expand_ids("G70-G72"),
        ),
        Rule(
            "4.2",
            "Tiers",
            "Measured from the board's front edge the tiers are 27, 30 and 33 feet away. A bag on the board is "
            "worth 1, 2 or 3 points, a bag in the hole 3, 6 or 9, by the tier of its colour.",
            expand_ids("G73-G76"),
            (47,),
        ),
        Rule(
            "4.3",
            "Counting",
            "Nothing is cleared or counted before all twelve bags are thrown. Then the facilitator counts, and the "
            "players carry the bags back to the tiers. Whether a bag lies on the board is the facilitator's call.",
            expand_ids("G77-G79"),
            (48,),
        ),
        Rule(
            "4.4",
            "Bags that do not count",
            "A bag that touches the ground does not count. One that touched the ground before it reached the board "
            "is taken off at once.",
            expand_ids("G80 G81"),
        ),
        Rule(
            "4.5",
            "Throwing",
            "Begin at any tier, with both feet behind its line.",
            expand_ids("G82 G83"),
            (49,),
        ),
        Rule("4.6", "Warming up", "Come warmed up: the schedule has no time for it.", expand_ids("G84 G85")),
        Rule(
            "4.7",
            "Team ranking",
            "The most points over all rounds of all players win. On a tie the best team round decides, then the "
            "second and the third. Equal in all is a shared rank.",
            expand_ids("G86-G88"),
            (38, 39, 40),
        ),
        Rule(
            "4.8",
            "Player ranking",
            "The most points in three rounds win. On a tie the best round decides, then the second and the third. "
            "Equal in all is a shared rank.",
            expand_ids("G89-G91"),
            (38, 40),
        ),
    ),
)

BASKETBALL = Section(
    "5",
    "Basketball sure shot",
    (
        Rule(
            "5.1",
            "Rounds",
            "Every player has two rounds of one minute to shoot, while the team-mates rebound. A team uses three "
            "balls at most.",
            expand_ids("G92-G95"),
            (9, 43, 44, 50),
        ),
        Rule(
            "5.2",
            "Spots",
            "A layup is worth 1 point, the 15-foot spot 2, the 3-point spot 5, and the spot 30 feet out at the top "
            "10. Shoot from any of them, but never twice running from the same one, and do your best to stand on "
            "the marks.",
            expand_ids("G96-G99"),
            (50,),
        ),
        Rule("5.3", "Judging", "A judge on the court decides about violations.", expand_ids("G100")),
        Rule("5.4", "Warming up", "Come warmed up: the schedule has no time for it.", expand_ids("G101 G102")),
        Rule(
            "5.5",
            "Team ranking",
            "The most points over all rounds of all players win. On a tie the best team round decides, then the "
            "other one. Equal in both is a shared rank.",
            expand_ids("G103-G105"),
            (38, 39),
        ),
        Rule(
            "5.6",
            "Player ranking",
            "The most points in both rounds win. On a tie the better round decides. Equal in both is a shared rank.",
            expand_ids("G106-G108"),
            (38,),
        ),
    ),
)

GOLF = Section(
    "6",
    "Golf scramble",
    (
        Rule(
            "6.1",
            "Play",
            "The usual rules and manners of a scramble of four hold, without gimmes, strings or mulligans.",
            expand_ids("G109-G111"),
            (8, 51),
        ),
        Rule(
            "6.2",
            "Next shot",
            "The team picks its best ball and marks it with a tee. Everybody plays from within a club's length of "
            "that tee, not nearer the hole. The lie stays what it was: a ball from the rough is not moved to the "
            "fairway.",
            expand_ids("G112-G114"),
            (52,),
        ),
        Rule(
            "6.3",
            "Tees",
            "The men's tees are named before play. Women play from the women's tees throughout.",
            expand_ids("G115 G116"),
            (53,),
        ),
        Rule(
            "6.4",
            "Pairings",
            "Where there is room two teams start on each hole, paired by the standings so far.",
            expand_ids("G117 G118"),
            (54, 55),
        ),
        Rule(
            "6.5",
            "Keeping score",
            "A team keeps its own card and that of the other team on the hole.",
            expand_ids("G119"),
            (56, 59),
        ),
        Rule(
            "6.6",
            "Ranking",
            "The fewest strokes win. On a tie the lower score on the hole with the hardest handicap decides, then "
            "on the next hardest, and so on.",
            expand_ids("G120 G121"),
            (51, 57, 58),
        ),
    ),
)
