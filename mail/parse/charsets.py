"""Bytes as text, whatever character set they claim to have."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

# No others: some of Python's codecs take time that grows with the square ("punycode"), unpack, or evaluate escapes,
# and in some a letter is not its ASCII byte (UTF-7, EBCDIC).
_OF_MAIL: Final = re.compile(
    r"ascii|utf-8(-sig)?|utf-(16|32)(-[bl]e)?|iso8859-\d+|cp(12\d\d|437|8[56]\d|874|932|949|950)|koi8-[rtu]"
    r"|iso2022_(jp(_1|_2|_2004|_3|_ext)?|kr)|shift_jis(_2004|x0213)?|euc_(jp|kr|jis_2004|jisx0213)"
    r"|gb(2312|k|18030)|hz|big5(hkscs)?|johab|mac-\w+|tis-620|ptcp154|kz1048"
)
_WIDER: Final = {  # what programs really mean by these names, and how browsers read them
    "ascii": "utf-8",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}


def decoded(raw: bytes, charset: str) -> str:
    """Decode bytes in the named character set if possible, or else as UTF-8, or else as Windows' Latin.

    Any database can store the result.
    """
    for codec in _candidates(charset):
        try:
            text = raw.decode(codec)
            break
        except UnicodeDecodeError:
            pass
    else:
        text = raw.decode("cp1252", "replace")
    return text.removeprefix("\ufeff").replace("\0", "\ufffd").encode(errors="replace").decode()


def _candidates(charset: str) -> Iterator[str]:
    """Yield the codecs to try, in order."""
    try:
        name = codecs.lookup(re.sub(r"[^\w.-]", "", charset)).name if charset else "utf-8"
    except (LookupError, ValueError):
        name = "utf-8"
    if _OF_MAIL.fullmatch(name):
        yield _WIDER.get(name, name)
    yield "utf-8"
