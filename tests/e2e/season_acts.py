"""What organisers and members of a club do on its pages in the course of a season, and what they see there
(tests/e2e/test_season.py)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import formats, timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from fortify_site.dev_mailbox import store
from mail.models import OutboxMail
from mail.outbox import deliver
from matches.models import LogEntry
from tests.support import running_events
from tests.support.seasons import in_order, played
from tournaments.clubs import join
from tournaments.models import Club, Division, Event, League, Membership, Pairing, Season
from tournaments.seasons import register as registering
from tournaments.settings.defaults import usual_tie_breaks

from . import bots
from . import season_by_hand as by_hand
from .event_pages import at, follow, press
from .person import PASSWORD, Person
from .season_by_hand import Divisions

CLUB, LEAGUE = "Northside", "Sunday League"
SETTLED_BY = "By the points so far, as the season’s rule says."
LINE_UP = """() => [...document.querySelectorAll("[aria-labelledby=line-up] section")].map(
  section => Object.fromEntries([...section.querySelectorAll("li")].map(
    row => [row.querySelector("b").innerText, row.querySelector("span.small").innerText])))"""
REASONS = """() => [...document.querySelectorAll("section[aria-labelledby^=division-] dl")].map(
  list => Object.fromEntries([...list.querySelectorAll("dt")].map(
    name => [name.textContent, name.nextElementSibling.textContent])))"""
TABLES = """() => [...document.querySelectorAll(".standings tbody")].map(body => [...body.rows].map(
  row => [row.querySelector(".rank").innerText, row.querySelector("a").innerText, row.cells[1].innerText,
    row.cells[2].innerText.replace(/[↑↓]/, "")].join(" ").replace(/\\s+/g, " ").trim()).join(", "))"""


def bring(address: str) -> None:
    """Send what waits for that address, as a worker would."""
    waiting = OutboxMail.objects.filter(Q(to=address) | Q(user__email=address), status=OutboxMail.Status.QUEUED)
    for pk in waiting.order_by("pk").values_list("pk", flat=True):
        deliver.deliver(pk)


# -- the club ------------------------------------------------------------------------------------------------------


def make_the_club(olga: Person) -> str:
    """The link for joining it."""
    page = olga.page
    page.goto("/clubs/")
    follow(page, "New club")
    page.get_by_label("Name of the club").fill(CLUB)
    page.get_by_label("About the club").fill("We play on Sundays, and by mail all week.")
    press(page, "Create club")
    follow(page, "Manage")
    link = page.get_by_role("region", name="Invitation link").get_by_role("link").get_attribute("href")
    assert link is not None
    return link


def invite(olga: Person, names: Iterable[str]) -> None:
    """By a list, which is looked at before anything is done."""
    page, listed = olga.page, list(names)
    follow(page, "Import members (CSV)")
    page.get_by_label("Or paste the list").fill("\n".join(["player", *listed]))
    press(page, "Preview")
    olga.see(f"{len(listed)} to invite.")
    press(page, "Import")
    olga.see(f"{len(listed)} players invited; they join by accepting.")


def take_the_invitation_up(ben: Person) -> None:
    bring(ben.address)
    text = store.part_of_mail(ben.mail(f"Olga invites you to {CLUB}"), "plain")
    link = next(line for line in text.splitlines() if "/clubs/invitation/" in line)
    ben.page.goto(link)
    ben.see("You’re invited to join this club as Ben.")
    press(ben.page, "Join")
    ben.see(f"You’re now a member of {CLUB}.")


def all_others_take_theirs_up() -> None:
    for invitation in Membership.objects.filter(status=Membership.Status.INVITED).select_related("player"):
        assert invitation.player is not None
        join.take_up(invitation, invitation.player)


def join_by_the_link(ada: Person, link: str) -> None:
    ada.page.goto(link)
    press(ada.page, "Join")
    ada.see("You’re a member of this club.")


def sign_up_and_join(zoe: Person, link: str) -> None:
    """Without an account before."""
    page = zoe.page
    page.goto(link)
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("Email").fill(zoe.address)
    page.get_by_label("Display name").fill(zoe.name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    press(page, "Sign up")
    page.get_by_label("Code").fill(zoe.code())
    press(page, "Continue")
    press(page, "Join")
    zoe.see(f"You’re now a member of {CLUB}.")


# -- the league ----------------------------------------------------------------------------------------------------


def make_the_league(olga: Person) -> League:
    page = olga.page
    page.goto(Club.objects.get().get_absolute_url())
    follow(page, "Leagues")
    follow(page, "Create league")
    page.get_by_label("Name of the league").fill(LEAGUE)
    press(page, "Create league")
    olga.see("Set up its first season.")
    return League.objects.get()


def play_the_season_before(league: League) -> None:
    """Its tables alone are there."""
    names = by_hand.BEFORE
    terms: dict[str, Any] = {
        "format": "round_robin",
        "at_once": 2,
        "up": 2,
        "down": 2,
        "tie_breaks": usual_tie_breaks("round_robin"),
    }
    played(league, names, [in_order(8)] * len(names), **terms)


def set_up_the_next_season(olga: Person, league: League, *, ends: bool) -> Season:
    """With the settings of the last; it is open for registration then."""
    page = olga.page
    page.goto(league.get_absolute_url())
    follow(page, "Set up next season")
    expect(page.get_by_label("Players in each division, top first")).to_have_value("8, 8, 8")
    expect(page.get_by_label("Promoted from each division")).to_have_value("2")
    if ends:
        page.locator("[name=ends_at]").fill((timezone.now() + timedelta(days=400)).strftime("%Y-%m-%dT20:00"))
    press(page, "Create season")
    olga.see("Only the club’s organisers can see it until you open registration.")
    press(page, "Open registration")
    return league.seasons.latest("number")


def manage(season: Season) -> str:
    return f"{season.get_absolute_url()}manage/"


def register(person: Person, season: Season) -> None:
    """Found from the club's page."""
    page = person.page
    page.goto(season.league.club.get_absolute_url())
    follow(page, "Leagues")
    follow(page, LEAGUE)
    follow(page, season.name)
    press(page, "Register")
    person.see(f"You’re registered for {season.name}.")


