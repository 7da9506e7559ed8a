"""The numbers that help pages name, each taken from the code that sets it, and what this site offers."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings

from accounts.names import display_names
from fortify_site.profiles.login import codes, expire_sign_ups
from fortify_site.push import notices
from fortify_site.push import views as push
from mail.inbound import retention as inbound
from mail.outbox import retention as outbox
from matches.clocks import waiting_for_delivery
from matches.conditional import limits as conditional_limits
from matches.gate import chat, clock_acts, takeback
from matches.links import old_link_requests
from matches.lobby import cookie_guests, play_now
from matches.models import VacationPool
from matches.offers import guests, limits
from matches.time_control.time_control import DAY, GRACE, HOUR, TAKEBACK_WINDOW
from matches.vacation import plans, time_zone_limit
from timekeeping.night_hours import NIGHT
from tournaments.clubs import news
from tournaments.entries.replacements import find_replacement
from tournaments.events import announcements
from tournaments.events.ending import finish
from tournaments.files.archives.imports import uploads

Figures = dict[str, int | str | bool]
SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)


def figures() -> Figures:
    """Return the numbers and switches by the names that templates have for them, without asking the database."""
    return {
        "computers": settings.COMPUTER_PLAYERS,
        "contact": settings.CONTACT_EMAIL,
        "has_push": bool(settings.PUSH_KEY),
        "replies": bool(settings.REPLY_DOMAIN),
        "weekly": settings.WEEKLY_FOREST,
        "most_addresses": settings.ACCOUNT_MAX_EMAIL_ADDRESSES,
        "announcements_a_day": announcements.MOST_A_DAY,
        "backups_kept": settings.BACKUPS_KEPT if settings.BACKUP_DIR else 0,
        "branches": conditional_limits.MOST_BRANCHES,
        "branch_depth": conditional_limits.DEEPEST,
        "challenge_days": limits.UNANSWERED_FOR // DAY,
        "code_minutes": codes.CODE_SECONDS * SECOND // MINUTE,
        "computer_guest_days": cookie_guests.KEPT_FOR // DAY,
        "declined_days": play_now.DECLINED_FOR // DAY,
        "devices": push.MOST,
        "gifts_a_day": clock_acts.GIFTS_A_DAY,
        "grace_seconds": GRACE // SECOND,
        "guest_days": guests.KEPT_FOR // DAY,
        "inbound_days": inbound.KEPT_FOR // DAY,
        "link_minutes": old_link_requests.AGAIN_AFTER // MINUTE,
        "links_a_day": old_link_requests.MOST_A_DAY,
        "mail_wait_days": waiting_for_delivery.MOST // DAY,
        "message_days": chat.AFTERWARDS // DAY,
        "name_changes": display_names.MOST,
        "name_change_days": display_names.WITHIN // DAY,
        "news_a_day": news.MOST_A_DAY,
        "night_hours": NIGHT // HOUR,
        "notice_days": notices.KEPT_FOR // DAY,
        "outbox_days": outbox.KEPT_FOR // DAY,
        "place_offer_days": find_replacement.LASTS // DAY,
        "play_now_days": play_now.WAITS // DAY,
        "session_days": settings.SESSION_COOKIE_AGE * SECOND // DAY,
        "sign_up_days": expire_sign_ups.KEPT_FOR // DAY,
        "takeback_minutes": TAKEBACK_WINDOW // MINUTE,
        "takebacks_a_day": takeback.TIMES_A_DAY,
        "undo_hours": finish.UNDO_FOR // HOUR,
        "upload_days": uploads.KEPT_FOR // DAY,
        "vacation_ahead_days": plans.AHEAD // DAY,
        "vacation_days": settings.VACATION_DAYS,
        "zone_changes": time_zone_limit.MOST,
        "zone_change_days": time_zone_limit.WITHIN // DAY,
    }


def current_figures() -> Figures:
    """Return the figures with the vacation days that the host has since set."""
    days = VacationPool.objects.filter(key=VacationPool.FRIENDLY).values_list("days", flat=True).first()
    return figures() if days is None else {**figures(), "vacation_days": days}
