"""Small agreements between ranks, by way of the driver."""

from ray import _missing
from ray.train._session import barrier, broadcast_from_rank_zero

__all__ = ["barrier", "broadcast_from_rank_zero"]

__getattr__ = _missing.attribute_errors("ray.train.collective")
