"""The mailbox: on a site of one's own machine, every email is kept in a folder and shown on a page."""
