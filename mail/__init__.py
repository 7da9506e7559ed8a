"""Mail: the outbox, what each mail says, and the links in it."""
