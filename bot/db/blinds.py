"""What was pressed on the clock of the blinds, in order."""

from typing import Any

from sqlalchemy import Row, insert, select

from bot.db.connection import Connection
from bot.db.desk_tables import blinds_press as presses
from bot.db.engine import Transaction
from core.holdem.blinds import Level, Press, Pressed, make_level


async def load_presses(connection: Connection, competition_id: int) -> tuple[int, tuple[Pressed, ...]]:
    """All presses of a competition's clock, and the id of the newest one (0: none)."""
    statement = select(presses).where(presses.c.competition_id == competition_id).order_by(presses.c.id)
    rows = (await connection.execute(statement)).all()
    pressed = tuple(Pressed(Press(row.press), row.pressed_at, row.chips, _read_level(row)) for row in rows)
    return (rows[-1].id if rows else 0), pressed


def _read_level(row: Row[Any]) -> Level | None:
    return None if row.level is None else make_level(row.level, row.minutes, row.small)


async def insert_press(
    tx: Transaction, competition_id: int, press: Press, chips: int, by: int, level: Level | None = None
) -> int:
    """Save a press, now; gives its id."""
    row: dict[str, Any] = {"competition_id": competition_id, "press": press.value, "chips": chips}
    if level is not None:
        row |= {"level": level.number, "minutes": level.minutes, "small": level.small}
    statement = insert(presses).values(row | {"pressed_by": by, "pressed_at": tx.now}).returning(presses.c.id)
    return (await tx.connection.execute(statement)).scalar_one()
