"""Softball home-run derby: two rounds of a minute, home runs counted by tier (G48-G54, G64-G69).

tier      1    2    3    4    5
line    140  160  180  200  220 feet
points    1    2    3    4    5
"""

from core.scoring.counts import CountsEntry
from core.scoring.event import Count
from core.scoring.ranking import Unit
from core.scoring.summed_rounds import SummedRounds

_LINES_FEET = (140, 160, 180, 200, 220)

EVENT = SummedRounds(
    key="derby",
    title="Home Run Derby",
    order=2,
    rounds=2,
    round_seconds=60,
    is_pitched=True,
    has_warm_up=False,
    default_ties="share",
    highest_round=99_999,
    can_be_cancelled=True,
    entry=CountsEntry(
        noun="derby round",
        round_name="round",
        unit=Unit("point", "points"),
        counts=tuple(
            Count(f"Tier {tier} ({feet} ft)", points=tier, lowest=0, highest=999)
            for tier, feet in enumerate(_LINES_FEET, start=1)
        ),
        counted="home runs",
        highest_total=99_999,
        rare_above=75,
        example="five counts, tier 1 to tier 5, like 1 0 2 0 3, or the total, like 17",
    ),
)
