"""The score sheets of the weekend of seed 1, player by player, and the places that follow from them by counting.

A place is one more than the number of players who are better: by points, then by the better round, the next better
one, ... (G65, G88, G104). In bowling, players who are equal all the way share the mean of their places (G43): only 380
and 370 are more than 190 + 170, which two have, so they take the places 3 and 4, and 3.5 each. At cards the place is
counted from the end of the order of going out; who was late has the last one of 44, since eleven teams play on.

Overall counts the sum of the places, and then the best place (G24-G26):
    107    Lu O'Neill of Trio was 1st in the derby, Ed 山田 14th in bags
    120.5  Bo Ødegård was 7th at basketball, Lu O'Neill of the Kings 20th
    121    Kim Müller of **Bold** was 2nd in bags, Cy Smith-Jones 5th at basketball
    139    Kim Müller of ทีมไทย was 8th in bowling, Nia Łukasz of @everyone 12th
"""

from typing import NamedTuple

LONG = "The Extraordinarily Long-Winded Gentlemen of the Upper Lower Valley Bowling League"


class Sheet(NamedTuple):
    """What a player did: points of each round, the place in each event, and the sum of the places."""

    player: str
    team: str
    bowling: tuple[int, ...]
    derby: tuple[int, ...]
    bags: tuple[int, ...]
    basketball: tuple[int, ...]
    places: tuple[float | None, ...]
    """Bowling, derby, bags, basketball, cards; None after an ejection."""
    total: float | None
    """None: no overall place."""


