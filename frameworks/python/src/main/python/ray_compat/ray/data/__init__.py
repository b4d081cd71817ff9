"""Ray Data's interface for training: read, transform, hand to ranks. Functions run in the driver, in Python."""

from ray import _missing
from ray.data._context import DataContext, ExecutionOptions
from ray.data._dataset import Dataset, MaterializedDataset
from ray.data._iterator import DataIterator, Schema
from ray.data._sources import (
    from_arrow,
    from_huggingface,
    from_items,
    from_numpy,
    from_pandas,
    from_torch,
    range_ as range,  # noqa: A004  (Ray's name)
    range_tensor,
    read_csv,
    read_images,
    read_json,
    read_numpy,
    read_parquet,
    read_text,
)

__all__ = [
    "DataContext", "DataIterator", "Dataset", "ExecutionOptions", "MaterializedDataset", "Schema", "from_arrow", "from_huggingface", "from_items", "from_numpy",
    "from_pandas", "from_torch", "range", "range_tensor", "read_csv", "read_images", "read_json", "read_numpy", "read_parquet",
    "read_text",
]

_WRITE = "Manta's own datasets (`dev.manta.data.Dataset`, `manta.get_dataset_shard`) read and write more formats"
__getattr__ = _missing.attribute_errors("ray.data", {"read_sql": _WRITE})
