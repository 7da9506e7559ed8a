"""What matches store of what happened is read in the language of whoever reads it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import serializers
from django.db import connection
from django.utils import translation

from i18n.text import say, source_of, translate
from matches.gate import clock_acts, rulings
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from tests.support.matches import finish, last, length, play_picks, refusal, submit, written_plain
from tests.support.second_language import OTHER

pytestmark = pytest.mark.usefixtures("toy", "brackets")


# -- the columns -----------------------------------------------------------------------------------------------------


def test_a_sentence_is_said_anew_in_each_language(toy_match: Match, first: Seat, second: Seat) -> None:
    picked = submit(first, "pick 4")
    submit(second, "pick 2")
    line = last(toy_match)
    assert (line.words, line.notes[0]) == ("Picks 2", "The picks are shown.")
    with translation.override(OTHER):
        assert (line.words, line.notes[0]) == ("«Picks 2»", "«The picks are shown.»")
        assert picked.words_for(second, over=False) == "«Has picked»"


def test_a_line_written_in_one_language_is_not_in_it(toy_match: Match, first: Seat) -> None:
    with translation.override(OTHER):
        assert submit(first, "pick 4").words == "«Picks 4»"
    assert last(toy_match).words == "Picks 4"


def test_a_row_that_is_saved_or_copied_in_another_language_says_the_same(toy_match: Match, first: Seat) -> None:
    submit(first, "pick 4")
    with translation.override(OTHER):
        line = LogEntry.objects.defer("words").get(match=toy_match)
        line.save()
        LogEntry.objects.filter(pk=line.pk).update(words=line.words)
        line.public_words = line.words
        LogEntry.objects.bulk_update([line], ["public_words", "notes"])
        (copy,) = serializers.deserialize("json", serializers.serialize("json", [line]))
        copy.save()
    line = LogEntry.objects.get(match=toy_match)
    assert (line.words, line.public_words) == ("Picks 4", "Picks 4")
    with translation.override(OTHER):
        assert (line.words, line.public_words) == ("«Picks 4»", "«Picks 4»")


def test_plain_text_stays_as_it_is(toy_match: Match, first: Seat) -> None:
    submit(first, "pick 4")
    written_plain(last(toy_match), '100 % ["say"] as %(it)s was.')
    with translation.override(OTHER):
        line = LogEntry.objects.get(match=toy_match)
        assert (line.words, line.notes) == ('100 % ["say"] as %(it)s was.', ['100 % ["say"] as %(it)s was.'])
        assert line.reason == ""


def test_what_nobody_wrote_is_empty() -> None:
    assert (Match().result_words, Match().occasion, LogEntry().words, LogEntry().notes) == ("", "", "", [])


def test_a_line_can_be_found_by_its_words(toy_match: Match, first: Seat) -> None:
    submit(first, "pick 4")
    with translation.override(OTHER):
        assert LogEntry.objects.filter(words=say("Picks %(number)s", number=4)).count() == 1


def test_a_long_reason_leaves_the_sentence_whole(toy_match: Match) -> None:
    rulings.annul(toy_match, "x" * 200)
    with translation.override(OTHER):
        assert Match.objects.get(pk=toy_match.pk).result_words == f"«The match was annulled: {'x' * 200}»"


def test_the_columns_hold_what_sentences_are_made_of(toy_match: Match, first: Seat) -> None:
    clock_acts.stop_clock(first, "he is ill", length(toy_match))
    how = "words #>> '{2,reason}'" if connection.vendor == "postgresql" else "json_extract(words, '$[2].reason')"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {how} FROM matches_logentry")  # noqa: S608 (our own words)
        assert cursor.fetchall() == [("he is ill",)]


# -- what is turned down ---------------------------------------------------------------------------------------------


def test_a_refusal_can_be_said_again(toy_match: Match, first: Seat, second: Seat) -> None:
    finish(toy_match)
    refused = refusal(first, 9, "add 1")
    assert refused.message == "This match is over: Won by 0."
    with translation.override(OTHER):
        assert translate(source_of(refused.message)) == "«This match is over: «Won by 0.»»"


def test_what_the_game_says_can_be_said_again(toy_match: Match, first: Seat) -> None:
    play_picks(toy_match)
    with pytest.raises(MatchRefused) as caught:
        submit(first, "pick 4")
    with translation.override(OTHER):
        assert translate(source_of(caught.value.message)) == "«The picks are in; now add.»"


# -- their parts -----------------------------------------------------------------------------------------------------


def test_a_length_of_time_is_said_again_with_the_sentence(toy_match: Match, first: Seat) -> None:
    reason = "ill. Reason: 100 % flu %(x)s"
    clock_acts.add_time(first, timedelta(days=3), reason, length(toy_match))
    line = last(toy_match)
    assert line.reason == reason
    with translation.override(OTHER):
        assert line.words == f"«The organiser added 3 «days» to this clock. Reason: {reason}»"
        assert line.reason == reason


def test_a_former_player_is_called_so_in_the_language_of_the_reader(toy_match: Match, first: Seat) -> None:
    first.player = None
    first.save(update_fields=["player"])
    rulings.forfeit(first, "gone")
    assert last(toy_match).words == "former player forfeited the match: gone"
    with translation.override(OTHER):
        assert last(toy_match).words == "««former player» forfeited the match: gone»"
