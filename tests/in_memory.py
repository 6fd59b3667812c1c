"""Files of tests lie in memory where there is enough of it: no test cuts the power, and a disk makes them wait.

SQLite asks the disk for each COMMIT, and PostgreSQL copies a thousand files for each database.
"""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 2 * 1024**3


def keep_in_memory() -> None:
    """From now on temporary files lie in memory, if there is any and TMPDIR names no other place."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ENOUGH_BYTES:
        tempfile.tempdir = str(MEMORY)
