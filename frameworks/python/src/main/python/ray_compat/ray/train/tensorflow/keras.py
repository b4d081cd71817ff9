"""The callback that reports what Keras logs, and the model with it."""

from __future__ import annotations

import shutil
from typing import Any, Dict, List, Optional, Union

from tensorflow.keras.callbacks import Callback

import ray.train
from ray import _missing
from ray.train.tensorflow import TensorflowCheckpoint

__all__ = ["ReportCheckpointCallback"]

_EVENTS = [
    f"{what}_{when}" for what in ("epoch", "train_batch", "test_batch", "predict_batch", "train", "test", "predict") for when in ("begin", "end")
]


class ReportCheckpointCallback(Callback):
    """Reports the logs of events, with the model at those of `checkpoint_on`. Every rank saves, as a strategy for several workers needs it."""

    def __init__(
        self,
        checkpoint_on: Union[str, List[str]] = "epoch_end",
        report_metrics_on: Union[str, List[str]] = "epoch_end",
        metrics: Optional[Union[str, List[str], Dict[str, str]]] = None,
    ):
        super().__init__()
        self._saves = _events(checkpoint_on)
        self._reports = self._saves | _events(report_metrics_on)
        self._metrics = [metrics] if isinstance(metrics, str) else metrics

    def _happened(self, event: str, logs: Optional[Dict[str, Any]]) -> None:
        if event not in self._reports:
            return
        metrics = self._chosen(logs or {})
        if event not in self._saves:
            ray.train.report(metrics)
            return
        checkpoint = TensorflowCheckpoint.from_model(self.model)
        try:
            ray.train.report(metrics, checkpoint=checkpoint)
        finally:
            shutil.rmtree(checkpoint.path, ignore_errors=True)

    def _chosen(self, logs: Dict[str, Any]) -> Dict[str, Any]:
        if self._metrics is None:
            return dict(logs)
        names = self._metrics if isinstance(self._metrics, dict) else {name: name for name in self._metrics}
        return {name: logs[key] for name, key in names.items()}


def _events(on: Union[str, List[str]]) -> set:
    events = {on} if isinstance(on, str) else set(on)
    unknown = sorted(events.difference(_EVENTS))
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not an event of Keras; the events are: {', '.join(_EVENTS)}")
    return events


def _hook(event: str, counted: bool) -> Any:
    """Keras's method for an event; `counted` events come with the number of their epoch or batch."""
    if counted:
        return lambda self, index, logs=None: self._happened(event, logs)
    return lambda self, logs=None: self._happened(event, logs)


for _event in _EVENTS:
    setattr(ReportCheckpointCallback, "on_" + _event, _hook(_event, "epoch" in _event or "batch" in _event))

__getattr__ = _missing.attribute_errors("ray.train.tensorflow.keras")
