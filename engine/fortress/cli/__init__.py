"""Fortress in a terminal: play a match, or answer a batch of questions.

Start in `main.py`.
"""
