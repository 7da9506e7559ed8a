"""The mailbox of a site on one's own machine: every email is stored in a folder and shown on a page."""
