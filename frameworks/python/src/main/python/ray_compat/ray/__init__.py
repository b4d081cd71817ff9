"""Ray's training interface, carried out by Manta.

On the path only under `manta run --ray-compat`. It covers what scripts of Ray Train use: `ray.train`, `ray.data` in the
driver and in ranks, `ray.tune.Tuner` over functions. Everything else raises NotImplementedError and says what to use.
"""

from __future__ import annotations

import os
import warnings
from typing import Any, Dict

from ray import _missing

_missing.install()

#: The release of Ray whose interface this is.
__version__ = "2.58.0"

_WITHOUT_EFFECT = ("num_cpus", "num_gpus", "include_dashboard", "log_to_driver", "logging_level", "configure_logging", "namespace")
_TASKS = (
    "Manta starts ranks of a training function and no single tasks or actors: use concurrent.futures in the driver,"
    " or make it a training function"
)

_initialized = False

#: Variables that ranks of the next trainers get, from `ray.init(runtime_env=…)`.
rank_environment: Dict[str, str] = {}

#: The directory that they begin in, from the same; None for the driver's.
rank_directory: str | None = None


class RayContext(dict):
    """What `ray.init` gives back; a context manager as Ray's is."""

    def __enter__(self) -> "RayContext":
        return self

    def __exit__(self, *exception: Any) -> None:
        shutdown()

    def disconnect(self) -> None:
        """The same as `ray.shutdown`."""
        shutdown()


def init(
    address: str | None = None,
    *,
    ignore_reinit_error: bool = False,
    runtime_env: Dict[str, Any] | None = None,
    **options: Any,
) -> RayContext:
    """Marks Ray as initialised: the command that started this script decides where ranks run."""
    global _initialized, rank_directory
    if _initialized and not ignore_reinit_error:
        raise RuntimeError("ray.init was called before; call ray.shutdown() first, or pass ignore_reinit_error=True")
    if address not in (None, "auto", "local"):
        raise _missing.not_covered(
            f"ray.init(address={address!r})",
            "leave address out to train on this machine; a cluster of Manta runs a training function that calls manta in place of ray.train:"
            " `MANTA_ADDRESS=manta://head:6379 manta run --loop FILE.py::FUNCTION`",
        )
    environment, directory = _environment(runtime_env or {}), _directory(runtime_env or {})
    for name, value in options.items():
        if name not in _WITHOUT_EFFECT:
            raise _missing.not_covered(f"ray.init({name}={value!r})")
        warnings.warn(f"ray.init({name}={value!r}) has no effect under --ray-compat", stacklevel=2)
    rank_environment.update(environment)
    rank_directory = directory or rank_directory
    _initialized = True
    return RayContext(address_info="manta", node_id=os.uname().nodename)


def _environment(runtime_env: Dict[str, Any]) -> Dict[str, str]:
    others = [name for name in runtime_env if name not in ("env_vars", "working_dir")]
    if others:
        raise _missing.not_covered(
            f"ray.init(runtime_env={{{others[0]!r}: …}})",
            "`manta run --with-pip FILE` brings packages, and ranks see the files that the driver sees",
        )
    return {str(name): str(value) for name, value in runtime_env.get("env_vars", {}).items()}


def _directory(runtime_env: Dict[str, Any]) -> str | None:
    """The directory of this machine that ranks begin in, and import from."""
    given = runtime_env.get("working_dir")
    if given is None:
        return None
    named = f"ray.init(runtime_env={{'working_dir': {given!r}}})"
    if "://" in os.fspath(given):
        raise _missing.not_covered(named, "ranks are on this machine: fetch the files into a directory and name that")
    directory = os.path.abspath(os.path.expanduser(given))
    if not os.path.isdir(directory):
        raise ValueError(f"{named}: there is no directory {directory}")
    return directory


def shutdown() -> None:
    """Marks Ray as not initialised; ranks end with their `fit`."""
    global _initialized, rank_directory
    _initialized, rank_directory = False, None
    rank_environment.clear()


def is_initialized() -> bool:
    """Whether `ray.init` was called, or a trainer has started."""
    return _initialized


def _ensure_initialized() -> None:
    global _initialized
    _initialized = True


def cluster_resources() -> Dict[str, float]:
    """The CPUs of this machine, and the GPUs that PyTorch sees."""
    resources = {"CPU": float(os.cpu_count() or 1)}
    gpus = _visible_gpus()
    if gpus:
        resources["GPU"] = float(gpus)
    return resources


def _visible_gpus() -> int:
    try:
        import torch
    except ImportError:
        return 0
    return torch.cuda.device_count() if torch.cuda.is_available() else 0


_hints = {name: _TASKS for name in ("remote", "get", "put", "wait", "kill", "cancel", "get_actor", "method", "ObjectRef", "util")}
_hints["available_resources"] = "`manta status` shows what is free on a cluster"
_hints["nodes"] = "`manta status` lists the nodes of a cluster"
_hints["get_gpu_ids"] = "CUDA_VISIBLE_DEVICES names the devices of a rank; ray.train.torch.get_device() is its device"
_hints["get_runtime_context"] = "ray.train.get_context() knows the rank; manta.get_context() the run"
_hints["serve"] = "Manta trains; serve a checkpoint with a server of your choice"
_hints["rllib"] = "Manta has no reinforcement learning library; run one as a script under `manta run`"

_SUBMODULES = ("train", "data", "tune", "air")
_other = _missing.attribute_errors("ray", _hints)


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        import importlib

        return importlib.import_module(f"ray.{name}")
    return _other(name)
