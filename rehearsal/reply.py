"""What a person sees after acting."""

from __future__ import annotations

from rehearsal import interactions, reading
from rehearsal.interactions import Interaction
from rehearsal.state import Attachment, Json, Message


class Reply:
    """The bot's answer to one interaction. Texts are read live: an edited message reads as it stands now."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self._seen = interaction.changes

    def __repr__(self) -> str:
        return f"<Reply to {self.interaction.label}: {self.kind} {self.text!r:.300}>"

    @property
    def kind(self) -> str:
        """message (a new one), update (the pressed message changed), modal, choices, deferred, silence."""
        return interactions.kind_of_answer(self.interaction)

    @property
    def message(self) -> Message | None:
        """The message that answered, or that was updated."""
        return self.interaction.original

    @property
    def followups(self) -> list[Message]:
        """Further messages of the same answer, oldest first."""
        return self.interaction.followups

    @property
    def modal(self) -> Json | None:
        """The form, as the bot sent it."""
        return self.interaction.modal

    @property
    def text(self) -> str:
        """All that is to be read: the message and its followups, or the form's title, labels and texts."""
        if self.modal is not None:
            return reading.modal_text(self.modal, self.interaction.channel.guild)
        shown = [self.message, *self.followups]
        return "\n".join(m.text for m in shown if m is not None and not m.is_deleted)

    @property
    def ephemeral(self) -> bool:
        """Whether only the person who acted sees the answer."""
        return self.message is not None and self.message.is_ephemeral

    @property
    def buttons(self) -> list[str]:
        """The labels of the message's buttons."""
        return self.message.buttons if self.message else []

    @property
    def attachments(self) -> list[Attachment]:
        shown = [self.message, *self.followups]
        return [a for m in shown if m is not None for a in m.attachments]

    @property
    def edits(self) -> list[str]:
        """The texts that the message had before, oldest first."""
        return self.message.edits if self.message else []

    @property
    def acknowledged_in(self) -> float:
        """Seconds from the person's action until the bot acknowledged it (Discord allows 3)."""
        return self.interaction.acknowledged_in

    @property
    def final_in(self) -> float:
        """Seconds from the person's action until the final answer."""
        return self.interaction.final_in

    async def changed(self, within: float = 10.0) -> Reply:
        """Wait for the next change after this answer, or after the last `changed`: an edit or a followup."""
        await self.interaction.wait_for_change(self._seen, within)
        self._seen = self.interaction.changes
        return self
