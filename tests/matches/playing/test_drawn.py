"""What is drawn once is drawn of its values alone, and anew when one is another."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.template import Context, Template
from django.utils.safestring import SafeString

from accounts.models import User
from matches.clocks import times
from matches.playing.drawn import draw_around, drawn_once
from matches.time_control.words import from_now, left
from tests.support.markup import compact

LINE: dict[str, Any] = {"url": "/1/", "index": 1, "who": "Ada", "words": "moved", "text": "T@b3", "message": ""}


def test_each_value_has_its_drawing() -> None:
    first = drawn_once("matches/_line.html", **LINE)
    assert drawn_once("matches/_line.html", **LINE) is first
    for name in LINE:
        other = drawn_once("matches/_line.html", **LINE | {name: 7 if name == "index" else "other"})
        assert other != first
    assert "&lt;i&gt;" in drawn_once("matches/_line.html", **LINE | {"who": "<i>"})
    assert "<i>" in drawn_once("matches/_line.html", **LINE | {"who": SafeString("<i>")})
    assert "&lt;i&gt;" in drawn_once("matches/_line.html", **LINE | {"who": "<i>"})


def test_nothing_of_the_page_around_it_is_seen() -> None:
    page = Template('{% load drawn %}{% drawn_once "matches/_line.html" who="Ada" %}')
    assert "secret" not in page.render(Context({"words": "secret", "text": "secret", "message": "secret"}))
    assert "secret" in drawn_once("matches/_line.html", who="Ada", words="secret")


@pytest.mark.parametrize("value", [User(pk=1), (1, User(pk=1))])
def test_what_could_change_is_refused(value: object) -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="plain values"):
            drawn_once("matches/_line.html", who=value)


@pytest.mark.parametrize("seconds", [0, 0.5, 59, 60, 61, 119, 120, 3599, 7199, 7200, 172_799, 172_800, 400_000])
def test_of_a_length_of_time_whole_minutes_say_all(seconds: float) -> None:
    for time in (timedelta(seconds=seconds), -timedelta(seconds=seconds)):
        assert from_now(times._in_minutes(time)) == from_now(time)
        if time > timedelta(0):
            assert left(times._in_minutes(time)) == left(time)


def test_what_is_late_is_put_in_each_time_as_it_is() -> None:
    for when, written in (("now", ", now"), ("<i>", ", &lt;i&gt;"), (SafeString("<i>"), ", <i>")):
        assert written in draw_around("matches/_line.html", {"when": when}, **LINE)
    for whose in ("", "Ada’s"):
        drawn = draw_around("matches/_line.html", {"when": "then", "how": "by mail"}, **LINE, whose=whose)
        assert f"{whose}{', ' if whose else ''}by mail, then" in compact(drawn)
