"""Input from people: requests, text, and limits on how often they may send it.

`text.py` makes text fit to be stored, `requests.py` reads requests and `paging.py` which page of a list they ask for;
`daily_limit.py` limits how often a player may do a thing in a day, and `visitor_limit.py` how often visitors without an
account may.
"""
