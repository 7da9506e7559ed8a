from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from matches import hooks as match_hooks
        from matches.mail import hooks as mail_hooks

        from . import clock_acts, clock_log, hooks, leaving, mails, results, unreachable
        from .clubs import roles
        from .leagues import letting_go
        from .permissions import organises_match, vouch_for_matches

        match_hooks.matches_seen.connect(vouch_for_matches)
        match_hooks.organiser_check.connect(organises_match)
        match_hooks.clock_changed.connect(clock_log.note_clock_act)
        match_hooks.clock_act_due.connect(clock_acts.is_to_be_changed)
        match_hooks.guest_in_use.connect(leaving.is_in_something)
        match_hooks.guest_in_use.connect(roles.is_invited_somewhere)
        hooks.role_lost.connect(letting_go.let_go)
        mails.register_all()
        mail_hooks.address_failed.connect(unreachable.address_failed)
        match_hooks.match_finished.connect(results.match_finished, dispatch_uid="results of events")
