"""What comes out of `fit`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from ray import _door
from ray.train._checkpoint import Checkpoint


_TEXTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


@dataclass
class Result:
    """The last metrics and checkpoint of a run, and the checkpoints that are kept."""

    metrics: Optional[Dict[str, Any]]
    checkpoint: Optional[Checkpoint]
    error: Optional[Exception] = None
    path: Optional[str] = None
    best_checkpoints: List[Tuple[Checkpoint, Dict[str, Any]]] = field(default_factory=list)
    return_value: Any = None

    @classmethod
    def from_path(cls, path: str, storage_filesystem: Any = None) -> "Result":
        """The result of the run whose directory this is."""
        return cls._of(_door.call("result", path=str(path)))

    @classmethod
    def _of(cls, answer: Dict[str, Any]) -> "Result":
        kept = [(Checkpoint(each["path"]), numbers(each["metrics"])) for each in answer["checkpoints"]]
        latest = kept[-1] if kept else (None, numbers(answer["metrics"]) or None)
        return cls(
            metrics=latest[1],
            checkpoint=latest[0],
            path=answer["path"],
            best_checkpoints=_worst_first(kept, answer.get("score"), answer.get("order")),
            return_value=answer.get("value"),
        )

    @property
    def metrics_dataframe(self) -> Any:
        """A row for each kept checkpoint with its metrics; None where none is kept."""
        if not self.best_checkpoints:
            return None
        import pandas

        return pandas.DataFrame([metrics for _, metrics in self.best_checkpoints])

    def get_best_checkpoint(self, metric: str, mode: str) -> Optional[Checkpoint]:
        """The kept checkpoint with the greatest or least value of a metric; a nested one is written a/b."""
        if mode not in ("max", "min"):
            raise ValueError(f"mode is 'max' or 'min', not {mode!r}")
        scored = [(score, place) for place, (_, metrics) in enumerate(self.best_checkpoints)
                  if (score := _score(metrics, metric)) is not None]
        if not scored:
            known = sorted({name for _, metrics in self.best_checkpoints for name in metrics})
            raise RuntimeError(f"no kept checkpoint has the metric {metric!r}; they have {known}")
        best = max(scored) if mode == "max" else min(scored, key=lambda pair: (pair[0], -pair[1]))
        return self.best_checkpoints[best[1]][0]


def _worst_first(kept: List[Tuple[Checkpoint, Dict[str, Any]]], score: Optional[str], order: Optional[str]) -> List[Any]:
    """In the order of their score where the run has one, else oldest first; those without it are the worst."""
    if score is None:
        return kept
    sign = 1 if order == "max" else -1
    scores = [_score(metrics, score) for _, metrics in kept]
    return [kept[place] for place in sorted(
        range(len(kept)), key=lambda place: float("-inf") if scores[place] is None else sign * scores[place])]


def _score(metrics: Dict[str, Any], name: str) -> Optional[float]:
    value: Any = metrics
    for part in name.split("/"):
        value = value.get(part) if isinstance(value, dict) else None
    return value if isinstance(value, (int, float)) and value == value else None


def numbers(metrics: Any) -> Any:
    """Metrics as they were reported: NaN and infinities travel as texts."""
    if isinstance(metrics, dict):
        return {name: numbers(value) for name, value in metrics.items()}
    return _TEXTS.get(metrics, metrics) if isinstance(metrics, str) else metrics
