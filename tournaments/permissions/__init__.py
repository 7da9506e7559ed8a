"""Permissions in events, seasons and clubs."""
