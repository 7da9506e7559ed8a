"""Sentences and dates for people, and the catalogues that translate them from English."""
