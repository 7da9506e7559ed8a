"""Zips that are sent while they are made."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipInfo


class Sink(io.RawIOBase):
    """The file into which an archive is written: it can't seek, so its content can be sent at once."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: object) -> int:
        taken = bytes(memoryview(piece))  # type: ignore[arg-type]  # whatever a file takes
        self._pieces.append(taken)
        return len(taken)

    def taken(self) -> Iterator[bytes]:
        pieces, self._pieces = self._pieces, []
        if pieces:
            yield b"".join(pieces)


def entry(path: str, changed_at: datetime) -> ZipInfo:
    """Describe a file of the archive, dated by its content, so that equal content makes equal files."""
    info = ZipInfo(path, date_time=changed_at.timetuple()[:6])
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info
