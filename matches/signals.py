"""What a match tells the rest of the site.

Both are sent with ``match`` after the transaction has been committed. A receiver that fails is logged and stops nobody
else; a process may die before it sends them, so a receiver must also find by a query what it has missed.
"""

from django.dispatch import Signal

match_started = Signal()
match_finished = Signal()
