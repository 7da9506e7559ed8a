"""The help pages: what each is called and what else people call it.

The text of each is ``templates/help/topics/<slug>.html``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

PLAYING, EVENTS, ACCOUNT, RUNNING = _("Playing"), _("Events and leagues"), _("Your account"), _("Running things")


@dataclass(frozen=True)
class Topic:
    """A help page: ``answers`` is what it answers in a line, ``also`` other words that people search for."""

    slug: str
    part: StrOrPromise
    title: StrOrPromise
    answers: StrOrPromise
    also: StrOrPromise

    @property
    def template(self) -> str:
        return f"help/topics/{self.slug}.html"

    def get_absolute_url(self) -> str:
        return reverse("help:privacy") if self is PRIVACY else reverse("help:topic", args=[self.slug])


PRIVACY: Final = Topic(
    "privacy",
    ACCOUNT,
    _("Privacy"),
    _("What is stored about you, who sees it, and for how long."),
    pgettext_lazy("other words that people search for", "data protection, GDPR, cookies, tracking, delete"),
)
TOPICS: Final = (
    Topic(
        "first-match",
        PLAYING,
        _("Your first match"),
        _("Learn a game, play the computer, make a turn."),
        pgettext_lazy("other words that people search for", "start, beginner, how to play, tutorial, lesson, board"),
    ),
    Topic(
        "opponents",
        PLAYING,
        _("Finding an opponent"),
        _("Lobby, challenges, links, tables and the computer."),
        pgettext_lazy("other words that people search for", "challenge, invite a friend, table, lobby, share, team"),
    ),
    Topic(
        "email",
        PLAYING,
        _("Playing by email"),
        _("What to write in a reply, and what the links do."),
        pgettext_lazy("other words that people search for", "reply, commands, mailbox, link, spam"),
    ),
    Topic(
        "clocks",
        PLAYING,
        _("Clocks and vacation"),
        _("How long you have, what pauses the clock, and what happens at zero."),
        pgettext_lazy(
            "other words that people search for",
            "deadline, holiday, leave, time control, timeout, pause, weekend, night",
        ),
    ),
    Topic(
        "endings",
        PLAYING,
        _("Draws, resigning, taking back"),
        _("How a match ends early, and how to undo a turn."),
        pgettext_lazy("other words that people search for", "draw, resign, give up, undo, takeback, mistake, result"),
    ),
    Topic(
        "conditional-turns",
        PLAYING,
        _("Conditional turns"),
        _("Set your answer in advance, and save days."),
        pgettext_lazy("other words that people search for", "if then, premove, orders, in advance"),
    ),
    Topic(
        "events",
        EVENTS,
        _("Playing in events"),
        _("Entering, check-in, byes, missing a round, withdrawing."),
        pgettext_lazy(
            "other words that people search for",
            "tournament, Swiss, round robin, cup, bye, enter, check-in, pairing, tie-break",
        ),
    ),
    Topic(
        "leagues",
        EVENTS,
        _("Leagues and seasons"),
        _("Divisions, promotion, replacements and cards."),
        pgettext_lazy(
            "other words that people search for",
            "season, division, promotion, relegation, card, replacement, waiting list",
        ),
    ),
    Topic(
        "notifications",
        ACCOUNT,
        _("Emails and notifications"),
        _("Which emails you get, when, and how to stop them."),
        pgettext_lazy(
            "other words that people search for",
            "unsubscribe, quiet hours, digest, push, calendar, bounce, too many emails",
        ),
    ),
    Topic(
        "account",
        ACCOUNT,
        _("Accounts and guests"),
        _("Signing up, logging in, names, playing without an account."),
        pgettext_lazy(
            "other words that people search for", "password, login code, passkey, guest, name, delete account"
        ),
    ),
    PRIVACY,
    Topic(
        "organisers",
        RUNNING,
        _("For organisers"),
        _("Set up an event or a season and look after it."),
        pgettext_lazy(
            "other words that people search for", "create a tournament, club, manage, import, adjudicate, director"
        ),
    ),
    Topic(
        "hosts",
        RUNNING,
        _("For hosts"),
        _("What to look at when you run this site."),
        pgettext_lazy("other words that people search for", "server, admin, status, backup, install, update"),
    ),
)
BY_SLUG: Final = {topic.slug: topic for topic in TOPICS if topic is not PRIVACY}
