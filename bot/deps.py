"""What the parts of one running bot share; built in `bootstrap`, and nowhere else."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.clock import Clock
from bot.db.engine import Database
from bot.settings import Settings
from bot.ui.pictures.renderer import PictureRenderer


@dataclass(frozen=True, slots=True)
class Deps:
    """The settings, the official clock, the database, the painter, and the bell of the relay."""

    settings: Settings
    clock: Clock
    database: Database
    renderer: PictureRenderer
    wake_relay: Callable[[], None]
