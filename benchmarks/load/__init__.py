"""A load test: an open-loop generator of people who play, look on, leave and come back, and what it measures."""
