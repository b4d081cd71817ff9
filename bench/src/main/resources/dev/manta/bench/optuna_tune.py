"""Trials a second of a function that does nothing, by Optuna's optimize with random search and a study in memory."""

import sys
import time

import optuna

optuna.logging.set_verbosity(optuna.logging.ERROR)


def nothing(trial):
    trial.suggest_float("y", 0, 1)
    return trial.suggest_float("x", 0, 1)


def rate(count):
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    began = time.perf_counter()
    study.optimize(nothing, n_trials=count)
    return count / (time.perf_counter() - began)


rate(100)
for name in ("threads", "processes"):
    print(f"figure {name} {rate(int(sys.argv[1]))!r}", flush=True)
