"""Playoffs: a cup that follows an event, for the first of its standings."""
