"""JSON that someone else has written: looked at before it is read, since reading takes many times its size."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")
STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


class TooMuch(ValueError):
    """It holds more values than anybody needs, or one within another too often."""


def read_json(content: bytes, *, values: int, deepest: int, **how: Any) -> Any:
    """What it says, in UTF-8 (RFC 8259, 8.1); ``how`` as ``json.loads`` takes it. Raises ``ValueError``."""
    text = content.decode("utf-8-sig")
    look_at(text, values=values, deepest=deepest)
    return json.loads(text, **how)


def look_at(text: str, *, values: int, deepest: int) -> None:
    """Raises ``TooMuch``. The text need not be JSON."""
    bones = STRING.sub("", text)
    if max(sum(map(bones.count, ",[{")), sum(map(bones.count, "]}"))) > values:
        raise TooMuch(f"more than {values} values")
    if max(accumulate(STEP[each] for each in BRACKET.findall(bones)), default=0) > deepest:
        raise TooMuch(f"more than {deepest} deep")
