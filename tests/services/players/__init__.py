"""Tests of the players service."""
