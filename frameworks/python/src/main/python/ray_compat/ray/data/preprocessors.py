"""Preprocessors of tables: what they need to know is read from a dataset once, and applied to others lazily."""

from __future__ import annotations

import base64
import pickle
from typing import Any, Dict, List, Optional

import numpy as np

from ray import _missing
from ray.data._dataset import Dataset

__all__ = ["Concatenator", "Preprocessor", "StandardScaler"]


class Preprocessor:
    """A change of columns that may have to be fitted to a dataset first."""

    _fitted = False

    def fit(self, ds: Dataset) -> "Preprocessor":
        """Reads what it needs to know."""
        self._fit(ds)
        self._fitted = True
        return self

    def transform(self, ds: Dataset, **placement: Any) -> Dataset:
        """The dataset with the change."""
        self._require_fitted()
        return ds.map_batches(self._changed, batch_format="numpy", **placement)

    def fit_transform(self, ds: Dataset, **placement: Any) -> Dataset:
        """Both."""
        return self.fit(ds).transform(ds, **placement)

    def transform_batch(self, data: Any) -> Any:
        """The same for one batch: a dictionary of arrays, or a data frame."""
        self._require_fitted()
        if isinstance(data, dict):
            return self._changed(data)
        import pandas

        changed = self._changed({name: data[name].to_numpy() for name in data.columns})
        return pandas.DataFrame({name: list(column) if column.ndim > 1 else column for name, column in changed.items()})

    def serialize(self) -> bytes:
        """It as bytes, for a checkpoint or another process of this user."""
        return base64.b64encode(pickle.dumps(self))

    @staticmethod
    def deserialize(serialized: Any) -> "Preprocessor":
        """What `serialize` gave, which must be trusted as code is."""
        return pickle.loads(base64.b64decode(serialized))

    def _fit(self, ds: Dataset) -> None:
        """What is there to know, where there is something."""

    def _changed(self, batch: Dict[str, np.ndarray]) -> Dict[str, np.ndarray]:
        raise NotImplementedError

    def _require_fitted(self) -> None:
        if not self._fitted and type(self)._fit is not Preprocessor._fit:
            raise RuntimeError(f"{type(self).__name__} is not fitted: call fit or fit_transform first")


def _names(columns: List[str], output_columns: Optional[List[str]]) -> List[str]:
    if output_columns is not None and len(output_columns) != len(columns):
        raise ValueError(f"there are {len(columns)} columns, and {len(output_columns)} names for what becomes of them")
    return list(output_columns or columns)


class StandardScaler(Preprocessor):
    """Each column with mean 0 and standard deviation 1; a constant one becomes 0."""

    CONSTANT_BELOW = 1e-8

    def __init__(self, columns: List[str], output_columns: Optional[List[str]] = None):
        self.columns = list(columns)
        self.output_columns = _names(columns, output_columns)
        self.stats_: Dict[str, float] = {}

    def _fit(self, ds: Dataset) -> None:
        for column in self.columns:
            self.stats_[f"mean({column})"] = ds.mean(column)
            self.stats_[f"std({column})"] = ds.std(column, ddof=0)

    def _changed(self, batch: Dict[str, np.ndarray]) -> Dict[str, np.ndarray]:
        return {**batch, **{to: self._scaled(name, batch[name]) for name, to in zip(self.columns, self.output_columns)}}

    def _scaled(self, name: str, column: np.ndarray) -> np.ndarray:
        spread = self.stats_[f"std({name})"]
        return (column - self.stats_[f"mean({name})"]) / (1 if spread < self.CONSTANT_BELOW else spread)


class Concatenator(Preprocessor):
    """Some columns as one of vectors."""

    def __init__(self, columns: List[str], output_column_name: str = "concat_out", dtype: Any = None, raise_if_missing: bool = False,
                 flatten: bool = False):
        if flatten:
            raise _missing.not_covered("Concatenator(flatten=True)", "map_batches with a function that joins the arrays")
        self.columns = list(columns)
        self.output_column_name = output_column_name
        self.dtype = dtype
        self.raise_if_missing = raise_if_missing

    def _changed(self, batch: Dict[str, np.ndarray]) -> Dict[str, np.ndarray]:
        missing = [name for name in self.columns if name not in batch]
        if missing:
            raise (ValueError if self.raise_if_missing else KeyError)(f"there is no column {missing[0]!r}; the columns are {sorted(batch)}")
        joined = np.stack([batch[name] for name in self.columns], axis=1)
        others = {name: column for name, column in batch.items() if name not in self.columns}
        return {**others, self.output_column_name: joined if self.dtype is None else joined.astype(self.dtype)}


__getattr__ = _missing.attribute_errors("ray.data.preprocessors")
