"""Cups: events in which whoever loses is out.

Start in `playoffs.py`.
"""
