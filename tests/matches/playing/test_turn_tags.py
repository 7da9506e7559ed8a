"""The lists of legal steps, for readers without scripts."""

from __future__ import annotations

import re

from engine.values import Step
from matches.playing.turn_tags import step_groups


def _step(text: str, group: str) -> Step:
    return Step(text=text, label=text, kind="attack", next=text, group=group, paths=())


def test_each_heading_stands_once_however_the_steps_are_ordered() -> None:
    page = step_groups((_step("1 left", "Left"), _step("1 right", "Right"), _step("2 left", "Left")))
    found = re.findall(r"<summary>(\w+) .*?\((\d+)\)", page)
    assert found == [("Left", "2"), ("Right", "1")]
    assert [re.findall(r'value="(.*?)"', group) for group in page.split("</details>")[:2]] == [
        ["1 left", "2 left"],
        ["1 right"],
    ]
