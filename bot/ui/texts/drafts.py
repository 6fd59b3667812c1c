"""What is said where a draft is no longer kept: the same for all, and then what to do about this one."""

from collections.abc import Mapping

from bot.db.drafts import DraftPurpose

WHAT_NOW: Mapping[DraftPurpose, str] = {
    DraftPurpose.AMENDMENT: "`/rules show` shows what the rules say.",
    DraftPurpose.ANNOUNCEMENT: "`/announce list` shows what counts.",
    DraftPurpose.BELATED_MATCH: "`/bracket` shows what counts.",
    DraftPurpose.BRACKET_DRAW: "`/bracket` shows the bracket as it stands.",
    DraftPurpose.BRACKET_IMPORT: "Send the file again with `/event import` if something is missing.",
    DraftPurpose.CANCELLATION: "`/competition show` says which events count.",
    DraftPurpose.CARD: "Write the card with `/card enter`.",
    DraftPurpose.CARD_ARRANGEMENT: "`/card show` shows what holds; enter it again if it is wrong.",
    DraftPurpose.CARD_RULING: "Rule with `/card rule`.",
    DraftPurpose.CLOSING: "Use `/event close` again if the event is still open.",
    DraftPurpose.CORRECTION: "`/score history` shows what counts; correct it again if it is wrong.",
    DraftPurpose.DESK_ROUND: "Open the round again.",
    DraftPurpose.ENDING: "`/competition show` says where the competition stands.",
    DraftPurpose.FORFEIT: "Use `/clock late` again if it is still so.",
    DraftPurpose.IMPORT: "Send the file again with `/event import` if something is missing.",
    DraftPurpose.MATCH_CORRECTION: "`/bracket` shows what counts; correct it again if it is wrong.",
    DraftPurpose.OFFENCE: "`/conduct history` shows what counts.",
    DraftPurpose.SCORE: "`/score history` shows what is in: enter the round only where it is missing.",
    DraftPurpose.SEATS_DRAW: "`/holdem room` shows who sits where.",
    DraftPurpose.STROKE_INDEX: "`/score history event:Golf Scramble` shows which stroke index counts.",
    DraftPurpose.TEAM_SHEET: "Open the team's sheet again.",
    DraftPurpose.TYPED_ARRANGEMENT: "Enter it again with `/card lanes` or `/card pairs`.",
}


def is_gone(purpose: DraftPurpose) -> str:
    """The refusal of a button whose draft was taken up, or is too old."""
    return f"This was done already, or it is older than a day; nothing was changed now. {WHAT_NOW[purpose]}"
