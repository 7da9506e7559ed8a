"""The help pages, and the page that says what is stored about people.

`topics.py` lists the help pages; each is one text in `templates/help/topics/`. `personal_data.py` says what is stored.
"""
