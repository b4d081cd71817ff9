"""XGBoost: ranks meet at a tracker that rank 0 starts."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Union

import ray.train
from ray import _missing
from ray.train import _session
from ray.train._config import BackendConfig
from ray.train._trainer import DataParallelTrainer

__all__ = ["RayTrainReportCallback", "XGBoostConfig", "XGBoostTrainer"]

_LEGACY = ("label_column", "params", "num_boost_round", "dmatrix_params")


@dataclass
class XGBoostConfig(BackendConfig):
    """The communicator of ranks, which the function runs inside."""

    xgboost_communicator: str = "rabit"
    _entered: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.xgboost_communicator != "rabit":
            raise _missing.not_covered(f"XGBoostConfig(xgboost_communicator={self.xgboost_communicator!r})", "'rabit' is covered")

    def enter(self) -> None:
        """Rank 0 starts the tracker; all join it."""
        import xgboost
        from xgboost.tracker import RabitTracker

        context = ray.train.get_context()
        arguments = None
        if context.get_world_rank() == 0:
            self._tracker = RabitTracker(n_workers=context.get_world_size(), host_ip=os.environ["MASTER_ADDR"], sortby="task")
            self._tracker.start()
            arguments = self._tracker.worker_args()
        arguments = _session.broadcast_from_rank_zero(arguments)
        self._entered = xgboost.collective.CommunicatorContext(**arguments, dmlc_task_id=f"{context.get_world_rank():08d}")
        self._entered.__enter__()

    def leave(self) -> None:
        """Leaves the communicator."""
        self._entered.__exit__(None, None, None)


class XGBoostTrainer(DataParallelTrainer):
    """Runs a function that calls `xgboost.train` on every rank."""

    def __init__(self, train_loop_per_worker: Optional[Callable] = None, *, xgboost_config: Optional[XGBoostConfig] = None, **options: Any):
        legacy = [name for name in _LEGACY if name in options]
        if train_loop_per_worker is None or legacy:
            raise DeprecationWarning(f"XGBoostTrainer({legacy[0] if legacy else 'params'}=…) was removed from Ray Train: pass a function that calls xgboost.train")
        super().__init__(train_loop_per_worker, backend_config=xgboost_config or XGBoostConfig(), **options)


def _base() -> type:
    try:
        from xgboost.callback import TrainingCallback
    except ImportError:
        return object
    return TrainingCallback


class RayTrainReportCallback(_base()):
    """Reports the evaluation of each round, and the model every `frequency` rounds and at the end."""

    CHECKPOINT_NAME = "model.ubj"

    def __init__(self, metrics: Optional[Union[str, List[str], Dict[str, str]]] = None, filename: str = CHECKPOINT_NAME,
                 frequency: int = 0, checkpoint_at_end: bool = True, results_postprocessing_fn: Optional[Callable] = None):
        self._metrics = [metrics] if isinstance(metrics, str) else metrics
        self._filename = filename
        self._frequency = frequency
        self._at_end = checkpoint_at_end
        self._change = results_postprocessing_fn
        self._last: Dict[str, Any] = {}

    @classmethod
    def get_model(cls, checkpoint: Any, filename: str = CHECKPOINT_NAME) -> Any:
        """The model of a checkpoint."""
        import xgboost

        with checkpoint.as_directory() as directory:
            booster = xgboost.Booster()
            booster.load_model(os.path.join(directory, filename))
            return booster

    def after_iteration(self, model: Any, epoch: int, evals_log: Dict[str, Any]) -> bool:
        """Reports one round."""
        self._last = self._chosen(evals_log)
        saves = self._frequency > 0 and (epoch + 1) % self._frequency == 0
        self._report(model if saves else None)
        return False

    def after_training(self, model: Any) -> Any:
        """Reports the model."""
        if self._at_end:
            self._report(model)
        return model

    def _chosen(self, evals_log: Dict[str, Any]) -> Dict[str, Any]:
        flat = {f"{data}-{metric}": values[-1] for data, metrics in evals_log.items() for metric, values in metrics.items()}
        if isinstance(self._metrics, dict):
            flat = {name: flat[key] for name, key in self._metrics.items()}
        elif self._metrics:
            flat = {name: flat[name] for name in self._metrics}
        return self._change(flat) if self._change else flat

    def _report(self, model: Any) -> None:
        if model is None or ray.train.get_context().get_world_rank() != 0:
            ray.train.report(self._last)
            return
        with tempfile.TemporaryDirectory() as directory:
            model.save_model(os.path.join(directory, self._filename))
            ray.train.report(self._last, checkpoint=ray.train.Checkpoint.from_directory(directory))


__getattr__ = _missing.attribute_errors("ray.train.xgboost")
