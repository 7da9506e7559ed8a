"""A script that writes confusables.txt, which ``lookalikes`` reads, from a newer version of Unicode.

Run ``python -m accounts.names.generate_confusables`` with PyICU installed; nothing else on the site needs that. Stored
skeletons change with the file, so a migration must settle them again (``lookalikes.settle_skeletons``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import icu

from .lookalikes import TABLE

HEAD = """\
# What each character looks like: the prototypes of Unicode Technical Standard #39, "confusables", and (alone on its
# line, as a first and a last code point) what is to be ignored by default, Default_Ignorable_Code_Point.
# Unicode {unicode}, taken from ICU {icu} by generate_confusables.py.
# Copyright © 2016-2025 Unicode, Inc. Under the Unicode License v3, which is in confusables.license.txt.
"""


def main() -> None:
    lines = [*_ignorable(), *_prototypes()]
    head = HEAD.format(unicode=icu.UNICODE_VERSION, icu=icu.ICU_VERSION)
    TABLE.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def _characters() -> Iterator[str]:
    return (chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)


def _is_ignorable(character: str) -> bool:
    return bool(icu.Char.hasBinaryProperty(ord(character), icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT))


def _ignorable() -> Iterator[str]:
    codes = [ord(each) for each in _characters() if _is_ignorable(each)]
    for _start, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0]):
        members = [code for _place, code in run]
        yield f"{members[0]:04X}..{members[-1]:04X}"


def _prototypes() -> Iterator[str]:
    checker, decomposed = icu.SpoofChecker(), icu.Normalizer2.getNFDInstance()
    for each in _characters():
        if _is_ignorable(each) or decomposed.normalize(each) != each:
            continue
        prototype = checker.getSkeleton(0, each)
        if prototype != each:
            yield f"{ord(each):04X} {_codes(prototype)}"


def _codes(text: Iterable[str]) -> str:
    return " ".join(f"{ord(each):04X}" for each in text)


if __name__ == "__main__":
    main()
