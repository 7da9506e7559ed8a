"""Template tags for boards, times, scores and forms of turns."""