def put_in(olga: Person, season: Season, name: str) -> None:
    olga.page.goto(manage(season))
    olga.page.get_by_label("Name of the member").fill(name)
    press(olga.page, "Add")
    olga.see(f"{name} is registered.")


def all_register(season: Season, names: Iterable[str]) -> None:
    """In this order."""
    players = {player.display_name: player for player in User.objects.all()}
    for name in names:
        registering.register(season, players[name])


def work_the_line_up_out(olga: Person, season: Season) -> list[dict[str, str]]:
    """As the organisers' page shows it, the waiting list last."""
    olga.page.goto(manage(season))
    press(olga.page, "Work out line-up")
    found: list[dict[str, str]] = olga.page.evaluate(LINE_UP)
    return found


def put_elsewhere(olga: Person, by_hand: dict[str, tuple[int, str]]) -> None:
    for name, (to, why) in by_hand.items():
        form = olga.page.get_by_role("form", name="Move a player")
        form.get_by_label("Player").select_option(label=name)
        form.get_by_label("Division").select_option(label=f"Division {to}")
        form.get_by_label("Reason").fill(why)
        press(olga.page, "Move")
        assert olga.page.evaluate(LINE_UP)[to - 1][name] == f"{why} by hand"


def publish(olga: Person, season: Season) -> None:
    press(olga.page, "Publish line-up")
    olga.see("Line-up published.")
    running_events.work_off()


def see_why_all_play_where_they_do(visitor: Page, season: Season, expected: Divisions) -> None:
    visitor.goto(season.get_absolute_url())
    assert visitor.evaluate(REASONS) == list(expected)


# -- playing -------------------------------------------------------------------------------------------------------


def play(season: Season, last: int) -> None:
    """Every match up to that round, as soon as it has begun, but those that are left unfinished."""
    divisions = list(season.divisions.select_related("event"))
    while sum(_play(division, last) for division in divisions):
        running_events.work_off()


def _play(division: Division, last: int) -> int:
    """What is being played now; how many matches ended."""
    begun = Pairing.objects.filter(round__event=division.event_id, round__number__lte=last, decided_at=None)
    begun = begun.select_related("round", "match", "white__player", "black__player").order_by("round__number", "board")
    return sum(_play_out(pairing) for pairing in begun.exclude(match=None))


