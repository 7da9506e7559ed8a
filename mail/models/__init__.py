"""The stored data about emails: outgoing ones, incoming ones, and addresses."""

from .address import MailAddress
from .inbound import InboundMail, RefusedMail
from .outbox import OutboxMail, new_message_id

__all__ = ["InboundMail", "MailAddress", "OutboxMail", "RefusedMail", "new_message_id"]
