"""Folded templates read as Django would have them read, in each language and wherever they are put."""

from __future__ import annotations

import pytest
from django.template import Context, Engine, Template
from django.template.base import NodeList, TextNode
from django.test import override_settings
from django.urls import path
from django.utils import translation
from django.utils.safestring import SafeString

from fortify_site.pages.fast_templates import Extending, Folded, fold

SOURCE = """{% load i18n static %}<a href="{% static "site.css" %}">{% translate "Your turn" %}</a>
{% comment %}nothing{% endcomment %}{% if there %}{% translate "Matches" %}
{% else %}{% translate "won" context "a match" %}{% endif %}
{% for each in list %}{% translate "Log out" %} {{ each }}{% empty %}{% translate "Rules" %}{% endfor %}{{ there }}
{% translate "Clubs" as clubs %}{{ clubs }}{% translate there %}
{% with there as here %}{% translate "Log in" %}{{ here }}{% endwith %}
{% url "matches:match" number %}{% url "matches:list" %}?{% url "matches:match" pk=number as named %}{{ named }}"""


def made(*, folded: bool) -> Template:
    template = Template(SOURCE)
    if folded:
        fold(template.nodelist)
    return template


@pytest.mark.parametrize("values", [{"there": "Events", "list": []}, {"there": "", "list": ["<a>", SafeString("<b>")]}])
def test_it_reads_as_before(values: dict[str, object]) -> None:
    plain, folded = made(folded=False), made(folded=True)
    for number in (1, 7, "7", 1):
        for language in ("en-gb", "de", "en-us", "de"):
            for autoescape in (True, False):
                with translation.override(language):
                    contexts = [Context(values | {"number": number}, autoescape=autoescape) for _ in range(2)]
                    assert folded.render(contexts[0]) == plain.render(contexts[1])


def test_what_follows_from_the_language_alone_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    template = Template('{% load i18n %}<p>{% translate "Your turn" %}</p>')
    fold(template.nodelist)
    assert [type(node) for node in template.nodelist] == [Folded]
    with translation.override("de"):
        assert template.render(Context()) == "<p>Dein Zug</p>"
        monkeypatch.setattr(NodeList, "render", lambda *_: pytest.fail("rendered again"))
        assert template.nodelist[0].render(Context()) == "<p>Dein Zug</p>"


def test_texts_between_values_stay_as_they_are() -> None:
    template = Template("a{{ b }}c")
    fold(template.nodelist)
    assert [type(node) is TextNode for node in template.nodelist] == [True, False, True]


def test_addresses_are_those_in_use() -> None:
    template = Template('{% url "home" %}')
    fold(template.nodelist)
    assert template.render(Context()) == "/"
    with override_settings(ROOT_URLCONF=(path("elsewhere/", lambda _: None, name="home"),)):  # type: ignore[arg-type, return-value]
        assert template.render(Context()) == "/elsewhere/"
    assert template.render(Context()) == "/"


def test_the_sites_templates_are_folded() -> None:
    engine = Engine.get_default()
    assert any(isinstance(node, Folded) for node in engine.get_template("pages/_header.html").nodelist)


def test_a_template_that_is_named_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    template = Engine.get_default().get_template("matches/draw.html")
    source = '{% include "matches/_last.html" with view=one %}{% include name with view=two %}'
    including = Template(source)
    fold(including.nodelist)
    values = {"name": "matches/_last.html", "one": {"last": "Pass."}, "two": {"last": ""}}
    for _ in range(2):
        for language, words in (("en-gb", "Last turn"), ("de", "Letzter Zug")):
            with translation.override(language):
                assert including.render(Context(values)).count(words) == 1
    assert [type(node) for node in template.nodelist] == [Extending]
    monkeypatch.setattr(Engine, "find_template", lambda *_: pytest.fail("looked for again"))
    assert "Pass." in including.nodelist[0].render(Context(values))


def test_blocks_are_those_of_the_page() -> None:
    plain, folded = (Template('{% extends "base.html" %}{% block title %}A{{ b }}{% endblock %}') for _ in range(2))
    fold(folded.nodelist)
    for b in "CD":
        texts = [each.render(Context({"b": b, "MAIL_TROUBLE": None})) for each in (plain, folded)]
        assert texts[0] == texts[1]
        assert f"<title>A{b}</title>" in texts[0]
