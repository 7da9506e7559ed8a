"""What events store of what happened is read in the language of whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from competition.standings import parse_tie_break
from competition.trf import BadTrf, read_trf
from i18n.text import say, source_of, translate
from matches.models import Match
from tests.support.factories import ClubFactory, EntryFactory, EventFactory, MembershipFactory, UserFactory
from tests.support.rows import refresh, require
from tests.support.running_events import begun, organiser_of, pairing_of, round_of, work_off
from tests.support.second_language import OTHER, in_brackets
from timekeeping import clock
from tournaments.accounts import erase_name
from tournaments.entries import enter
from tournaments.entries.withdrawals import withdraw
from tournaments.events.ending import finish
from tournaments.events.settings.save import VacationTerms, change_settings
from tournaments.files.exports.event_files import Wish, file_named
from tournaments.locking import organiser_reason
from tournaments.locking.kept import version_of
from tournaments.locking.log import Kind, note
from tournaments.models import Announcement, ClockAct, Entry, Event, Forbidden, League, Season
from tournaments.rounds import annul_matches, extend, pairing_job
from tournaments.rounds.drafts import check, edit_draft
from tournaments.rounds.drafts.store import read_draft
from tournaments.rounds.results import adjudicate
from tournaments.rounds.results.verdicts import Verdict
from tournaments.standings import standings

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture(autouse=True)
def brackets() -> Iterator[None]:
    with in_brackets():
        yield


@pytest.fixture
def event() -> Event:
    made: Event = EventFactory(name="Spring Cup")
    return made


def last_words(event: Event) -> tuple[str, str]:
    """Of the log: in English, and as readers of the other language have it."""
    line = event.log.latest("pk")
    with translation.override(OTHER):
        other = line.words
    return line.words, other


# -- the log ---------------------------------------------------------------------------------------------------------


def test_a_line_is_said_in_the_language_of_its_reader_whoever_wrote_it(event: Event) -> None:
    with translation.override(OTHER):
        enter.enter(event, UserFactory(display_name="Ada"))
    assert last_words(event) == ("Ada entered.", "«Ada entered.»")


def test_what_was_changed_is_said_part_by_part(event: Event) -> None:
    change_settings(event, organiser_of(event), {"rounds": 7, "places": 20}, VacationTerms("none"), "Many of you.")
    english, other = last_words(event)
    assert english == "Changed Rounds: 5 → 7; Places: – → 20, then a waiting list."
    assert other == ("«Changed ««Rounds»: 5 → 7»; ««Places»: – → «20, then a waiting list»».»")
    assert event.log.latest("pk").reason == "Many of you."


def test_what_a_choice_is_called_is_said_with_the_sentence(event: Event) -> None:
    change_settings(
        event, organiser_of(event), {"registration": Event.Registration.INVITATION}, VacationTerms("none"), "So."
    )
    assert "«by invitation»" in last_words(event)[1]


def test_a_reason_of_the_site_is_said_too_and_that_of_an_organiser_as_it_was_typed(event: Event) -> None:
    note(event, Kind.ENTRY, say("The event was called off."), reason=say(withdraw.NO_SHOW))
    note(event, Kind.ENTRY, say("The event was called off."), reason="100 % %(name)s rain.")
    with translation.override(OTHER):
        by_site, typed = event.log.order_by("pk")
        assert by_site.reason == "«Lost round 1 on time without a single turn.»"
        assert typed.reason == "100 % %(name)s rain."


def test_a_page_has_the_line_in_its_language(event: Event) -> None:
    enter.enter(event, UserFactory(display_name="Ada"))
    line = event.log.latest("pk")
    with translation.override(OTHER):
        assert "«Ada entered.»" in render_to_string("tournaments/_log_line.html", {"line": line, "event": event})


# -- other sentences -------------------------------------------------------------------------------------------------


def test_why_a_round_could_not_be_paired_is_said_again() -> None:
    event = begun(2, rounds=1, publishes_itself=False)
    organiser_of(event)
    one, other = event.entries.order_by("number").values_list("pk", flat=True)
    Forbidden.objects.create(event=event, first_id=one, second_id=other)
    pairing_job.ask_for_pairing(event, 1, reason="again")
    work_off()
    round = round_of(event, 1)
    with translation.override(OTHER):
        assert round.failure == (
            "«Ada (1) has no possible opponent left: earlier matches, colours or forbidden pairs rule out all others.» "
            "«The round can be paired if one of these pairs may meet: Ada (1) – Ben (2).»"
        )
        assert event.log.latest("pk").words == f"«Round 1 could not be paired: {round.failure}»"


def test_what_a_draft_breaks_is_said_to_each_although_it_is_worked_out_once() -> None:
    event = begun(4, rounds=3, publishes_itself=False)
    by = organiser_of(event)
    draft = round_of(event, 1)
    pair = draft.pairings.first()
    edit_draft.turn_colours(draft, require(pair).white_id, by=by, reason="So.")
    (english,) = (breach.text for breach in check.judge(event, draft, read_draft(draft)).breaches)
    with translation.override(OTHER):
        (other,) = (breach.text for breach in check.judge(event, draft, read_draft(draft)).breaches)
    assert "have their colours the wrong way round" in english
    assert other == f"«{english}»"


def test_a_table_that_is_kept_in_memory_says_why_somebody_left_to_each_in_their_language() -> None:
    event = EventFactory(stage=Event.Stage.RUNNING, begun_at=clock.now(), format="round_robin")
    EntryFactory(event=event, number=1, left_words=say("all results stand"))
    assert standings.standings_of(event).entries[1].left_words == "all results stand"
    with translation.override(OTHER):
        assert standings.standings_of(event).entries[1].left_words == "«all results stand»"


def test_why_matches_are_annulled_is_said_with_the_whole_of_a_long_reason() -> None:
    event = begun(2, rounds=1)
    reason = "x" * organiser_reason.LONGEST
    finish.cancel(event, by=organiser_of(event), reason=reason)
    with time_machine.travel(clock.now() + finish.UNDO_FOR, tick=False):
        finish.settle_due()
        annul_matches.annul_left_over()
    with translation.override(OTHER):
        words = Match.objects.get().result_words
    assert words == f"«The match was annulled: «the event was called off: {reason}»»"


def test_a_tie_break_is_named_in_the_language_of_the_reader() -> None:
    tie_break = parse_tie_break("BH/C2")
    with translation.override(OTHER):
        assert tie_break.name == "««Buchholz» cut-2»"
        assert tie_break.explanation.endswith(" «The «two» lowest are left out.»")


def test_what_is_wrong_with_a_file_names_its_line_in_the_language_of_the_reader() -> None:
    with pytest.raises(BadTrf) as caught:
        read_trf("012 Cup\n152 X")
    assert str(caught.value).startswith("Line 2: record 152 should give the initial colour")
    with translation.override(OTHER):
        assert translate(source_of(caught.value.args[0])).startswith(
            "«Line 2: «record 152 should give the initial colour"
        )


@pytest.mark.parametrize(("what", "ending"), [("standings", "csv"), ("entries", "json"), ("trf26", "trf")])
def test_files_for_programs_are_the_same_in_every_language(what: str, ending: str) -> None:
    event = EventFactory(stage=Event.Stage.RUNNING, begun_at=clock.now(), rounds=3)
    EntryFactory(event=event, number=1, player=None, name="")
    EntryFactory(event=event, number=2)
    file = file_named(what, ending)
    assert file is not None
    wish = Wish(event, standings.standings_of(event), False, version_of(event))
    in_english = file.make(wish)
    assert b"former player" in in_english
    with translation.override(OTHER):
        assert file.make(wish) == in_english


# -- a name that is to be forgotten ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ada", "Zoë", 'The "best"', "entered", "%(name)s"])
def test_a_name_is_forgotten_where_it_is_one(event: Event, name: str) -> None:
    player: User = UserFactory(display_name=name)
    enter.enter(event, player)
    note(event, Kind.EVENT, say("Announced to all entrants: “%(subject)s”.", subject=f"Welcome, {name}!"))
    EntryFactory(event=event, player=UserFactory(display_name=f"{name}bert"))
    note(event, Kind.ENTRY, say("%(name)s entered.", name=f"{name}bert"))
    erase_name.forget_name(player)
    assert [line.words for line in event.log.order_by("pk")] == [
        "former player entered.",
        "Announced to all entrants: “Welcome, former player!”.",
        f"{name}bert entered.",
    ]
    with translation.override(OTHER):
        assert event.log.earliest("pk").words == "««former player» entered.»"


def test_a_text_has_no_words_of_the_language_of_whoever_is_forgotten(event: Event) -> None:
    player: User = UserFactory(display_name="Ada")
    EntryFactory(event=event, player=player)
    note(event, Kind.ENTRY, "Ada entered.")  # as lines were kept before they were sentences
    with translation.override(OTHER):
        erase_name.forget_name(player)
    assert last_words(event) == ("former player entered.", "former player entered.")


def test_a_name_is_forgotten_in_why_somebody_left(event: Event) -> None:
    player: User = UserFactory(display_name="Ada")
    why = say("%(name)s left after %(done)s, at least half: %(outcome)s.", name="Ada", done="2", outcome="it")
    entry: Entry = EntryFactory(event=event, player=player, left_words=why)
    erase_name.forget_name(player)
    assert refresh(entry).left_words == "former player left after 2, at least half: it."


def test_a_name_is_forgotten_in_reasons_and_in_why_a_round_failed(event: Event) -> None:
    player: User = UserFactory(display_name="Ada")
    entry, other = EntryFactory(event=event, player=player), EntryFactory(event=event)
    note(event, Kind.ENTRY, "Something was done.", reason="Ada asked for it.")
    event.round_set.create(number=1, failure=say("%(player)s can be paired with nobody.", player="Ada"))
    Forbidden.objects.create(event=event, first=entry, second=other, reason="Ada is a sister.")
    ClockAct.objects.create(event=event, kind="stop", at=clock.now(), reason="Ada is away.")
    elsewhere = note(EventFactory(), Kind.ENTRY, "Something was done.", reason="Ada asked for it.")
    erase_name.forget_name(player)
    elsewhere.refresh_from_db()
    assert event.log.get().reason == "former player asked for it."
    assert event.round_set.get().failure == "former player can be paired with nobody."
    assert event.forbidden_pairs.get().reason == "former player is a sister."
    assert event.clock_acts.get().reason == "former player is away."
    assert elsewhere.reason == "Ada asked for it."  # another Ada may be meant


def test_a_name_is_forgotten_in_what_was_announced_and_in_how_matches_ended() -> None:
    event = begun(4, rounds=1)
    olga, ada = organiser_of(event), User.objects.get(display_name="Ada")
    Announcement.objects.create(event=event, by=olga, subject="Ada " * 30, text="Ada was ill. Adam was not.")
    pairing = pairing_of(event, 1, "Ada")
    adjudicate.settle_pairing(pairing, Verdict.DRAW, by=olga, reason="Ada is ill.")

    erase_name.forget_name(ada)
    [told] = event.announcements.all()
    assert told.text == "former player was ill. Adam was not."
    assert "Ada" not in told.subject
    assert len(told.subject) <= 120
    match = Match.objects.get(pk=require(pairing.match).pk)
    assert match.result_words.endswith("former player is ill.")
    ruling = match.log.get(kind="ruling")
    assert "Ada" not in ruling.words + ruling.public_words
    assert ruling.words


def test_a_name_is_forgotten_in_what_is_told_of_events_clubs_and_leagues() -> None:
    member, entrant = UserFactory(display_name="Ada"), UserFactory(display_name="Ben")
    club, elsewhere = ClubFactory(about="Ask Ada or Ben."), ClubFactory(about="Ask Ada or Ben.")
    MembershipFactory(club=club, player=member)
    league, other = (League.objects.create(club=each, name="L", about="By Ada and Ben.") for each in (club, elsewhere))
    season = Season.objects.create(league=other, number=1, name="Spring", game_slug="fortify")
    season.entries.create(player=entrant)
    event = EventFactory(description="Ada and Ben play.")
    EntryFactory(event=event, player=member)

    erase_name.forget_name(member)
    erase_name.forget_name(entrant)
    for row in (club, elsewhere, league, other, event):
        row.refresh_from_db()
    assert (club.about, elsewhere.about) == ("Ask former player or Ben.", "Ask Ada or Ben.")
    assert (league.about, other.about) == ("By former player and Ben.", "By Ada and former player.")
    assert event.description == "former player and Ben play."
    assert season.changed_at < Season.objects.get().changed_at


def test_who_has_only_organised_is_forgotten_too() -> None:
    event = begun(4, rounds=1)
    olga = organiser_of(event)
    extend.extend(round_of(event, 1), 3, by=olga, reason="Olga is away.")
    event.organisers.remove(olga)
    erase_name.forget_name(olga)
    assert event.log.latest("pk").reason == "former player is away."
