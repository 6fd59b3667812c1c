"""How gateway frames are packed: plain text, a zlib or zstd stream, or single compressed payloads."""

from __future__ import annotations

import importlib
import zlib
from typing import Any, Protocol

LARGE_FRAME_BYTES = 1024


class Compression(Protocol):
    def compress(self, frame: str, *, whole: bool) -> str | bytes: ...


class Plain:
    """No transport compression; with `whole` (IDENTIFY asked for it) large payloads are packed singly."""

    def compress(self, frame: str, *, whole: bool) -> str | bytes:
        return zlib.compress(frame.encode()) if whole and len(frame) > LARGE_FRAME_BYTES else frame


class ZlibStream:
    """One zlib stream for the whole connection; every frame ends with a sync flush."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj(level=1)

    def compress(self, frame: str, *, whole: bool) -> str | bytes:
        return self._packer.compress(frame.encode()) + self._packer.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """One zstd stream; only where Python or `zstandard` brings it (a client asks only where it has it)."""

    def __init__(self, packer: Any, flush_block: Any) -> None:
        self._packer, self._flush_block = packer, flush_block

    def compress(self, frame: str, *, whole: bool) -> str | bytes:
        return self._packer.compress(frame.encode()) + self._packer.flush(self._flush_block)


def make_compression(asked_for: str | None) -> Compression:
    """The transport compression that a client asked for; what is not known is sent plain."""
    if asked_for == "zlib-stream":
        return ZlibStream()
    if asked_for == "zstd-stream":
        return _zstd()
    return Plain()


def _zstd() -> Compression:
    try:
        standard: Any = importlib.import_module("compression.zstd")
    except ImportError:
        outside: Any = importlib.import_module("zstandard")
        return ZstdStream(outside.ZstdCompressor().compressobj(), outside.COMPRESSOBJ_FLUSH_BLOCK)
    packer = standard.ZstdCompressor()
    return ZstdStream(packer, standard.ZstdCompressor.FLUSH_BLOCK)
