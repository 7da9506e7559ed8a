"""HTML as a browser takes it, however its template is laid out."""

from __future__ import annotations

import re

_ALONE = "button|dd|div|dl|dt|fieldset|footer|form|h[1-6]|header|li|ol|p|section|table|tbody|td|th|thead|tr|ul"
_AT_A_BLOCK = re.compile(rf" ?(</?(?:{_ALONE}|br|input|option|select)\b[^>]*>) ?")


def compact(html: str) -> str:
    """Return HTML in one line, without blanks that no browser shows.

    Those are at the beginning or end of a block, and before a tag’s end.
    """
    return _AT_A_BLOCK.sub(r"\1", " ".join(html.split()).replace(" >", ">"))
