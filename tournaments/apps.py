from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from mail import hooks as mail_hooks
        from mail.outbox.registry import register
        from matches import hooks as match_hooks

        from . import email_kinds, hooks
        from .clocks import all_clocks, log
        from .entries.withdrawals import no_shows, withdraw
        from .events.dates import calendar
        from .formats.formats import FORMATS
        from .mails import unreachable
        from .models.formats import register as register_formats
        from .permissions import clubs, weekly
        from .permissions.events import organises_match, vouch_for_matches
        from .ratings.seed_rating import ratings_in, shown_rating
        from .rounds import next_match
        from .rounds.results import match_finished
        from .seasons import member_left_club
        from .weekly import play, weeks
        from .weekly import results as weekly_results

        register_formats(FORMATS)
        match_hooks.matches_seen.connect(vouch_for_matches)
        match_hooks.matches_seen.connect(weekly.vouch_for_matches)
        match_hooks.matches_kept.connect(play.keep_weekly_matches)
        match_hooks.page_switched_off.connect(weeks.is_switched_off)
        match_hooks.organiser_check.connect(organises_match)
        match_hooks.clock_changed.connect(log.note_clock_act)
        match_hooks.clock_act_due.connect(all_clocks.to_be_changed)
        match_hooks.calendar_dates.connect(calendar.dates_of)
        match_hooks.next_match.connect(next_match.next_match)
        match_hooks.player_ratings.connect(ratings_in)
        match_hooks.seat_rating.connect(shown_rating)
        match_hooks.guest_in_use.connect(withdraw.is_in_something)
        match_hooks.guest_in_use.connect(clubs.is_invited_somewhere)
        hooks.lost_on_time.connect(no_shows.lost_on_time)
        hooks.role_lost.connect(member_left_club.let_go)
        register(email_kinds.KINDS)
        mail_hooks.address_failed.connect(unreachable.address_failed)
        match_hooks.match_finished.connect(match_finished.match_finished, dispatch_uid="results of events")
        match_hooks.match_finished.connect(weekly_results.match_finished, dispatch_uid="results of weekly forests")
