"""What the peer's runs share: a Ray of its own on loopback, and figures as lines on stdout."""

import atexit
import os
import tempfile
import time

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_TRAIN_V2_ENABLED"] = "1"
os.environ["RAY_DEDUP_LOGS"] = "0"

WORKERS = 2


def figure(name, value):
    print(f"figure {name} {value!r}", flush=True)


def scratch():
    """A directory below TMPDIR, which the caller removes; short, as Ray puts sockets in it."""
    return tempfile.mkdtemp(prefix="r")


def init(object_store_memory=200_000_000):
    """Starts a Ray of its own and returns the seconds it took."""
    import ray

    atexit.register(ray.shutdown)
    before = time.time()
    ray.init(
        address="local",
        # A core for each worker even on a small machine: Ray waits for ever otherwise.
        num_cpus=max(WORKERS + 1, os.cpu_count() or 1),
        include_dashboard=False,
        object_store_memory=object_store_memory,
        log_to_driver=False,
        configure_logging=False,
        _node_ip_address="127.0.0.1",
        _temp_dir=scratch(),
    )
    return time.time() - before


def trainer(loop, workers, **config):
    """A DataParallelTrainer whose loop gets a fresh directory and `config`."""
    from ray.train.v2.api.data_parallel_trainer import DataParallelTrainer

    return made(DataParallelTrainer, loop, workers, config)


def torch_trainer(loop, workers, **config):
    """A TorchTrainer over Gloo whose loop gets a fresh directory and `config`."""
    from ray.train.torch import TorchConfig, TorchTrainer

    return made(TorchTrainer, loop, workers, config, torch_config=TorchConfig(backend="gloo"))


def made(kind, loop, workers, config, **more):
    from ray.train import RunConfig, ScalingConfig

    directory = scratch()
    trainer = kind(
        loop,
        train_loop_config={"directory": directory, **config},
        scaling_config=ScalingConfig(num_workers=workers),
        run_config=RunConfig(storage_path=directory, name="run"),
        **more,
    )
    return trainer, directory
