"""Basketball sure shot: two rounds of a minute, shots made counted by spot (G93, G96, G103-G108).

spot     layup  15-footer  3-pointer  30-footer
points       1          2          5         10
"""

from core.scoring.counts import CountsEntry
from core.scoring.event import Count
from core.scoring.ranking import Unit
from core.scoring.summed_rounds import SummedRounds

_SPOTS = {"Layups": 1, "15-footers": 2, "3-pointers": 5, "30-footers": 10}

EVENT = SummedRounds(
    key="basketball",
    title="Basketball Sure Shot",
    order=4,
    rounds=2,
    round_seconds=60,
    has_warm_up=False,
    default_ties="share",
    highest_round=99_999,
    entry=CountsEntry(
        noun="basketball round",
        round_name="round",
        unit=Unit("point", "points"),
        counts=tuple(Count(spot, points=points, lowest=0, highest=999) for spot, points in _SPOTS.items()),
        counted="shots made",
        highest_total=99_999,
        rare_above=60,
        example="four counts, layups to 30-footers, like 6 4 2 0, or the total, like 24",
    ),
)
