"""Examination of a host's domain: what it lacks for emails to arrive and replies to return, and what to publish.

Start in `report.py`.
"""
