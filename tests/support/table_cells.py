"""Pages as their readers find them: the words of a table's cells."""

from __future__ import annotations

import html
import re

from django.test import Client

from tournaments.models import Event

ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"<t[hd]\b.*?</t[hd]>", re.DOTALL)
FOLDED = re.compile(r"<summary>(.*?)</summary>.*?</details>", re.DOTALL)
UNFOLDED = re.compile(r"<details.*?</details>", re.DOTALL)


def page(event: Event, path: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/events/{event.pk}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def text(piece: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", piece)).split())


def rows(source: str) -> list[list[str]]:
    """Return the cells of the first table's body, a list for each row.

    A number that unfolds gives only what shows while it is folded.
    """
    body = FOLDED.sub(r"\1</details>", source[source.index("<tbody") : source.index("</tbody")])
    return [[text(cell) for cell in CELL.findall(row)] for row in ROW.findall(body)]


def unfolded(source: str, number: int, column: int) -> str:
    """Return what the number of a player's row unfolds to."""
    return text(UNFOLDED.findall(source[source.index(f'id="no-{number}"') :])[column])
