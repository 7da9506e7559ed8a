from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = "Matches"

    def ready(self) -> None:
        from celery.signals import task_failure, task_prerun

        from . import held_clocks, notices, signs_of_life, undelivered
        from .mail import hooks, kinds
        from .mail.publishing import job_due

        kinds.register_all()
        hooks.mail_arrived.connect(held_clocks.follow_arrival)
        hooks.mail_failed.connect(held_clocks.follow_failure)
        hooks.address_restored.connect(undelivered.send_what_waited)
        hooks.turn_mail_wanted.connect(notices.waiting_turns)
        job_due.connect(signs_of_life.note_beat)
        task_prerun.connect(signs_of_life.note_worker)
        task_failure.connect(signs_of_life.note_failed_sweep)
