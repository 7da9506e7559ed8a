"""An expedition: every team plays the same forest for itself, and none sees another's before the last has ended."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from engine.chance import mix_seed
from engine.fairytale.game import Fairytale
from fortify_site.api import tokens
from fortify_site.api.models import Token
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.gate import turns
from matches.models import LogEntry, Match
from matches.results.levels import LevelResults
from matches.results.tally import Tally
from tests.support.clubs import club_of
from tests.support.composed_mails import text_of
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.form_data import filled_in
from tests.support.markup import compact
from tests.support.running_events import work_off
from tournaments.clubs import expeditions, honours
from tournaments.entries import contribute, teams
from tournaments.events import start
from tournaments.files.archives.export.clubs import honours_sheet
from tournaments.locking.kept import VersionedCache
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Entry, Event, Pairing
from tournaments.ratings import close_month
from tournaments.rounds import requested_byes
from tournaments.rounds.results import match_finished
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.django_db
OPTIONS = {"level": "easy", "tiles": "plain", "cast": "plain"}
SIX = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")


def expedition(names: tuple[str, ...] = SIX, **fields: object) -> Event:
    usual: dict[str, object] = {"game_slug": "fairytale", "options": OPTIONS, "format": "expedition", "rounds": 2}
    usual |= {"tie_breaks": [], "break_hours": 0, "rated": False, "withdraws_no_shows": False, "half_byes": 0}
    event: Event = EventFactory(**usual | fields)
    for name in names:
        EntryFactory(event=event, player=UserFactory(display_name=name))
    return event


def entry(event: Event, name: str) -> Entry:
    return event.entries.select_related("player").get(player__display_name=name)


def join(event: Event, name: str, captain: str) -> None:
    teams.join(entry(event, name), entry(event, captain), by=None)


def begin(event: Event) -> Event:
    begun = start.begin(event)
    work_off()
    return begun


def pairing(event: Event, captain: str, number: int = 1) -> Pairing:
    found = Pairing.objects.select_related("match", "round__event")
    return found.get(round__event=event, round__number=number, white__player__display_name=captain)


def match_of(event: Event, captain: str, number: int = 1) -> Match:
    match = pairing(event, captain, number).match
    assert match is not None
    return match


def end(match: Match, *measured: int) -> None:
    """All resign; the event takes over what the team has reached, as if it were this."""
    for seat in match.seats.all():
        turns.resign(seat, LogEntry.Via.SITE)
    match_finished.record_missed_results()
    if measured:
        Pairing.objects.filter(match=match).update(measured=list(measured), white_code="01"[measured[1]])
    work_off()


def user(name: str) -> User:
    return User.objects.get(display_name=name)


def questions(client: Client, address: str) -> int:
    read(client, address)
    VersionedCache.empty_all()
    with CaptureQueriesContext(connection) as asked:
        read(client, address)
    return len(asked)


def read(client: Client, address: str) -> str:
    response = client.get(address, follow=True)
    return b"".join(response).decode(errors="replace") if response.streaming else response.content.decode()


# -- teams -------------------------------------------------------------------------------------------------------------


def test_teams_of_several_and_of_one_have_the_same_seed_and_seats_in_their_order() -> None:
    event = expedition()
    join(event, "Ben", "Ada")
    join(event, "Cleo", "Ada")
    join(event, "Emil", "Dora")
    begin(event)
    found = Match.objects.filter(pairing__round__event=event).order_by("pairing__board")
    seats = {tuple(seat.name for seat in match.seats.order_by("index")) for match in found}
    assert seats == {("Ada", "Ben", "Cleo"), ("Dora", "Emil"), ("Fay",)}
    assert len({match.seed for match in found}) == 1
    assert {entry.shown_name for entry in standings_of(event).entries.values()} == {"Ada", "Dora", "Fay"}


def test_the_seed_is_mixed_of_the_events_bytes_and_of_all_contributions_fixed_at_the_start() -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    contribute.contribute(entry(event, "Ben"), "Ben rolled 4 1 6")
    given = entry(event, "Ben").contribution
    begin(event)
    event.refresh_from_db()
    assert len(event.given) == 3
    assert event.given[1] == given
    label = f"event/{event.pk}/1/forest"
    assert match_of(event, "Ada").seed == mix_seed(bytes.fromhex(event.server), label, event.given).hex()
    with pytest.raises(TournamentRefused):
        contribute.contribute(entry(event, "Ben"), "another")


def test_who_leads_a_team_joins_no_other_and_five_are_enough() -> None:
    event = expedition((*SIX, "Gus"))
    for name in ("Ben", "Cleo", "Dora", "Emil"):
        join(event, name, "Ada")
    with pytest.raises(TournamentRefused, match="full"):
        join(event, "Fay", "Ada")
    with pytest.raises(TournamentRefused, match="Ada leads a team"):
        join(event, "Ada", "Fay")
    with pytest.raises(TournamentRefused):
        join(event, "Fay", "Ben")
    teams.part(entry(event, "Ben"), by=None)
    join(event, "Fay", "Ada")


def test_members_of_a_captain_who_has_left_before_the_start_play_alone() -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    join(event, "Ben", "Ada")
    Entry.objects.filter(pk=entry(event, "Ada").pk).update(status="withdrawn")
    begin(event)
    assert [seat.name for seat in match_of(event, "Ben").seats.all()] == ["Ben"]


def test_a_player_names_the_team_and_others_join_by_its_link(client: Client) -> None:
    event = expedition(("Ada", "Ben"))
    client.force_login(user("Ada"))
    address = reverse("tournaments:team", args=[event.pk])
    client.post(address, {"name": "The Foxes"})
    link = teams.link_to(entry(event, "Ada")).removeprefix("https://example.org")
    path = link[link.index("/events/") :]
    own = read(client, address)
    assert path in own
    assert "data-share-copy" in own
    client.force_login(user("Ben"))
    assert "The Foxes" in read(client, path)
    assert entry(event, "Ben").captain is None
    assert client.post(path).status_code == 303
    assert entry(event, "Ben").captain == entry(event, "Ada")
    client.post(address, {"action": "leave_team"})
    assert entry(event, "Ben").captain is None
    assert client.get(path[:-2] + "/").status_code == 404


def test_an_organiser_puts_a_team_together(client: Client) -> None:
    event = expedition(("Ada", "Ben"))
    organiser = UserFactory()
    event.organisers.add(organiser)
    client.force_login(organiser)
    address = reverse("tournaments:manage_entries", args=[event.pk])
    own, captain = entry(event, "Ben"), entry(event, "Ada")
    assert f'<option value="{captain.pk}"' in read(client, f"{address}?entry={own.pk}")
    client.post(address, {"entry": own.pk, "action": "team", "captain": captain.pk})
    assert entry(event, "Ben").captain == captain
    client.post(address, {"entry": own.pk, "action": "team", "captain": ""})
    assert entry(event, "Ben").captain is None


def test_an_organiser_sets_one_up_and_begins_it(client: Client) -> None:
    client.force_login(UserFactory())
    new = "/events/new/?game=fairytale"
    form = filled_in(client, new, name="Into the woods", rounds="3", action="open")
    assert client.post(new, form | {"format": "swiss"}).status_code == 422
    page = read(client, new)
    assert "The player is out of the match" in page
    assert "Draws, ratings and analysis" not in page
    response = client.post(new, form)
    assert response.status_code == 303, response.context["form"].errors
    event = Event.objects.get()
    assert (event.format, event.rounds, event.rated, event.tie_breaks) == ("expedition", 3, False, [])
    assert "Expedition, 3 rounds" in read(client, event.get_absolute_url())
    assert client.get(reverse("tournaments:settings", args=[event.pk])).status_code == 200


# -- secrecy -----------------------------------------------------------------------------------------------------------


def test_its_organiser_may_have_turns_pass_on_during_vacations(client: Client) -> None:
    """In matches of teams; who plays alone has nobody to pass a turn to."""
    client.force_login(UserFactory())
    new = f"{reverse('tournaments:new')}?game=fairytale"
    form = filled_in(client, new, name="Into the woods", baton="on", action="open")
    without = client.post(new, {name: value for name, value in form.items() if name != "vacation"})
    assert "Turns can pass on only while vacation pauses the clock" in without.content.decode()
    page = client.get(client.post(new, form).headers["Location"])
    event = Event.objects.get()
    assert event.baton
    assert "While a player is on vacation, their turns pass to the next player." in page.content.decode()
    EntryFactory(event=event, player=UserFactory(display_name="Ada"))
    for name in ("Ben", "Cleo"):
        EntryFactory(event=event, player=UserFactory(display_name=name))
    join(event, "Ben", "Ada")
    begin(event)
    assert (match_of(event, "Ada").baton, match_of(event, "Cleo").baton) == (True, False)
    settings = client.get(reverse("tournaments:settings", args=[event.pk])).context["form"]
    assert settings["baton"].field.disabled


def test_nobody_sees_anothers_forest_or_its_seed_while_any_runs(client: Client) -> None:
    """Neither a visitor, nor a team that has ended, nor an organiser, nor the host."""
    event = expedition(("Ada", "Ben", "Cleo"))
    organiser, host = UserFactory(), UserFactory(is_staff=True, is_superuser=True)
    event.organisers.add(organiser)
    begin(event)
    ended, running = match_of(event, "Ada"), match_of(event, "Ben")
    end(ended)
    for reader in (None, user("Cleo"), organiser, host):
        client.logout()
        if reader is not None:
            client.force_login(reader)
        for match in (ended, running):
            assert client.get(match.get_absolute_url()).status_code in (302, 404)
            assert client.get(f"/api/v1/matches/{match.pk}").status_code in (401, 404)
        for address in (
            reverse("tournaments:event", args=[event.pk]),
            reverse("tournaments:round", args=[event.pk, 1]),
            reverse("tournaments:standings", args=[event.pk]),
            reverse("tournaments:crosstable", args=[event.pk]),
            reverse("tournaments:player", args=[event.pk, entry(event, "Ada").pk]),
            reverse("tournaments:manage", args=[event.pk]),
            reverse("tournaments:manage_round", args=[event.pk, 1]),
            reverse("tournaments:unfinished", args=[event.pk]),
            reverse("tournaments:manage_result", args=[event.pk, pairing(event, "Ada").pk]),
            reverse("matches:clocks", args=[running.pk]),
            f"/api/v1/events/{event.pk}/rounds/1",
            f"/admin/matches/match/{ended.pk}/change/",
        ):
            text = read(client, address)
            assert ended.seed not in text, address
            assert event.server not in text, address
            if not address.startswith("/admin/"):
                for match in (ended, running):
                    assert f'href="{match.get_absolute_url()}"' not in text, address
            assert "e1:" not in text, address  # as a position begins
    client.force_login(user("Ada"))
    assert ended.seed not in read(client, ended.get_absolute_url())
    end(running)
    end(match_of(event, "Cleo"))
    assert match_of(event, "Ada").seed in read(client, reverse("matches:record", args=[running.pk]))


def test_the_records_of_others_are_in_no_file_while_any_runs(client: Client) -> None:
    event = expedition(("Ada", "Ben"), rounds=1)
    begin(event)
    end(match_of(event, "Ada"))
    records = reverse("tournaments:records", args=[event.pk])
    client.force_login(user("Ben"))
    names = zipfile.ZipFile(io.BytesIO(b"".join(client.get(records)))).namelist()
    assert [name for name in names if name != "index.csv"] == [
        f"round-01/board-{pairing(event, 'Ben').board:03}-fairytale-{match_of(event, 'Ben').pk}.txt"
    ]
    end(match_of(event, "Ben"))
    names = zipfile.ZipFile(io.BytesIO(b"".join(client.get(records)))).namelist()
    assert len(names) == 3


def test_matches_open_when_the_last_match_has_ended_and_the_next_begins() -> None:
    event = expedition(("Ada", "Ben"))
    begin(event)
    end(match_of(event, "Ada"))
    assert [match_of(event, name).is_sealed for name in ("Ada", "Ben")] == [True, True]
    end(match_of(event, "Ben"))
    assert [match_of(event, name).is_sealed for name in ("Ada", "Ben")] == [False, False]
    second = match_of(event, "Ada", 2)
    assert second.is_sealed
    assert second.seed != match_of(event, "Ada").seed
    assert second.seed == match_of(event, "Ben", 2).seed


def test_everyone_sees_how_far_a_team_has_got(client: Client) -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    join(event, "Ben", "Ada")
    begin(event)
    assert '<span class="muted small">with Ben</span>' in read(
        client, reverse("tournaments:standings", args=[event.pk])
    )
    for page in (reverse("tournaments:round", args=[event.pk, 1]), f"/events/{event.pk}/"):
        client.force_login(user("Ada"))
        text = read(client, page)
        assert "Diamonds: 0 so far" in text
        assert "Ada to move. by" not in " ".join(re.sub(r"<[^>]*>", "", text).split())
        assert "0–0 so far" not in text


def test_pages_ask_the_database_no_more_for_more_teams(client: Client) -> None:
    organiser = UserFactory()
    events = [begin(expedition(names)) for names in (("Xaver", "Yves"), SIX)]
    for event in events:
        event.organisers.add(organiser)
        for match in Match.objects.filter(pairing__round__event=event)[: event.entries.count() // 2]:
            end(match)
    client.force_login(organiser)
    manage = ("manage/", "manage/rounds/1/", "manage/unfinished/", "manage/entries/")
    for path in ("", "table/", "crosstable/", "rounds/1/", "entries/", "export/pairings.csv", "print/", *manage):
        few, many = (questions(client, f"/events/{event.pk}/{path}") for event in events)
        assert many <= few + 2, (path, few, many)


def test_every_link_of_a_round_with_teams_leads_somewhere(client: Client) -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    join(event, "Ben", "Ada")
    begin(event)
    for page in (
        reverse("tournaments:round", args=[event.pk, 1]),
        f"/events/{event.pk}/players/{entry(event, 'Ada').pk}/",
    ):
        text = read(client, page)
        assert "Ben" in text
        for link in re.findall(r'href="(/events/[^"#?]+)"', text):
            assert client.get(link).status_code in (200, 302), link


def test_a_team_plays_on_without_a_mate_who_misses_the_round(client: Client) -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    join(event, "Ben", "Ada")
    client.force_login(user("Ben"))
    assert "Your team plays a round that you miss without you." in read(client, f"/events/{event.pk}/absences/")
    requested_byes.request_byes(entry(event, "Ben"), [2])
    begin(event)
    for name in ("Ada", "Cleo"):
        end(match_of(event, name))
    seats = [[seat.name for seat in match_of(event, "Ada", number).seats.order_by("index")] for number in (1, 2)]
    assert seats == [["Ada", "Ben"], ["Ada"]]


def test_those_who_do_not_begin_hear_with_whom_they_play() -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    join(event, "Ben", "Ada")
    begin(event)
    mail = compose(OutboxMail.objects.get(kind="event_paired"))
    assert mail is not None
    assert mail.to == [user("Ben").email]
    assert "round 1: you play with Ada" in mail.subject
    assert "Round 1 of" in text_of(mail)


def test_those_who_enter_hear_how_teams_form(client: Client) -> None:
    event = expedition((), stage="registration")
    client.force_login(UserFactory(display_name="Ada"))
    client.post(reverse("tournaments:enter", args=[event.pk]), {"action": "enter"})
    mail = compose(OutboxMail.objects.get(kind="event_entered"))
    assert mail is not None
    text = text_of(mail)
    assert "you’ll then get an email saying who plays with you" in " ".join(text.split())
    assert reverse("tournaments:team", args=[event.pk]) in text


# -- what organisers see -----------------------------------------------------------------------------------------------


def test_organisers_are_shown_teams_and_neither_points_nor_pairs(client: Client) -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    join(event, "Ben", "Ada")
    Entry.objects.filter(pk=entry(event, "Ada").pk).update(team="The Foxes")
    organiser = UserFactory()
    event.organisers.add(organiser)
    client.force_login(organiser)
    for name in ("manage_entries", "entries"):
        text = read(client, reverse(f"tournaments:{name}", args=[event.pk]))
        assert text.count("<td>The Foxes</td>") == 2, name
    Event.objects.filter(pk=event.pk).update(publishes_itself=False)
    event.refresh_from_db()
    begin(event)
    assert "The event began with 2 teams" in read(client, reverse("tournaments:log", args=[event.pk]))
    desk = reverse("tournaments:manage_round", args=[event.pk, 1])
    for words in ("Publish round 1", "Set an end"):
        text = read(client, desk)
        assert words in text
        assert "The Foxes" in text
        for other in ("None", "(0)", "points", "Forbidden pairs", "everyone meets everyone", "their table"):
            assert other not in text, other
        client.post(desk, {"do": "publish"})
        work_off()
    assert "Forbidden pairs" not in read(client, reverse("tournaments:manage", args=[event.pk]))
    assert "for itself" in read(client, reverse("tournaments:forbidden", args=[event.pk]))
    unfinished = read(client, f"{reverse('tournaments:unfinished', args=[event.pk])}?fill=settle")
    assert unfinished.count('<option value="points" selected>Stopped') == 2
    for other in ("draw", "first place", "ratings"):
        assert other not in unfinished, other


def test_organisers_read_nothing_of_what_only_opponents_have(client: Client) -> None:
    """Boards, pairings, byes, draws and ratings are words of other events."""
    event = expedition(("Ada", "Ben", "Cleo"), publishes_itself=False)
    join(event, "Ben", "Ada")
    organiser = UserFactory()
    event.organisers.add(organiser)
    client.force_login(organiser)
    desk = reverse("tournaments:manage_round", args=[event.pk, 1])
    own = entry(event, "Cleo")
    requested_byes.grant(own, 2, "Z", by=organiser, reason="away")
    begin(event)
    seen = [read(client, desk)]
    client.post(desk, {"do": "pair_again", "reason": "a new team"})
    work_off()
    cleo = {"action": "bye", "player": str(own.pk), "bye": "Z", "reason": "away"}
    assert client.post(desk, {"do": "change"} | cleo).status_code == 303
    work_off()
    seen.append(read(client, desk))
    client.post(desk, {"do": "publish"})
    work_off()
    pages = [f"/events/{event.pk}/{path}" for path in ("", "table/", "crosstable/", "rounds/1/", "log/", "manage/")]
    pages += [desk, f"/events/{event.pk}/players/{own.pk}/", reverse("tournaments:unfinished", args=[event.pk])]
    pages += [f"{reverse('tournaments:manage_entries', args=[event.pk])}?entry={own.pk}"]
    pages += [reverse("tournaments:manage_result", args=[event.pk, pairing(event, "Ada").pk])]
    seen += [read(client, page) for page in pages]
    of_others = r"board \d|pair(ed|ings?)?|bye|(?<!Random )draws|rating|rated"
    for page in seen:
        main = " ".join(re.sub(r"<[^>]*>", " ", page.split("<main")[1].split("</main>")[0]).split())
        found = re.search(rf".{{0,60}}\b({of_others})\b.{{0,20}}", main, re.IGNORECASE)
        assert found is None, found[0]
    log = read(client, f"/events/{event.pk}/log/")
    for line in (
        "Cleo misses round 2.",
        "Round 1 was set up.",
        "Round 1: Cleo misses the round.",
        "1 team without one",
    ):
        assert line in log, line


def test_the_page_of_a_team_says_who_plays_and_what_is_counted(client: Client) -> None:
    event = expedition(("Ada", "Ben", "Cleo"))
    join(event, "Ben", "Ada")
    Entry.objects.filter(pk=entry(event, "Ada").pk).update(team="The Foxes")
    begin(event)
    address = f"/events/{event.pk}/players/{entry(event, 'Ada').pk}/"
    client.force_login(user("Ben"))
    assert "your team" in read(client, address)
    assert "You: <b>1</b> of 2" in read(client, reverse("tournaments:standings", args=[event.pk]))
    client.logout()
    page = compact(read(client, address))
    assert "<h2>The Foxes</h2>" in page
    assert "<td>Ada, Ben</td>" in page
    assert '<th scope="col" class="number">Diamonds</th>' in page
    for other in ("Player 1", ">Points<", "this site’s own", "unrated"):
        assert other not in page, other


# -- the table ---------------------------------------------------------------------------------------------------------


def test_rounds_add_up_and_every_number_unfolds(client: Client) -> None:
    """Ada: 3 + 1 = 4 diamonds; Ben: 2 + 2 = 4, none won; Cleo: 3 and missed, so 3 more monsters in the oak."""
    event = expedition(("Ada", "Ben", "Cleo"))
    begin(event)
    for name, measured in (("Ada", (3, 1, 5, 0)), ("Ben", (2, 0, 0, 1)), ("Cleo", (3, 1, 7, 2))):
        end(match_of(event, name), *measured)
    Pairing.objects.filter(pk=pairing(event, "Cleo", 2).pk).update(is_annulled=True, decided_at=event.begun_at)
    for name, measured in (("Ada", (1, 0, 0, 3)), ("Ben", (2, 0, 0, 2))):
        end(match_of(event, name, 2), *measured)
    Event.objects.filter(pk=event.pk).update(changed_at=event.made_at)
    event.refresh_from_db()
    standings = standings_of(event)
    shown = [
        (row.rank, standings.names[row.number], *(int(value.number or 0) for value in row.values))
        for row in standings.rows
    ]
    assert shown == [(1, "Ada", 4, 1, 5, 3), (2, "Ben", 4, 0, 0, 3), (3, "Cleo", 3, 1, 7, 5)]
    text = read(client, reverse("tournaments:standings", args=[event.pk]))
    assert "Diamonds" in text
    assert "missed" in text
    rows = list(csv.DictReader(io.StringIO(read(client, f"/events/{event.pk}/export/standings.csv").lstrip("\ufeff"))))
    numbers = [(row["Team"], row["Diamonds"], row["Monsters at the oak"]) for row in rows]
    assert numbers == [("Ada", "4", "3"), ("Ben", "4", "3"), ("Cleo", "3", "5")]
    told = json.loads(read(client, f"/api/v1/events/{event.pk}/standings"))
    assert [row["points"] for row in told["rows"]] == ["4", "4", "3"]
    second = json.loads(read(client, f"/api/v1/events/{event.pk}/rounds/2"))["pairings"]
    assert [each["measured"] for each in second] == [[1, 0, 0, 3], [2, 0, 0, 2], []]
    assert "has missed the round" in read(client, reverse("tournaments:round", args=[event.pk, 2]))
    crosstable = read(client, f"/events/{event.pk}/export/crosstable.csv")
    assert crosstable.splitlines()[0].lstrip("\ufeff") == '"Place","No.","Team","Round 1","Round 2","Diamonds"'
    for what in ("pairings", "crosstable", "entries", "event"):
        assert client.get(f"/events/{event.pk}/export/{what}.json").status_code in (200, 404)
    assert "Ada" in read(client, f"/events/{event.pk}/export/pairings.csv")


def test_while_a_round_runs_no_team_is_ahead_because_it_is_slow(client: Client) -> None:
    """All lose the first without a diamond, overrun; Ben ends the second so, too, and Ada with a monster less. Cleo is
    as good as overrun there until she ends it."""
    event = expedition(("Ada", "Ben", "Cleo"))
    begin(event)
    for name in ("Ada", "Ben", "Cleo"):
        end(match_of(event, name), 0, 0, 0, 3)
    for name, reached in (("Ada", 2), ("Ben", 3)):
        end(match_of(event, name, 2), 0, 0, 0, reached)
    standings = standings_of(event)
    shown = [(row.rank, standings.names[row.number], int(row.values[3].number or 0)) for row in standings.rows]
    assert shown == [(1, "Ada", 5), (2, "Ben", 6), (2, "Cleo", 6)]
    page = compact(read(client, reverse("tournaments:standings", args=[event.pk])))
    assert "A match under way counts as missed until it ends, so no team is ahead" in page
    assert [page.count(f'<td class="nowrap">{ended} of 2</td>') for ended in (1, 2)] == [1, 2]
    assert "under way, as if missed <b>3</b>" in page
    end(match_of(event, "Cleo", 2), 0, 0, 0, 0)
    page = compact(read(client, reverse("tournaments:standings", args=[event.pk])))
    assert "counts as missed until" not in page
    assert page.count('<td class="nowrap">0–2</td>') == 3


def test_files_the_api_and_the_log_name_teams_and_their_members(client: Client) -> None:
    event = finished(club_of())
    results = [str(line.words) for line in event.log.filter(kind="result").order_by("pk")]
    assert [line.split(" Diamonds: ")[0] for line in results] == [
        f"Round {number}, {team}:" for number in (1, 2) for team in ("The Foxes", "Cleo")
    ]
    rows = list(csv.DictReader(io.StringIO(read(client, f"/events/{event.pk}/export/entries.csv").lstrip("\ufeff"))))
    assert [(row["Player"], row["Team"]) for row in rows] == [("Ada", "The Foxes"), ("Cleo", ""), ("Ben", "The Foxes")]
    told = json.loads(read(client, f"/api/v1/events/{event.pk}/standings"))["rows"]
    members = [(row["team"], [each["name"] for each in row["members"]]) for row in told]
    assert members == [("The Foxes", ["Ada", "Ben"]), ("", ["Cleo"])]
    team, _alone = json.loads(read(client, f"/api/v1/events/{event.pk}/rounds/1"))["pairings"]
    assert (team["white"]["name"], team["black"], team["team"]) == ("Ada", None, "The Foxes")
    assert [(seat["entry"]["name"], seat["place"]) for seat in team["table"]] == [("Ada", None), ("Ben", None)]
    page = read(client, f"/events/{event.pk}/print/")
    assert "For each round: Diamonds; Z: missed" in page
    assert "the opponent’s number" not in page


def test_the_engine_measures_what_the_team_has_reached() -> None:
    rules = Fairytale()
    state = rules.start(rules.clean_options({}), 1, bytes(32))
    assert rules.measure(state) == (0, 0, 0, 0)
    assert rules.measure(rules.forfeit(state, 0, "resignation")) == (0, 0, 0, 3)  # as one that was overrun
    assert [measure.fewer for measure in rules.measures()] == [False, False, False, True]


# -- what it brings players and clubs ----------------------------------------------------------------------------------


def finished(club: Club) -> Event:
    """The Foxes, Ada and Ben, have won one of two matches, and Cleo alone none."""
    event = expedition(("Ada", "Ben", "Cleo"), club=club, name="Into the woods")
    join(event, "Ben", "Ada")
    Entry.objects.filter(pk=entry(event, "Ada").pk).update(team="The Foxes")
    begin(event)
    for number, won in ((1, 1), (2, 0)):
        end(match_of(event, "Ada", number), 3, won, 4 * won, 0)
        end(match_of(event, "Cleo", number), 1, 0, 0, 3)
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED, ended_at=event.made_at)
    event.refresh_from_db()
    return event


def test_all_members_of_a_team_are_honoured(client: Client) -> None:
    club = club_of()
    event = finished(club)
    (honour,) = honours.of_events([event])
    first, second = honour.places
    assert (first.rank, first.team, [each.name for each in first.members]) == (1, "The Foxes", ["Ada", "Ben"])
    assert (second.name, second.members) == ("Cleo", ())
    board = read(client, f"/clubs/{club.slug}/honours/")
    for name in ("Ada", "Ben", "Cleo"):
        assert f'<a href="/players/{user(name).pk}/">{name}</a>' in board
    told = json.loads(read(client, f"/api/v1/clubs/{club.slug}/honours"))["items"][0]["places"]
    assert [[each["name"] for each in place["members"]] for place in told] == [["Ada", "Ben"], []]
    assert "The Foxes (Ada and Ben)" in [row[-1] for row in honours_sheet(club).rows]


def test_a_member_has_the_place_of_the_team(client: Client) -> None:
    event = finished(club_of())
    client.force_login(user("Cleo"))
    for name, rank in (("Ada", 1), ("Ben", 1), ("Cleo", 2)):
        (placing,) = client.get(f"/players/{user(name).pk}/").context["placings"]
        captain = entry(event, "Cleo" if name == "Cleo" else "Ada")
        assert (placing.rank, placing.players) == (rank, 2)
        assert placing.url == reverse("tournaments:player", args=[event.pk, captain.pk])


def test_a_club_counts_matches_by_level(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    club = club_of()
    finished(club)
    Event.objects.filter(pk=expedition(("Dora",), club=club).pk).update(stage=Event.Stage.CANCELLED)
    (counted,) = expeditions.expeditions_of(club, AnonymousUser())
    assert counted.total == Tally(won=1, lost=3)
    assert counted.levels == [LevelResults("Easy", solo=Tally(lost=2), team=Tally(won=1, lost=1))]
    with django_assert_num_queries(2):  # the events, and what was counted before
        expeditions.expeditions_of(club, AnonymousUser())
    assert "4 matches, 25% won" in read(client, f"/clubs/{club.slug}/honours/")
    Event.objects.update(is_public=False)
    assert expeditions.expeditions_of(club, AnonymousUser()) == []


def test_nobody_is_rated_by_them(client: Client) -> None:
    event = finished(club_of())
    Event.objects.filter(pk=event.pk).update(rated=True)  # as a file may say
    Pairing.objects.update(decided_at=event.made_at - timedelta(days=62))
    assert close_month.close_months() == 0
    member = UserFactory()
    secret = tokens.make_token(member, "test", Token.Scope.READ)
    for slug, status in (("fortify", 200), ("fairytale", 404)):
        answer = client.get(f"/api/v1/ratings/{slug}", headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code == status
