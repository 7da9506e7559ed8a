from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        from matches import organising

        from . import mails
        from .permissions import organises_match

        organising.ask_also(organises_match)
        mails.register_all()