def _play_out(pairing: Pairing) -> bool:
    match, black = pairing.match, pairing.black
    assert match is not None
    assert black is not None
    red, green = pairing.white.shown_name, black.shown_name
    left = next((each for each in by_hand.UNFINISHED if (each.red, each.green) == (red, green)), None)
    if left is None:
        share = float(by_hand.share(red, green))
        points = (bots.OF_A_WIN, 0) if share == 1 else (0, 0 if share else bots.OF_A_WIN)
        bots.play_out(match, (share, 1 - share), points)
        return True
    assert pairing.round.number == left.round
    if not match.log.filter(kind=LogEntry.Kind.PLAY).exists():
        for place, text in enumerate(left.turns):
            bots.play_turn(match, place % 2, text)
    return False


def event_of(season: Season, level: int) -> Event:
    event = season.divisions.get(level=level).event
    assert event is not None
    return event


def drop_out(wim: Person, season: Season) -> None:
    """From the season's page to the way out of his division, on a phone."""
    page = wim.page
    page.goto(season.get_absolute_url())
    page.get_by_role("region", name="You").get_by_role("link", name="Division 3").click()
    follow(page, "Withdraw")
    wim.see("for at most 7 days. Until then an organiser can put you back.")
    press(page, "Withdraw")
    page.goto(at("log", event_of(season, 3)))
    wim.see("Wim withdrew.")


def take_the_place(yan: Person, season: Season) -> None:
    """A player who waited is asked by mail, and plays on with Wim's matches."""
    text = store.part_of_mail(yan.mail("Wim has left"), "plain")
    assert "You take over the matches as they are" in text
    yan.page.context.clear_cookies()  # the link alone is enough
    yan.page.goto(next(line for line in text.splitlines() if "/offer/place/" in line))
    yan.see("2 matches running, 2 finished and 3 still to start. Points so far: 0.")
    press(yan.page, "Accept place")
    yan.say_yes()
    yan.see("You’re now playing in")
    running_events.work_off()


# -- the end -------------------------------------------------------------------------------------------------------


def let_the_end_come(season: Season) -> None:
    ended = timezone.now() - timedelta(hours=1)
    Season.objects.filter(pk=season.pk).update(ends_at=ended)
    Event.objects.filter(division__season=season).update(ends_at=ended)


def settle_what_is_unfinished(olga: Person, season: Season) -> None:
    page = olga.page
    page.goto(manage(season))
    olga.see("The season’s end has passed")
    follow(page, "Decide unfinished matches")
    rows = page.get_by_role("region", name="Unfinished matches").locator("tbody tr").all()
    assert [(" ".join(row.locator("th").inner_text().split()), _chosen(row)) for row in rows] == [
        (
            f"{each.red} – {each.green} Division {each.division}, round {each.round}, {each.score} so far",
            each.becomes,
        )
        for each in by_hand.UNFINISHED
    ]
    page.get_by_label("Reason").fill(SETTLED_BY)
    press(page, "Adjudicate matches")
    olga.see("Decided 4 matches.")


def _chosen(row: Locator) -> str:
    return str(row.locator("select").evaluate("select => select.selectedOptions[0].label"))


def read_the_logs(olga: Person, season: Season) -> None:
    olga.page.goto(f"{season.league.club.get_absolute_url()}log/")
    olga.see(f"{LEAGUE}, {season.name}: Decided 4 unfinished matches.")
    for each in by_hand.UNFINISHED:
        olga.page.goto(at("log", event_of(season, each.division)))
        line = olga.page.get_by_role("listitem").filter(has_text=f"{each.red} – {each.green}")
        expect(line).to_contain_text(SETTLED_BY)
        expect(line).to_contain_text("Olga")


def end(olga: Person, season: Season) -> None:
    olga.page.goto(manage(season))
    olga.see("All matches are over")
    follow(olga.page, "End season")
    press(olga.page, "End season")
    olga.see("The season is over.")


def see_the_final_tables(visitor: Page, season: Season) -> None:
    visitor.goto(season.get_absolute_url())
    assert visitor.evaluate(TABLES) == list(by_hand.FINAL)


def see_the_honours(visitor: Page, season: Season) -> None:
    visitor.goto(season.league.club.get_absolute_url())
    follow(visitor, "Honours")
    cards = [" ".join(card.inner_text().split()) for card in visitor.locator("main section.card").all()]
    today = formats.date_format(timezone.localdate(), "DATE_FORMAT")
    expected = [f"{season.name}, Division {level} {today} {won}" for level, won in enumerate(by_hand.HONOURS, 1)]
    assert cards[:3] == expected


def ties_on(page: Page) -> tuple[str, ...]:
    return tuple(page.get_by_role("region", name="Line-up").locator(".notice.warn").all_inner_texts())
