"""What a format must answer, and where it is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.template.loader import select_template
from django.utils import translation

from competition.standings import offered
from tests.support.circles import ROOT
from tests.support.formats_asked import found_in
from tournaments.formats.format import Format
from tournaments.models import Event
from tournaments.models.formats import all_formats
from tournaments.rounds.results.verdicts import Verdict
from tournaments.settings.rows import SETTINGS

from .event import EVERY_FORMAT, every_format

pytestmark = pytest.mark.either
LONGEST_SLUG = Event._meta.get_field("format").max_length or 0
ALWAYS_ASKED = ("slug", "name", "choice", "settings", "outcomes", "verdicts")
PARTS = ("about", "draw_failed", "leaving", "met", "round_players", "standings_note", "withdrawing")
OF_BRACKETS = ("bracket", "bracket_match")


@every_format
def test_it_answers_what_has_no_default(rules: Format) -> None:
    assert [name for name in ALWAYS_ASKED if not hasattr(rules, name)] == []


@every_format
def test_its_slug_fits_the_column_and_addresses(rules: Format) -> None:
    assert re.fullmatch("[a-z_]+", rules.slug)
    assert len(rules.slug) <= LONGEST_SLUG


@every_format
def test_its_settings_are_among_those_for_some_formats(rules: Format) -> None:
    assert rules.settings <= {row.name for row in SETTINGS if row.by_format}


@every_format
def test_its_usual_tie_breaks_can_be_chosen(rules: Format) -> None:
    kinds = {kind.code for kind in offered(rules.system)}
    assert {code.partition("/")[0] for code in rules.usual_tie_breaks} <= kinds
    assert bool(rules.usual_tie_breaks) == ("tie_breaks" in rules.settings)


@every_format
def test_an_organiser_can_annul_or_decide_a_match(rules: Format) -> None:
    assert rules.verdicts & {Verdict.ANNULLED, Verdict.BOTH_LOSE}


@every_format
def test_it_has_every_part_of_a_page(rules: Format) -> None:
    for name in (*PARTS, *(OF_BRACKETS if rules.second_view.page == "bracket" else ())):
        assert select_template(rules.parts[name])


@pytest.mark.parametrize("rules", all_formats(), ids=lambda rules: rules.slug)
def test_one_of_the_site_is_called_by_a_name_of_each_language(rules: Format) -> None:
    assert str(rules.choice)
    english = str(rules.choice)
    with translation.override("de"):
        assert str(rules.choice) != english


def test_one_of_the_site_is_imported_by_the_list_alone() -> None:
    """The contract in pyproject.toml names the folder of each."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [named] = [each["protected_modules"] for each in contracts if each["type"] == "protected"]
    folders = {path.parent.name for path in Path(ROOT / "tournaments/formats").glob("*/format.py")}
    assert {name.rpartition(".")[2] for name in named} == folders


def test_nothing_else_asks_which_format_an_event_has() -> None:
    assert list(found_in(ROOT, {each.slug for each in EVERY_FORMAT})) == []


def test_the_example_of_the_docs_is_the_one_that_is_tested_here() -> None:
    told = (ROOT / "docs/formats.md").read_text()
    for path in ("scheveningen/format.py", "templates/formats/scheveningen/about.html"):
        assert f"\n{(ROOT / 'tests/support' / path).read_text()}```\n" in told
