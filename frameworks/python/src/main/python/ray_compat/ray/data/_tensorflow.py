"""Batches as tensors of TensorFlow, and as its datasets."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Union

import numpy as np

from ray.data._blocks import Block

Columns = Union[str, List[str]]


def tensors(batch: Block, dtypes: Any) -> Dict[str, Any]:
    """Each column as a tensor, of its type unless another is asked for."""
    return {name: _tensor(name, column, dtypes[name] if isinstance(dtypes, dict) else dtypes) for name, column in batch.items()}


def dataset(schema: Callable[[], Any], batches: Callable[[], Iterable[Block]], wanted: List[Columns], specs: List[Any]) -> Any:
    """A `tf.data.Dataset` whose elements have a part for each entry of `wanted`; its rows are already those of this rank."""
    import tensorflow as tf

    if any(spec is None for spec in specs):
        there = schema()
        specs = [_spec(there, columns) if spec is None else spec for columns, spec in zip(wanted, specs)]

    def elements() -> Iterable[Any]:
        for batch in batches():
            yield tuple(_part(batch, columns, spec) for columns, spec in zip(wanted, specs))

    made = tf.data.Dataset.from_generator(elements, output_signature=tuple(specs))
    return made.with_options(unsharded_options(tf))


def unsharded_options(tf: Any) -> Any:
    """Options of a dataset that is not to be split again over ranks."""
    options = tf.data.Options()
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF
    return options


def _part(batch: Block, columns: Columns, spec: Any) -> Any:
    if isinstance(columns, str):
        return _tensor(columns, batch[columns], spec.dtype)
    return {name: _tensor(name, batch[name], spec[name].dtype) for name in columns}


def _type(kind: np.dtype) -> Any:
    """TensorFlow's type for NumPy's. Arrays of objects are taken for texts, as no other objects become tensors."""
    import tensorflow as tf

    return tf.string if kind.kind in "OU" else tf.dtypes.as_dtype(kind)


def _spec(schema: Any, columns: Columns) -> Any:
    """The `tf.TensorSpec` of each column: any number of rows, of the column's shape and type."""
    import tensorflow as tf

    known = {} if schema is None else dict(zip(schema.names, zip(schema.types, schema.shapes)))
    names = [columns] if isinstance(columns, str) else list(columns)
    for name in names:
        if name not in known:
            raise ValueError(f"there is no column {name!r}: the columns are {sorted(known)}")
    specs = {name: tf.TensorSpec((None, *known[name][1]), _type(known[name][0]), name) for name in names}
    return specs[columns] if isinstance(columns, str) else specs


def _tensor(name: str, column: np.ndarray, dtype: Any) -> Any:
    import tensorflow as tf

    try:
        return tf.convert_to_tensor(column, dtype=dtype)
    except (TypeError, ValueError) as error:
        raise ValueError(f"the column {name!r} cannot become a tensor: drop it, or give its values one type and shape ({error})") from None
