"""The catalogues of messages: what is said to people, and how it is said in other languages than English."""
