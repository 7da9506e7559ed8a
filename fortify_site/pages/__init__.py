"""Common parts of all pages: templates, forms, choices at the foot, and answers when something fails.

Views are with their subjects: in the `views` of matches and tournaments, in `profiles/`, in `api/views`.
"""
