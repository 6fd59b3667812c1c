"""One file per event, found by `core.scoring.event.get_events`.

To add an event, write one file that names its rules at the top and provides `EVENT`, a value that has everything
`core.scoring.event.Event` asks for, and one test file. Where players take rounds that are summed, `SummedRounds` does
the ranking and the reading, and `CountsEntry` the form; `basketball.py` is the shortest example. No event imports
another.
"""
