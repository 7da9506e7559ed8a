"""Emails that come in: stored as they are by whichever way they came, then read one by one."""
