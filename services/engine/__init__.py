"""The engine service: runs matches, and commits every choice before it tells anybody."""
