"""Settings for every test: the small counts of `make test`, the large ones of `make soak`."""

import pytest
from hypothesis import HealthCheck, settings

from tests.soak import SOAK

settings.register_profile("test", max_examples=30, derandomize=True, deadline=None, database=None)
settings.register_profile(
    "soak", max_examples=2000, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if SOAK else "test")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not SOAK:
        for item in items:
            if "soak" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="takes long: make soak"))
