"""The rank's end: what the training function may ask and tell, carried out by `manta`."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Set

from ray._exchange import ExchangeClient
from ray._missing import not_covered, refuse_set
from ray.train._checkpoint import Checkpoint, files_below
from ray.train._config import CheckpointConsistencyMode, CheckpointUploadMode, ReportedCheckpoint


@dataclass
class Session:
    """Where this process stands among the ranks of a run."""

    exchange: ExchangeClient
    attempt: int
    datasets: Set[str]
    uses_gpu: bool
    tells: bool

    def __post_init__(self) -> None:
        self.calls: Dict[str, int] = {}
        self.shards: Dict[str, Any] = {}

    def gather(self, name: str, value: Any) -> List[Any]:
        """Every rank's value of the same call of that name, by rank."""
        self.calls[name] = number = self.calls.get(name, 0) + 1
        context = get_context()
        return self.exchange.ask(
            "gather", self.attempt, f"{name} {number}", context.get_world_rank(), context.get_world_size(), value
        )


_session: Optional[Session] = None


def begin(session: Session) -> None:
    """Makes this process a rank."""
    global _session
    _session = session


def is_active() -> bool:
    """Whether this process is a rank of a trainer."""
    return _session is not None


def _current(call: str) -> Session:
    if _session is None:
        raise RuntimeError(f"ray.train.{call} works only inside a training function that a trainer runs")
    return _session


class TrainContext:
    """The place of a rank."""

    def get_world_size(self) -> int:
        """How many ranks there are."""
        return _manta_context().get_world_size()

    def get_world_rank(self) -> int:
        """This rank."""
        return _manta_context().get_world_rank()

    def get_local_rank(self) -> int:
        """Its place among those of its node."""
        return _manta_context().get_local_rank()

    def get_local_world_size(self) -> int:
        """How many ranks its node has."""
        return _manta_context().get_local_world_size()

    def get_node_rank(self) -> int:
        """The place of its node among those of the run."""
        return _manta_context().get_node_rank()

    def get_experiment_name(self) -> str:
        """The run's name."""
        return _manta_context().get_experiment_name()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise not_covered(f"ray.train.get_context().{name}", "manta.get_context() knows the run's name and storage")


def _manta_context() -> Any:
    import manta

    return manta.get_context()


def get_context() -> TrainContext:
    """The place of this rank."""
    _current("get_context()")
    return TrainContext()


def report(
    metrics: Dict[str, Any],
    checkpoint: Optional[Checkpoint] = None,
    checkpoint_dir_name: Optional[str] = None,
    checkpoint_upload_mode: CheckpointUploadMode = CheckpointUploadMode.SYNC,
    delete_local_checkpoint_after_upload: Optional[bool] = None,
    checkpoint_upload_fn: Optional[Callable[[Checkpoint, str], Checkpoint]] = None,
    validation: Any = False,
) -> None:
    """Keeps metrics, and the files of all ranks that pass a checkpoint as one. Every rank must call it equally often."""
    session = _current("report")
    refuse_set("ray.train.report", [("checkpoint_upload_fn", checkpoint_upload_fn), ("validation", validation or None)])
    if checkpoint_upload_mode is CheckpointUploadMode.NO_UPLOAD:
        raise not_covered("ray.train.report(checkpoint_upload_mode=NO_UPLOAD)", "SYNC and ASYNC upload the directory")
    _refuse_tensors(metrics)
    _store(session, metrics, checkpoint, checkpoint_dir_name)
    if _deletes(checkpoint, checkpoint_upload_mode, delete_local_checkpoint_after_upload):
        _delete(checkpoint)


def _store(session: Session, metrics: Dict[str, Any], checkpoint: Optional[Checkpoint], name: Optional[str]) -> None:
    """Agrees with the other ranks on what each stores: of equal file names, the lowest rank's."""
    import manta

    attempt = manta._attempt()
    held = None if checkpoint is None else sorted(files_below(checkpoint.path))
    everyone = session.gather("report", (held, name, attempt._ordinal, metrics if session.tells else None))
    rank = get_context().get_world_rank()
    plan = shares([files for files, _, _, _ in everyone])
    if plan is None:
        manta.report(metrics)
    else:
        # A rank counts the checkpoints that it reports; here another one may report the next.
        attempt._ordinal = max(ordinal for _, _, ordinal, _ in everyone)
        _store_share(metrics, checkpoint, plan, everyone[0][1])
    if session.tells and rank == _teller(plan):
        stored = None if plan is None else manta.get_checkpoint()
        session.exchange.ask("reported", [said for _, _, _, said in everyone], None if stored is None else stored.path)


def _store_share(metrics: Dict[str, Any], checkpoint: Optional[Checkpoint], plan: List[Optional[List[str]]], name: Optional[str]) -> None:
    """Reports this rank's metrics, and of the checkpoint what it stores."""
    import manta

    own = plan[get_context().get_world_rank()]
    alone = sum(share is not None for share in plan) == 1
    if alone and own is None:
        manta.report(metrics)
        return
    with _local(checkpoint, own) as files:
        manta.report(metrics, checkpoint=files if alone else files.part(), checkpoint_dir_name=name)


