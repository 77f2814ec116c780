"""Settings for every test: hypothesis must not mistake a busy machine for a slow strategy."""

from hypothesis import HealthCheck, settings

settings.register_profile("westmarch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("westmarch")
