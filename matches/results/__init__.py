"""Players' finished matches in numbers, summed up in the background.

Start in `results.py`.
"""
