"""Steps a second of Ray Train's TorchTrainer over Gloo: two workers of one thread."""

import os

os.environ["OMP_NUM_THREADS"] = "1"

from ray_peer import figure, init, torch_trainer


def loop(config):
    import sys

    sys.path.insert(0, config["scripts"])
    from ddp_models import steps_per_second
    from ray import train
    from ray.train.torch import prepare_model

    figures = steps_per_second(prepare_model)
    if train.get_context().get_world_rank() == 0:
        with open(f"{config['directory']}/figures", "w") as out:
            out.writelines(f"{name} {value!r}\n" for name, value in figures.items())


init()
made, directory = torch_trainer(loop, 2, scripts=os.path.dirname(os.path.abspath(__file__)))
made.fit()
for line in open(f"{directory}/figures"):
    name, value = line.split()
    figure(name, float(value))
