"""Ray Tune's interface for functions: random and grid search, and asynchronous successive halving."""

from ray import _missing
from ray.train import Checkpoint, CheckpointConfig, FailureConfig
from ray.tune import schedulers
from ray.tune._space import (
    choice,
    grid_search,
    lograndint,
    loguniform,
    qloguniform,
    qrandint,
    quniform,
    randint,
    randn,
    sample_from,
    uniform,
)
from ray.tune._trial import TuneContext, get_checkpoint, get_context, report
from ray.tune._tuner import ResultGrid, RunConfig, TuneConfig, Tuner, with_parameters, with_resources

__all__ = [
    "Checkpoint", "CheckpointConfig", "FailureConfig", "ResultGrid", "RunConfig", "TuneConfig", "TuneContext", "Tuner", "choice",
    "get_checkpoint", "get_context", "grid_search", "lograndint", "loguniform", "qloguniform", "qrandint", "quniform", "randint",
    "randn", "report", "sample_from", "schedulers", "uniform", "with_parameters", "with_resources",
]

_OWN = "`manta tune` and Manta's Java API (docs/how-to/tune.md) have searchers and schedulers of their own"
__getattr__ = _missing.attribute_errors("ray.tune", {name: _OWN for name in ("run", "Trainable", "Stopper", "search")})
