"""fit() to the first line of an empty loop on two workers: the first and the second of a driver."""

import time

BEGIN = time.time()

from ray_peer import WORKERS, figure, init, trainer


def loop(config):
    import time

    from ray import train

    rank = train.get_context().get_world_rank()
    with open(f"{config['directory']}/entered-{rank}", "w") as out:
        out.write(repr(time.time()))


def first_step(directory):
    entered = [open(f"{directory}/entered-{rank}").read() for rank in range(WORKERS)]
    return max(float(at) for at in entered)


figure("init", init())
for fit in ("first", "second"):
    made, directory = trainer(loop, WORKERS)
    before = time.time()
    made.fit()
    figure(fit, first_step(directory) - before)
    if fit == "first":
        figure("command", first_step(directory) - BEGIN)
