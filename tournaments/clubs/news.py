"""News of a club: on its pages, and by email to the members who want it."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import say
from matches.input.text import one_line
from timekeeping import clock
from tournaments.locking.club_log import note
from tournaments.locking.locks import CLUB
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, ClubNews

from . import club_causes

MOST_A_DAY = 5
AGAIN = timedelta(hours=1)
LONGEST_SUBJECT, LONGEST_TEXT = 120, 4000


def tell(club: Club, subject: str, text: str, *, by: User) -> tuple[ClubNews, int]:
    """Publish news; return it and how many get it by email, 0 for the same news a moment ago.

    Raises ``TournamentRefused``.
    """
    subject = one_line(subject)
    text = "\n".join(one_line(line) for line in text.strip().splitlines())
    if not 0 < len(subject) <= LONGEST_SUBJECT:
        raise TournamentRefused(
            _("Enter a subject of at most %(most)s characters.") % {"most": LONGEST_SUBJECT}, "subject"
        )
    if not 0 < len(text) <= LONGEST_TEXT:
        raise TournamentRefused(_("Write a text of at most %(most)s characters.") % {"most": LONGEST_TEXT}, "text")
    return _tell(club, subject=subject, text=text, by=by)


@CLUB.transaction_with_retry
def _tell(club: Club, *, subject: str, text: str, by: User) -> tuple[ClubNews, int]:
    club = CLUB.lock(club.pk)
    now = clock.now()
    earlier = club.news.filter(subject=subject, text=text, at__gt=now - AGAIN).first()
    if earlier is not None:  # it was sent twice, and is told once
        return earlier, 0
    if club.news.filter(at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        words = _("This club has sent %(number)s news items today. Send the next one tomorrow.")
        raise TournamentRefused(words % {"number": MOST_A_DAY}, status=429)
    news = club.news.create(by=by, at=now, subject=subject, text=text)
    note(club, say("Sent news to the members: “%(subject)s”.", subject=subject), by=by)
    return news, club_causes.news_told(news)
