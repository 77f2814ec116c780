"""Whole tournaments through the services, with kills on the way, and what duplicate takes out of luck."""
