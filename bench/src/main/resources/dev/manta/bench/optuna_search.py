"""Optuna as a peer of searchers: suggests points by the lines on standard input, whose values come from there too.

`study SAMPLER SEED BUDGET LOW,HIGH LOW,HIGH ...` begins a study: BUDGET times a line `x X1 X2 ...` is written and a line
with the value is read. `speed SAMPLER TOLD DIMENSIONS ASKS` writes `seconds S` for one suggestion after TOLD trials.
`version` writes `version V`.
SAMPLER is `tpe`, `gp`, or `default`: the one that studies have unless told otherwise.
"""

import random
import sys
import time
import warnings

import optuna

optuna.logging.set_verbosity(optuna.logging.ERROR)
warnings.filterwarnings("ignore")


def sampler(name, seed):
    if name == "gp":
        import torch

        torch.set_num_threads(1)
        return optuna.samplers.GPSampler(seed=seed)
    if name == "tpe":
        return optuna.samplers.TPESampler(seed=seed)
    if name == "default":
        return type(optuna.create_study().sampler)(seed=seed)
    raise ValueError(f"no sampler {name}")


def study(name, seed, budget, *bounds):
    space = {}
    for i, bound in enumerate(bounds):
        low, high = bound.split(",")
        space[f"x{i}"] = optuna.distributions.FloatDistribution(float(low), float(high))
    subject = optuna.create_study(sampler=sampler(name, int(seed)))
    for _ in range(int(budget)):
        trial = subject.ask(space)
        print("x", *(repr(trial.params[key]) for key in space), flush=True)
        subject.tell(trial, float(sys.stdin.readline()))


def speed(name, told, dimensions, asks):
    space = {f"x{i}": optuna.distributions.FloatDistribution(0, 1) for i in range(int(dimensions))}
    subject = optuna.create_study(sampler=sampler(name, 1))
    numbers = random.Random(1)
    for _ in range(int(told)):
        point = {key: numbers.random() for key in space}
        value = sum((each - 0.3) ** 2 for each in point.values())
        subject.add_trial(optuna.trial.create_trial(params=point, distributions=space, value=value))
    subject.tell(subject.ask(space), 1.0)
    began = time.perf_counter()
    for _ in range(int(asks)):
        subject.tell(subject.ask(space), 1.0)
    print("seconds", (time.perf_counter() - began) / int(asks), flush=True)


def version():
    print("version", optuna.__version__, flush=True)


for line in iter(sys.stdin.readline, ""):
    words = line.split()
    {"study": study, "speed": speed, "version": version}[words[0]](*words[1:])
