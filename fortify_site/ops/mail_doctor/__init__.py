"""Examination of a host's domain: what it lacks for emails to arrive and answers to come back, and what to publish.

Start in `report.py`.
"""
