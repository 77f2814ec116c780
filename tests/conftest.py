"""Settings for every test: hypothesis must not mistake a busy machine for a slow strategy, and the hundreds of
processes that are started compile each source once, also where the environment says never."""

import os
import sys

from hypothesis import HealthCheck, settings

settings.register_profile("westmarch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("westmarch")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
