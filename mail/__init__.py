"""Mail: the outbox, what each email says, and the links in it."""
