"""What all pages have in common: how forms are drawn, the language at the foot, and the page for a database that fails.

Views are with their subjects: in the `views` of matches and tournaments, in `profiles/`, in `api/views`.
"""
