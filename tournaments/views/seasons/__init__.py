"""The pages of leagues and their seasons.

Start in `season.py`.
"""
