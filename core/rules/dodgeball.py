"""The dodgeball tournament."""

from core.rules.rule import Rule, Section, expand_ids

REGISTRATION = Section(
    "1",
    "Registration",
    (
        Rule(
            "1.1",
            "Fee and age",
            "The fee is 80 dollars a team. Players are 21 or older.",
            expand_ids("D1"),
            (4, 79, 83, 114),
        ),
        Rule(
            "1.2",
            "Registering",
            "A captain registers the team here, and so holds its place; no paper is needed.",
            expand_ids("D2 D3"),
            (83,),
        ),
        Rule(
            "1.3",
            "What the fee covers",
            "The fee pays for dodgeball alone; entry to the surrounding festival costs extra.",
            expand_ids("D4 D5"),
            (109,),
        ),
        Rule("1.4", "Field", "Twelve teams can play.", expand_ids("D6"), (82, 84, 108)),
        Rule("1.5", "Start", "Play starts at ten in the morning.", expand_ids("D7"), (14, 105, 106)),
        Rule(
            "1.6",
            "Roster",
            "A team brings six players or more.",
            expand_ids("D8"),
            (1, 2, 80, 81, 113),
        ),
        Rule(
            "1.7",
            "Changed rules",
            "If these rules change, every captain is told before play starts.",
            expand_ids("D9"),
            (107,),
        ),
        Rule(
            "1.8",
            "Conduct",
            "The house ladder holds. Heavy trash talk is warned once; the second time the player is out of the "
            "tournament and the team has its last warning; after that the team is out. A punch puts out at once.",
            (),
            (16, 17, 18, 22, 23, 112),
        ),
    ),
)

COURT = Section(
    "2",
    "Equipment and court",
    (
        Rule(
            "2.1",
            "Equipment",
            "Wear athletic shoes. Take off jewellery, hats and bandanas.",
            expand_ids("D10 D11"),
        ),
        Rule(
            "2.2",
            "Court",
            "The court is 63 by 42 feet, with side, end and attack lines, and a centre line that has a hash "
            "mark in its middle.",
            expand_ids("D12 D13"),
        ),
        Rule(
            "2.3",
            "Staying inside",
            "Stay within the lines. Only to fetch a ball may you cross your own end line, and you come straight "
            "back over it.",
            expand_ids("D14-D17"),
            (110, 111),
        ),
        Rule(
            "2.4",
            "Out by stepping",
            "You are out if you touch the floor on or beyond a side line, leave or come back over a side line, run "
            "off the court to dodge or catch a ball, or touch the floor beyond the centre line.",
            expand_ids("D18-D27"),
            (110, 111),
        ),
    ),
)

PLAY = Section(
    "3",
    "Teams and games",
    (
        Rule(
            "3.1",
            "On court",
            "Six players a side; a team may start with four.",
            expand_ids("D28-D31"),
            (80,),
        ),
        Rule(
            "3.2",
            "Changes",
            "Nobody comes in and nobody calls a time-out during a game. Between games players may change.",
            expand_ids("D32-D35"),
            (103, 104),
        ),
        Rule(
            "3.3",
            "Match",
            "A match is the best of three games of five minutes. A coin flip opens it, its winner picks the side, "
            "and sides change after each game.",
            expand_ids("D36-D42"),
            (85, 86, 87),
        ),
        Rule(
            "3.4",
            "Winning a game",
            "Put all opponents out, and the game is yours. When time runs out, the side with more players left "
            "wins; with equal numbers there is overtime.",
            expand_ids("D43-D46"),
            (88,),
        ),
        Rule(
            "3.5",
            "How somebody gets out",
            "A live ball that hits an opponent below the shoulders puts that opponent out, and so does a higher hit "
            "that the opponent clearly ducked into. A caught live ball puts the thrower out. A live ball that makes "
            "an opponent drop a held ball puts the opponent out. Stepping out of bounds does too.",
            expand_ids("D47-D57"),
            (93, 94, 96, 97, 111),
        ),
        Rule(
            "3.6",
            "Head hits",
            "Hit somebody's head with a throw, and you are out for that game; the second time you are out of the "
            "match.",
            expand_ids("D58 D59"),
            (94, 95, 96),
        ),
        Rule(
            "3.7",
            "Blocking and live balls",
            "A held ball may block a throw as long as it is not dropped. A ball that comes off it and hits the "
            "holder is dead. A throw is live until it has touched the ground, another player or a ball.",
            expand_ids("D60-D62"),
            (97,),
        ),
        Rule(
            "3.8",
            "Opening rush",
            "Six balls lie in a row on the centre line. Players wait behind their end lines for the signal, and "
            "fetch only the balls to the right of the hash mark. Each must go back behind the attack line before it "
            "is thrown at anybody.",
            expand_ids("D63-D70"),
        ),
        Rule(
            "3.9",
            "Stalling",
            "The trailing team must get its chance. If the leading team has all the balls on its side, it has five "
            "seconds to bring at least one fairly past the attack line into the other backcourt; a throw that goes "
            "over and out at the far end does not do. First violation: play stops, balls are shared out evenly and "
            "held at the restart. Second: the opponents get a free throw, without risk even if it is caught. Third: "
            "one player of the stalling team goes out. None of this holds in overtime.",
            expand_ids("D71-D84"),
            (92, 98, 99, 100, 101, 102),
        ),
        Rule(
            "3.10",
            "Overtime",
            "Overtime lasts three minutes. Both teams start it behind their end lines, with as many balls each in "
            "hand. The first out decides it.",
            expand_ids("D85-D89"),
            (87, 89, 90, 91, 92),
        ),
    ),
)
