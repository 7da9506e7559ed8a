from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from matches import guests, organising, signals, visibility
        from matches.mail import hooks

        from . import clock_acts, clock_log, leaving, mails, results, unreachable
        from .clubs import honours, roles
        from .leagues import honours as league_honours
        from .leagues import letting_go
        from .permissions import organises_match, vouch_for_matches

        visibility.ask_also(vouch_for_matches)
        organising.ask_also(organises_match)
        organising.tell_also(clock_log.witness)
        organising.change_also(clock_acts.is_to_be_changed)
        guests.keep_also(leaving.is_in_something)
        guests.keep_also(roles.is_invited_somewhere)
        roles.tell_also(letting_go.let_go)
        seasons = honours.Source(league_honours.won, league_honours.told)
        honours.tell_also(seasons, instead_of=league_honours.is_division)
        mails.register_all()
        hooks.address_failed.connect(unreachable.address_failed)
        signals.match_finished.connect(results.match_finished, dispatch_uid="results of events")