# In the order of the overall places. Łódź Lions lost one player before bags, and was ejected before basketball.
SHEETS = [
    Sheet("Cy Singh", "הנשרים", (190, 170), (10, 20), (38, 47, 32), (31, 49), (3.5, 22, 8, 6, 30), 69.5),
    Sheet("Ann Lee", "**Bold**", (250, 130), (15, 21), (29, 52, 47), (17, 30), (1, 12, 4, 25, 33), 75),
    Sheet("Ina Ng", "@everyone", (130, 170), (11, 14), (50, 51, 18), (44, 40), (16.5, 36, 7, 2, 14), 75.5),
    Sheet("Bo Ødegård", "Trio", (150, 120), (20, 22), (56, 60, 33), (28, 16), (25.5, 4, 1, 30, 17), 77.5),
    Sheet("Ina Ng", "`code` ``` fence", (110, 120), (14, 26), (29, 30, 48), (34, 22), (39, 7, 12, 21, 2), 81),
    Sheet("Jo حداد", "نسور FC", (190, 150), (11, 23), (25, 21, 35), (8, 38), (5.5, 15, 30, 26, 5), 81.5),
    Sheet("Sub Stitute", "@everyone", (130, 190), (20, 20), (37, 11, 24), (35, 48), (10, 8, 38, 3, 23), 82),
    Sheet("Ann 山田", "<@1> | spoiler ||", (180, 130), (13, 15), (31, 24, 21), (27, 47), (11, 30, 33, 9, 1), 84),
    Sheet("Pia d'Arc", "ทีมไทย", (190, 150), (25, 17), (28, 28, 16), (28, 9), (5.5, 3, 39, 34, 3), 84.5),
    Sheet("Di O'Neill", "@everyone", (110, 110), (8, 22), (41, 30, 40), (39, 30), (43, 20, 11, 12, 8), 94),
    Sheet("Nia حداد", LONG, (170, 90), (14, 28), (51, 33, 29), (9, 12), (27.5, 2, 10, 42, 16), 97.5),
    Sheet("Oz Smith-Jones", LONG, (180, 120), (14, 5), (40, 50, 42), (50, 34), (14, 42, 3, 1, 38), 98),
    Sheet("Flo حداد", "ทีมไทย", (190, 180), (3, 23), (29, 44, 25), (38, 6), (2, 32, 16, 29, 20), 99),
    Sheet("Oz Müller", "نسور FC", (170, 120), (12, 9), (53, 26, 24), (47, 36), (20, 40, 13, 4, 25), 102),
    Sheet("Flo حداد", "**Bold**", (100, 180), (17, 6), (28, 46, 50), (16, 38), (23, 39, 6, 22, 13), 103),
    Sheet("Lu O'Neill", "Trio", (120, 180), (27, 16), (15, 26, 26), (26, 51), (14, 1, 40, 8, 44), 107),
    Sheet("Ed 山田", "ทีมไทย", (90, 130), (19, 13), (53, 17, 31), (28, 31), (41, 16, 14, 18, 18), 107),
    Sheet("Ed Lee", "نسور FC", (160, 170), (5, 25), (40, 28, 48), (12, 18), (9, 19, 9, 36, 36), 109),
    Sheet("Ina Lee", "東京ローラーズ", (130, 170), (11, 5), (42, 31, 20), (40, 27), (16.5, 45, 20, 13, 15), 109.5),
    Sheet("Di García", LONG, (180, 160), (19, 18), (28, 29, 6), (38, 32), (7, 11, 43, 10, 40), 111),
    Sheet("Bo Łukasz", "הנשרים", (90, 150), (11, 18), (21, 24, 31), (25, 33), (34.5, 24, 33, 19, 7), 117.5),
    Sheet("Gus Singh", "Trio", (140, 100), (9, 21), (46, 24, 11), (4, 40), (36, 21, 29, 28, 4), 118),
    Sheet("Max Ng", "הנשרים", (170, 190), (15, 15), (24, 31, 27), (34, 16), (3.5, 23, 28, 24, 41), 119.5),
    Sheet("Bo Ødegård", "👑 Kings 👨‍👩‍👧", (150, 90), (9, 8), (25, 32, 27), (37, 43), (34.5, 44, 26, 7, 9), 120.5),
    Sheet("Lu O'Neill", "👑 Kings 👨‍👩‍👧", (150, 110), (18, 11), (21, 38, 25), (27, 30), (30.5, 24, 24, 20, 22), 120.5),
    Sheet("Kim Müller", "**Bold**", (110, 140), (9, 19), (40, 50, 56), (6, 22), (33, 28, 2, 37, 21), 121),
    Sheet("Cy Smith-Jones", "`code` ``` fence", (100, 100), (15, 23), (21, 30, 30), (41, 41), (47, 9, 31, 5, 29), 121),
    Sheet("Jo Łukasz", "東京ローラーズ", (150, 140), (13, 6), (28, 35, 29), (23, 18), (22, 43, 22, 33, 6), 126),
    Sheet("Di García", "東京ローラーズ", (130, 100), (8, 26), (25, 28, 31), (22, 3), (37.5, 13, 27, 39, 11), 127.5),
    Sheet("Max 山田", "👑 Kings 👨‍👩‍👧", (120, 180), (14, 14), (25, 33, 26), (12, 34), (14, 31, 25, 27, 31), 128),
    Sheet(
        "Oz Smith-Jones", "東京ローラーズ", (150, 120), (18, 8), (28, 17, 15), (19, 42), (25.5, 33, 44, 16, 10), 128.5
    ),
    Sheet("Nia Łukasz", "`code` ``` fence", (90, 130), (24, 10), (40, 22, 62), (35, 8), (41, 14, 5, 31, 39), 130),
    Sheet("Hal O'Neill", "הנשרים", (160, 120), (14, 12), (18, 40, 30), (0, 34), (24, 34, 23, 35, 19), 135),
    Sheet(
        "Flo Ødegård", "<@1> | spoiler ||", (110, 90), (15, 17), (42, 32, 19), (17, 43), (45.5, 17, 19, 17, 37), 135.5
    ),
    Sheet("Kim Singh", "<@1> | spoiler ||", (170, 90), (22, 20), (22, 13, 39), (6, 17), (27.5, 4, 36, 41, 28), 136.5),
    Sheet("Kim Müller", "ทีมไทย", (140, 190), (12, 13), (14, 23, 19), (40, 25), (8, 37, 45, 14, 35), 139),
    Sheet("Nia Łukasz", "@everyone", (110, 190), (10, 4), (23, 22, 19), (34, 31), (12, 46, 42, 15, 24), 139),
    Sheet("Ina Lee", LONG, (110, 180), (6, 8), (38, 22, 16), (42, 27), (19, 47, 32, 11, 32), 141),
    Sheet("Lu d'Arc", "<@1> | spoiler ||", (110, 150), (8, 20), (21, 18, 35), (12, 12), (30.5, 27, 37, 40, 12), 146.5),
    Sheet("Pia García", "نسور FC", (90, 110), (6, 22), (31, 45, 20), (20, 22), (45.5, 26, 17, 32, 27), 147.5),
    Sheet("Hal García", "`code` ``` fence", (130, 130), (23, 18), (19, 17, 17), (11, 16), (32, 6, 46, 38, 26), 148),
    Sheet("Pia d'Arc", "**Bold**", (130, 100), (25, 6), (16, 46, 31), (6, 8), (37.5, 18, 18, 43, 34), 150.5),
    Sheet("Gus Singh", "👑 Kings 👨‍👩‍👧", (120, 90), (20, 5), (33, 34, 26), (18, 36), (44, 35, 21, 23, 42), 165),
    Sheet("Gus Müller", "Łódź Lions", (130, 160), (19, 9), (), (), (21, 28, None, None, None), None),
    Sheet("Flo Ødegård", "Łódź Lions", (90, 130), (13, 24), (39, 11, 49), (), (41, 10, 15, None, None), None),
    Sheet("Lu d'Arc", "Łódź Lions", (140, 160), (20, 3), (39, 5, 31), (), (18, 38, 35, None, None), None),
    Sheet("Ann 山田", "Łódź Lions", (160, 100), (10, 10), (18, 23, 26), (), (29, 41, 41, None, None), None),
]
