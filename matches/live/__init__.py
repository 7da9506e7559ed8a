"""Live updates: an open page learns what has happened since, and asking costs the database nothing until then.

Pages poll, since a stream would hold one of gunicorn's few threads for each page. Start in `change_tokens.py`;
`answer_unchanged.py` answers a poll that finds nothing new, `news.py` any other.
"""
