"""Ray Train on hosts that have joined a cluster: fit() to the first line of a loop, or steps until a file says stop."""

import os
import sys
import time

os.environ["RAY_TRAIN_V2_ENABLED"] = "1"

WORKERS = 2
what, directory, own = sys.argv[1:4]


def figure(name, value):
    print(f"figure {name} {value!r}", flush=True)


def enter(config):
    import time

    from ray import train

    rank = train.get_context().get_world_rank()
    with open(f"{config['directory']}/entered-{rank}", "w") as out:
        out.write(repr(time.time()))


def steps(config):
    import json
    import os
    import socket
    import tempfile
    import time

    from ray import train
    from ray.train import Checkpoint

    rank = train.get_context().get_world_rank()
    begin = 0
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as kept:
            begin = json.load(open(f"{kept}/state"))["step"] + 1
    for step in range(begin, 3000):
        time.sleep(0.1)
        with tempfile.TemporaryDirectory() as fresh:
            json.dump({"step": step}, open(f"{fresh}/state", "w"))
            train.report({"step": step}, checkpoint=Checkpoint.from_directory(fresh) if rank == 0 else None)
        with open(f"{config['directory']}/host-{rank}", "w") as out:
            out.write(socket.gethostname())
        with open(f"{config['directory']}/steps-{rank}", "a") as out:
            out.write(f"{step} {time.time()}\n")
        if os.path.exists(f"{config['directory']}/stop"):
            return


def trainer(loop, into):
    from ray.train import FailureConfig, RunConfig, ScalingConfig
    from ray.train.v2.api.data_parallel_trainer import DataParallelTrainer

    os.makedirs(into, exist_ok=True)
    return DataParallelTrainer(
        loop,
        train_loop_config={"directory": into},
        scaling_config=ScalingConfig(num_workers=WORKERS, placement_strategy="SPREAD"),
        run_config=RunConfig(storage_path=into, name="run", failure_config=FailureConfig(max_failures=3)),
    )


import ray

ray.init(address="auto", _node_ip_address=own, log_to_driver=False, configure_logging=False)
if what == "steps":
    trainer(steps, directory).fit()
else:
    for fit in ("cold", "first"):
        into = f"{directory}/{fit}"
        made = trainer(enter, into)
        before = time.time()
        made.fit()
        entered = [float(open(f"{into}/entered-{rank}").read()) for rank in range(WORKERS)]
        figure(fit, max(entered) - before)
