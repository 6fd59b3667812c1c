"""The Getaway Games: Texas hold'em."""

from core.rules.rule import Rule, Section, expand_ids

HOLDEM = Section(
    "7",
    "Texas hold'em",
    (
        Rule(
            "7.1",
            "Chips",
            "Everybody starts with 1,000 in chips, worth what is written on them: 15 red at 5, 9 green at 25, 4 "
            "blue at 50, 5 black at 100. Nobody buys chips again or adds any.",
            expand_ids("G122-G125"),
        ),
        Rule(
            "7.2",
            "First dealer",
            "Seat 1 deals first at every table.",
            expand_ids("G126"),
            (76,),
        ),
        Rule(
            "7.3",
            "Ranks",
            "Every player is ranked by when they went out: the later, the better. A team's result is the sum of its "
            "players' ranks, and the lowest sum wins. On a tie the team with the best single player is ahead, then "
            "the second, third and fourth best decide.",
            expand_ids("G127-G132"),
            (5, 6, 65, 66),
        ),
        Rule(
            "7.4",
            "Going out",
            "The table calls a facilitator at once when somebody goes out, who notes the time and who won the hand.",
            expand_ids("G133"),
            (24, 61),
        ),
        Rule(
            "7.5",
            "Late players",
            "Whoever is not there when hold'em starts is out, and their chips leave the table.",
            expand_ids("G134"),
            (63, 64),
        ),
        Rule(
            "7.6",
            "Blinds timer",
            "When the timer runs out it starts again at once, and the next hand is played at the new level. A hand "
            "counts as begun once blinds and antes are in and the dealer shuffles.",
            expand_ids("G135-G137"),
        ),
        Rule(
            "7.7",
            "Breaks and disputes",
            "The event director calls breaks. The timer stands still in breaks and in disputes that need the "
            "director. Hands under way are played out; no table starts another.",
            expand_ids("G138-G140"),
            (78,),
        ),
        Rule(
            "7.8",
            "Blinds: 25,000 to 40,000 in chips",
            "The levels are shown to everybody. 15 minutes each: 5/10, 10/20, 20/40, 40/80, 50/100, 60/120, 75/150, "
            "100/200, 125/250, 150/300. 20 minutes each: 200/400, 300/600, 400/800. 15 minutes: 500/1,000. From "
            "level 15 to the end: 1,000/2,000.",
            expand_ids("G141-G157"),
            (67, 68),
        ),
        Rule(
            "7.9",
            "Blinds: 40,000 to 60,000 in chips",
            "15 minutes each: 5/10, 10/20, 20/40, 40/80, 50/100, 75/150, 100/200, 150/300, 200/400, 300/600. 20 "
            "minutes each: 500/1,000, 750/1,500, 1,000/2,000. From level 14 to the end: 2,000/4,000. The organiser "
            "may adjust the levels a little during play, to end in time.",
            expand_ids("G158-G172"),
            (67, 68, 69),
        ),
        Rule("7.10", "Raises", "Raise by the big blind at least.", expand_ids("G173")),
        Rule(
            "7.11",
            "Seating",
            "At most eight sit at a table. Seats are drawn, tables are filled as evenly as can be, and team-mates "
            "start at different ones.",
            expand_ids("G174-G176"),
            (70, 71, 72),
        ),
        Rule(
            "7.12",
            "Moving and breaking tables",
            "The bot alone moves players and breaks tables, and so plays no favourites: now and then that costs "
            "somebody an extra blind, or spares one. Tables are kept as full as can be. Play moves towards table 1, "
            "and who has been moved less often is moved first.",
            expand_ids("G177-G181"),
            (70, 73, 74, 75),
        ),
        Rule(
            "7.13",
            "Dead button: the big blind goes out",
            "If nobody takes the seat, the former small blind gets the button, the player left of the empty seat "
            "posts the big blind, and nobody posts the small one. In the hand after that the button stands at the "
            "empty seat and the next two players post both blinds: the same player deals twice.",
            expand_ids("G182-G185"),
            (77,),
        ),
        Rule(
            "7.14",
            "Dead button: the small blind goes out",
            "If nobody takes the seat, the button stays where it is, the former big blind posts the small one, and "
            "the next player the big one: the same player deals twice.",
            expand_ids("G186-G188"),
            (77,),
        ),
        Rule(
            "7.15",
            "The event director",
            "These rules do not foresee everything. Beyond them the usual tournament rules hold, and the event "
            "director settles every dispute and question for good.",
            expand_ids("G189-G191"),
        ),
        Rule(
            "7.16",
            "Team ranking",
            "The lowest sum of four ranks wins. On a tie the best ranks are compared, then the second, third and "
            "fourth. Equal in all four is a shared rank.",
            expand_ids("G192-G195"),
            (6, 65, 66),
        ),
        Rule(
            "7.17",
            "Player ranking",
            "No two players tie: if two go out in one hand, whoever was all-in first is out first.",
            expand_ids("G196"),
            (61, 62, 63),
        ),
    ),
)
