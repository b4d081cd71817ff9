"""kill -9 of one of two workers to the next step of both: a loop that checkpoints every step, as Ray needs to resume."""

import json
import os
import signal
import threading
import time

from ray_peer import WORKERS, figure, init, scratch


def loop(config):
    import json
    import os
    import tempfile
    import time

    from ray import train
    from ray.train import Checkpoint

    rank = train.get_context().get_world_rank()
    begin = 0
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as directory:
            begin = json.load(open(f"{directory}/state"))["step"] + 1
    for step in range(begin, 1000):
        time.sleep(0.1)
        with tempfile.TemporaryDirectory() as directory:
            json.dump({"step": step}, open(f"{directory}/state", "w"))
            train.report({"step": step}, checkpoint=Checkpoint.from_directory(directory) if rank == 0 else None)
        with open(f"{config['directory']}/steps-{rank}", "a") as out:
            out.write(f"{step} {os.getpid()} {time.monotonic()}\n")
        if os.path.exists(f"{config['directory']}/stop"):
            return


def lines(directory, rank):
    try:
        text = open(f"{directory}/steps-{rank}").read()
    except FileNotFoundError:
        return []
    return [line.split() for line in text[: text.rfind("\n") + 1].splitlines()]


def wait(directory, old):
    """The first step of every rank in a process that is not one of the old ones."""
    while True:
        first = [next((l for l in lines(directory, rank) if l[1] not in old), None) for rank in range(WORKERS)]
        if all(first):
            return first
        time.sleep(0.02)


def kill(directory):
    wait(directory, set())
    time.sleep(3)
    old = {l[1] for rank in range(WORKERS) for l in lines(directory, rank)}
    victim = lines(directory, 1)[-1]
    before = time.monotonic()
    os.kill(int(victim[1]), signal.SIGKILL)
    after = max(float(line[2]) for line in wait(directory, old))
    figure("two", (after - before) * 1000)
    open(f"{directory}/stop", "w").close()


init()
from ray.train import FailureConfig, RunConfig, ScalingConfig
from ray.train.v2.api.data_parallel_trainer import DataParallelTrainer

directory = scratch()
threading.Thread(target=kill, args=(directory,), daemon=True).start()
DataParallelTrainer(
    loop,
    train_loop_config={"directory": directory},
    scaling_config=ScalingConfig(num_workers=WORKERS),
    run_config=RunConfig(storage_path=directory, name="run", failure_config=FailureConfig(max_failures=3)),
).fit()
