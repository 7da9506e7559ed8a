"""JSON that someone else wrote: checked before it is parsed, since parsing takes many times its size."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")
STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


class TooMuch(ValueError):
    """Raised for JSON with more values, or deeper nesting, than anyone needs."""


def read_json(content: bytes, *, values: int, deepest: int, **how: Any) -> Any:
    """Parse JSON in UTF-8 (RFC 8259, 8.1); ``how`` are arguments of ``json.loads``. Raises ``ValueError``."""
    text = content.decode("utf-8-sig")
    look_at(text, values=values, deepest=deepest)
    return json.loads(text, **how)


def look_at(text: str, *, values: int, deepest: int) -> None:
    """Raise ``TooMuch`` if the text has too many values or is nested too deeply. It needn't be JSON."""
    bones = STRING.sub("", text)
    if max(sum(map(bones.count, ",[{")), sum(map(bones.count, "]}"))) > values:
        raise TooMuch(f"more than {values} values")
    if max(accumulate(STEP[each] for each in BRACKET.findall(bones)), default=0) > deepest:
        raise TooMuch(f"more than {deepest} deep")
