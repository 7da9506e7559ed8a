"""What is stored of emails: those to be sent, those that came in, and what is known of addresses."""

from .address import MailAddress
from .inbound import InboundMail, RefusedMail
from .outbox import OutboxMail, new_message_id

__all__ = ["InboundMail", "MailAddress", "OutboxMail", "RefusedMail", "new_message_id"]