def _teller(plan: Optional[List[Optional[List[str]]]]) -> int:
    """The rank that tells the driver of a report: the first that stores something, and so knows where it is."""
    return 0 if plan is None else next(rank for rank, files in enumerate(plan) if files is not None)


def shares(held: List[Optional[List[str]]]) -> Optional[List[Optional[List[str]]]]:
    """Which files each rank stores; None for a rank that stores none, and for all where no rank passed a checkpoint.

    >>> shares([["model.pt"], ["model.pt"]])
    [['model.pt'], None]
    >>> shares([None, ["a"], ["a", "b"]])
    [None, ['a'], ['b']]
    """
    if all(files is None for files in held):
        return None
    taken: Set[str] = set()
    plan: List[Optional[List[str]]] = []
    for files in held:
        own = [name for name in files or [] if name not in taken]
        taken.update(own)
        plan.append(own or None)
    if not taken:  # directories without a file: the first is the checkpoint
        plan[next(rank for rank, files in enumerate(held) if files is not None)] = []
    return plan


def get_checkpoint() -> Optional[Checkpoint]:
    """The last checkpoint that was stored, before this attempt or in it; None where there is none."""
    import manta

    _current("get_checkpoint")
    stored = manta.get_checkpoint()
    return None if stored is None else Checkpoint(stored.path)


def get_dataset_shard(dataset_name: Optional[str] = None) -> Any:
    """This rank's part of a dataset of the trainer."""
    session = _current("get_dataset_shard")
    name = dataset_name or "train"
    if name not in session.datasets:
        raise KeyError(f"the trainer has no dataset {name!r}; it has {sorted(session.datasets) or 'none'}")
    if name not in session.shards:
        from ray.data._split import ShardIterator

        place = (get_context().get_world_rank(), get_context().get_world_size())
        session.shards[name] = ShardIterator(session.exchange.ask, name, session.attempt, place)
    return session.shards[name]


def get_all_reported_checkpoints(
    consistency_mode: CheckpointConsistencyMode = CheckpointConsistencyMode.VALIDATED, timeout_s: Optional[float] = None
) -> List[ReportedCheckpoint]:
    """Not covered."""
    raise not_covered("ray.train.get_all_reported_checkpoints", "get_checkpoint() is the newest one; the result of fit() has all")


def get_preemption_info() -> None:
    """Not covered."""
    raise not_covered("ray.train.get_preemption_info", "manta.stop_requested() says when to save and return")


def barrier() -> None:
    """Waits for every rank."""
    _current("collective.barrier").gather("barrier", None)


def broadcast_from_rank_zero(data: Any) -> Any:
    """Rank 0's value, on every rank."""
    session = _current("collective.broadcast_from_rank_zero")
    return session.gather("broadcast", data if get_context().get_world_rank() == 0 else None)[0]


def torch_device() -> Any:
    """The device of this rank: of a node's visible GPUs the one of its local rank, or the only one."""
    import torch

    if not _current("torch.get_device").uses_gpu:
        return torch.device("cpu")
    return torch.device("cuda", min(get_context().get_local_rank(), torch.cuda.device_count() - 1))


def _refuse_tensors(metrics: Any) -> None:
    if not isinstance(metrics, dict):
        raise TypeError(f"metrics are a dictionary, not {type(metrics).__name__}")
    for name, value in metrics.items():
        if isinstance(value, dict):
            _refuse_tensors(value)
        elif type(value).__module__.split(".")[0] == "torch":
            raise ValueError(f"the metric {name!r} is a tensor: report {name}.item() instead")


def _deletes(checkpoint: Optional[Checkpoint], mode: CheckpointUploadMode, asked: Optional[bool]) -> bool:
    return checkpoint is not None and (mode.default_delete_local_checkpoint_after_upload() if asked is None else asked)


def _delete(checkpoint: Optional[Checkpoint]) -> None:
    if checkpoint is not None:
        shutil.rmtree(checkpoint.path, ignore_errors=True)


@contextlib.contextmanager
def _local(checkpoint: Optional[Checkpoint], files: Optional[List[str]]) -> Iterator[Any]:
    """A checkpoint for `manta` with only those files, none for None; `report` copies what it needs."""
    import manta

    with contextlib.ExitStack() as stack:
        root = checkpoint.path if checkpoint is not None else None
        if root is None or sorted(files_below(root)) != sorted(files or []):
            chosen = stack.enter_context(tempfile.TemporaryDirectory(prefix="manta-part-"))
            for each in files or []:
                _link(os.path.join(root or "", each), os.path.join(chosen, each))
            root = chosen
        yield manta.Checkpoint.from_directory(root)


def _link(source: str, target: str) -> None:
    os.makedirs(os.path.dirname(target), exist_ok=True)
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copyfile(source, target)
