"""Reports a second of one worker: metrics alone, then with a checkpoint of 1 KB."""

import sys

from ray_peer import figure, init, trainer

SECONDS = float(sys.argv[1])


def loop(config):
    import os
    import tempfile
    import time

    from ray import train

    def rate(seconds, checkpoint):
        begin = time.time()
        count = 0
        while time.time() - begin < seconds:
            train.report({"loss": float(count)}, checkpoint=checkpoint())
            count += 1
        return count / (time.time() - begin)

    def kilobyte():
        directory = tempfile.mkdtemp(dir=config["directory"])
        with open(os.path.join(directory, "state"), "wb") as out:
            out.write(bytes(1024))
        return train.Checkpoint.from_directory(directory)

    # The first report pays for what is loaded late.
    train.report({"loss": 0.0})
    rates = [rate(config["seconds"], lambda: None), rate(config["seconds"], kilobyte)]
    with open(f"{config['directory']}/rates", "w") as out:
        out.write(" ".join(repr(each) for each in rates))


init()
made, directory = trainer(loop, 1, seconds=SECONDS)
made.fit()
metrics, checkpoints = open(f"{directory}/rates").read().split()
figure("metrics", float(metrics))
figure("checkpoints", float(checkpoints))
