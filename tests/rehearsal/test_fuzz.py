"""Hostile input over the wire; `make fuzz` sends more of it."""

from rehearsal.fuzz.run import fuzz


async def test_hostile_input_ends_in_sentences_and_changes_nothing_it_may_not() -> None:
    tally = await fuzz(7, 150, lambda _line: None)
    assert [str(finding) for finding in tally.findings] == []
    assert tally.inputs == 150
    assert tally.answers["message"] > 50
