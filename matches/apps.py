from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = "Matches"

    def ready(self) -> None:
        from . import held_clocks, notices, undelivered
        from .mail import hooks, kinds

        kinds.register_all()
        hooks.mail_arrived.connect(held_clocks.follow_arrival)
        hooks.mail_failed.connect(held_clocks.follow_failure)
        hooks.address_restored.connect(undelivered.send_what_waited)
        hooks.turn_mail_wanted.connect(notices.waiting_turns)
