"""What emails of several rooms share: one to each player, one an hour, the event or season that they are about.

The emails themselves stand in the room of their subject, in `…_emails.py`; what queues them in `…_causes.py`.
`unreachable.py` tells organisers of players whom no email reaches.
"""
