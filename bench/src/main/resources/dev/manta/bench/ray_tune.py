"""Trials a second of a function that does nothing, by Ray Tune with random search; a first experiment starts its workers."""

import sys
import time

from ray_peer import figure, init, scratch


def nothing(config):
    return {"x": config["x"]}


def rate(count):
    from ray import tune

    tuner = tune.Tuner(
        nothing,
        param_space={"x": tune.uniform(0, 1), "y": tune.uniform(0, 1)},
        tune_config=tune.TuneConfig(metric="x", mode="min", num_samples=count, max_concurrent_trials=2, reuse_actors=True),
        run_config=tune.RunConfig(storage_path=scratch(), verbose=0),
    )
    began = time.time()
    tuner.fit()
    return count / (time.time() - began)


init()
rate(4)
measured = rate(int(sys.argv[1]))
figure("threads", measured)
figure("processes", measured)
