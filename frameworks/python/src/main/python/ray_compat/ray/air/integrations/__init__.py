"""Callbacks of libraries, under their older modules."""

from ray import _missing

__getattr__ = _missing.attribute_errors("ray.air.integrations")
