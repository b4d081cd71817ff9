"""What joins Ray Tune and other libraries."""

from ray import _missing

__getattr__ = _missing.attribute_errors("ray.tune.integration")
