from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = "Matches"

    def ready(self) -> None:
        from celery.signals import task_failure, task_prerun

        from jobs.hooks import job_due
        from mail import hooks
        from mail.outbox.registry import register
        from matches.clocks import restoration

        from . import email_kinds
        from . import hooks as own_hooks
        from .clocks import outages
        from .computers import ask
        from .gate import mail_clocks
        from .mails import causes, resend, tokens

        register(email_kinds.KINDS)
        hooks.mail_accepted.connect(mail_clocks.follow_acceptance)
        hooks.mail_failed.connect(mail_clocks.follow_failure)
        hooks.address_restored.connect(resend.send_what_waited)
        hooks.turn_mail_wanted.connect(causes.announce_waiting_turns)
        hooks.unknown_address_used.connect(restoration.answer_lost)
        hooks.reply_owner.connect(tokens.owner_of_reply)
        hooks.reply_match_is_open.connect(tokens.match_of_reply_is_open)
        hooks.replies_given.connect(tokens.replies_of)
        hooks.lost_to_backup.connect(restoration.lost_to_backup)
        own_hooks.turn_asked.connect(ask.ask_when_its_turn)
        job_due.connect(outages.note_beat)
        task_prerun.connect(outages.note_worker)
        task_failure.connect(outages.note_failed_sweep)
