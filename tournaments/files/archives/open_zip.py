"""Reading a zip that anyone could have made: nothing in it is trusted before it has been checked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from i18n.text import say
from mail.parse import bounded_json

from .file_names import EDITIONS, FORMAT, MANIFEST, VERSION

DEEPEST = 40
BYTES_A_VALUE = 12  # at least, in what this site writes, where each has a line of its own
IN_MANIFEST = 100  # beside a value for each file
ENCRYPTED = 0x1
PIECE = 1 << 20
Json = Any


class BadArchive(ValueError):
    """Raised if the archive can't be imported; ``str()`` is a sentence that says why."""


@dataclass(frozen=True)
class Limits:
    """Limits on how much an archive may hold once it is unpacked."""

    files: int
    bytes: int
    largest: int = 30_000_000  # in bytes, of one file: it is in memory as a whole, where JSON takes many times its size

    @property
    def values(self) -> int:
        """The largest number of JSON values in one file."""
        return self.largest // BYTES_A_VALUE


@dataclass(frozen=True)
class Archive:
    """An archive whose files all have the checksums in its manifest."""

    manifest: Mapping[str, Json]
    _zip: ZipFile
    _values: int

    @property
    def edition(self) -> str:
        return str(self.manifest["edition"])

    @property
    def names(self) -> Iterable[str]:
        return list(self.manifest["files"])

    def has(self, name: str) -> bool:
        return name in self.manifest["files"]

    def json(self, name: str) -> Json:
        """Parse a file of the archive. Raises ``BadArchive``."""
        if not self.has(name):
            raise BadArchive(say("The file %(name)s is missing from the archive.", name=_shown(name)))
        return parsed(self._zip.read(name), name, self._values)


def opened(file: IO[bytes], limits: Limits) -> Archive:
    """Open an archive, with one of its files in memory at once. Raises ``BadArchive``."""
    try:
        archive = ZipFile(file)
        _refuse_wrong_names(archive.infolist(), limits)
        manifest = _manifest(archive, limits.files + IN_MANIFEST)
        _refuse_wrong_files(archive, manifest["files"])
    except BadArchive:
        raise
    except Exception as error:  # a damaged zip raises anything: zipfile's errors, zlib's, and those of broken numbers
        raise BadArchive(say("This zip file is damaged or incomplete.")) from error
    return Archive(manifest, archive, limits.values)


def parsed(content: bytes, name: str, values: int) -> Json:
    """Parse JSON as this site writes it, with at most ``values`` values.

    No key comes twice, every number is one, and everything fits in a database.
    """
    how = {"object_pairs_hook": _once, "parse_constant": _no_number}
    try:
        found = bounded_json.read_json(content, values=values, deepest=DEEPEST, **how)
        _refuse_unwritable(found)
    except ValueError as error:
        raise BadArchive(say("The file %(name)s isn’t valid in an archive.", name=_shown(name))) from error
    return found


def _refuse_wrong_names(infos: list[ZipInfo], limits: Limits) -> None:
    seen: set[str] = set()
    total = 0
    for info in infos:
        name = info.filename
        if name.casefold() in seen:
            raise BadArchive(say("The file %(name)s is in the archive twice.", name=_shown(name)))
        seen.add(name.casefold())
        if _leads_elsewhere(name):
            raise BadArchive(say("A file in the archive has an invalid name: %(name)s.", name=_shown(name)))
        if info.flag_bits & ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise BadArchive(
                say("The file %(name)s is compressed or encrypted in a way we can’t read.", name=_shown(name))
            )
        total += info.file_size
        if info.file_size > limits.largest or total > limits.bytes or len(seen) > limits.files:
            raise BadArchive(say("Unpacked, this archive is too large."))


def _leads_elsewhere(name: str) -> bool:
    parts = name.split("/")
    return "\\" in name or ":" in name or "\0" in name or any(part in ("", ".", "..") for part in parts)


def _manifest(archive: ZipFile, values: int) -> dict[str, Json]:
    if MANIFEST not in archive.namelist():
        raise BadArchive(say("This zip isn’t a club’s archive: it has no %(name)s.", name=MANIFEST))
    manifest = parsed(archive.read(MANIFEST), MANIFEST, values)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadArchive(say("This zip isn’t a club’s archive."))
    version = manifest.get("version")
    if type(version) is not int or version < 1:
        raise BadArchive(say("The file %(name)s isn’t valid in an archive.", name=MANIFEST))
    if version > VERSION:
        raise BadArchive(say("The archive was made by a newer version of this program. This site needs an update."))
    files = manifest.get("files")
    if manifest.get("edition") not in EDITIONS or not isinstance(files, dict):
        raise BadArchive(say("The file %(name)s isn’t valid in an archive.", name=MANIFEST))
    return manifest


def _refuse_wrong_files(archive: ZipFile, files: Mapping[str, Json]) -> None:
    there = set(archive.namelist()) - {MANIFEST}
    if missing := sorted(files.keys() - there):
        raise BadArchive(say("The file %(name)s is missing from the archive.", name=_shown(missing[0])))
    if more := sorted(there - files.keys()):
        raise BadArchive(say("Someone added a file to the archive: %(name)s.", name=_shown(more[0])))
    for name, digest in files.items():
        if _digest(archive, name) != digest:
            raise BadArchive(say("The file %(name)s was changed after the archive was made.", name=_shown(name)))


def _digest(archive: ZipFile, name: str) -> str:
    found = hashlib.sha256()
    with archive.open(name) as file:
        while piece := file.read(PIECE):
            found.update(piece)
    return found.hexdigest()


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def _no_number(text: str) -> Json:
    raise ValueError(text)


def _refuse_unwritable(found: Json) -> None:
    if isinstance(found, dict):
        for key, value in found.items():
            _refuse_unwritable(key)
            _refuse_unwritable(value)
    elif isinstance(found, list):
        for value in found:
            _refuse_unwritable(value)
    elif isinstance(found, str):
        if "\0" in found:
            raise ValueError("a character that no database holds")
        found.encode()  # half of a surrogate pair is none


def _shown(name: str) -> str:
    """Return the name as far as it can be shown on a line."""
    return "".join(letter if letter.isprintable() else "�" for letter in name)[:80]
