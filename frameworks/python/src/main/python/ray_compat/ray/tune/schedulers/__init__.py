"""Schedulers: whether a trial continues after what it reported."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional

from ray import _missing

__all__ = ["ASHAScheduler", "AsyncHyperBandScheduler", "FIFOScheduler"]


class FIFOScheduler:
    """Lets every trial run to its end."""

    def continues(self, trial: str, metrics: Dict[str, Any], metric: Optional[str], mode: Optional[str]) -> bool:
        """Whether the trial is to train on."""
        return True


class AsyncHyperBandScheduler(FIFOScheduler):
    """Asynchronous successive halving: at each rung only the best part of the trials that came so far continues."""

    def __init__(self, time_attr: str = "training_iteration", metric: Optional[str] = None, mode: Optional[str] = None,
                 max_t: int = 100, grace_period: int = 1, reduction_factor: float = 4, brackets: int = 1):
        if brackets != 1:
            raise _missing.not_covered(f"ASHAScheduler(brackets={brackets})", "one bracket is covered, which Ray recommends")
        if not 0 < grace_period <= max_t:
            raise ValueError(f"grace_period {grace_period} must be above 0 and at most max_t {max_t}")
        if reduction_factor <= 1:
            raise ValueError(f"reduction_factor must be above 1, not {reduction_factor}")
        self._time, self._metric, self._mode = time_attr, metric, mode
        self._most, self._factor = max_t, reduction_factor
        self._rungs: Dict[float, Dict[str, float]] = {}
        milestone: float = grace_period
        while milestone <= max_t:
            self._rungs[milestone] = {}
            milestone *= reduction_factor
        self._lock = threading.Lock()

    def continues(self, trial: str, metrics: Dict[str, Any], metric: Optional[str], mode: Optional[str]) -> bool:
        """Whether the trial is to train on."""
        time, value = metrics.get(self._time), metrics.get(self._metric or metric or "")
        if time is None or value is None:
            raise ValueError(f"the scheduler needs {self._time!r} and {self._metric or metric!r}, but the trial reported {sorted(metrics)}")
        if time >= self._most:
            return False
        score = value if (self._mode or mode) == "max" else -value
        with self._lock:
            return self._passes(trial, time, score)

    def _passes(self, trial: str, time: float, score: float) -> bool:
        for milestone in sorted(self._rungs, reverse=True):
            came = self._rungs[milestone]
            if time >= milestone and trial not in came:
                cutoff = _percentile(sorted(came.values()), 1 - 1 / self._factor) if came else None
                came[trial] = score
                return cutoff is None or score >= cutoff
        return True


ASHAScheduler = AsyncHyperBandScheduler


def _percentile(ordered: Any, part: float) -> float:
    """The value below which that part of the numbers lies, between two of them in proportion."""
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


__getattr__ = _missing.attribute_errors("ray.tune.schedulers", {
    "PopulationBasedTraining": "Manta's own `tune` has population-based training: docs/how-to/tune.md",
    "HyperBandScheduler": "ASHAScheduler is covered; Manta's own `tune` has more: docs/how-to/tune.md",
})
