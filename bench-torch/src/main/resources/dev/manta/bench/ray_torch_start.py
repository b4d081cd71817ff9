"""fit() to the end of the first step of a small model on two workers, with Ray's TorchTrainer."""

import time

from ray_peer import WORKERS, figure, init, torch_trainer


def loop(config):
    import time

    import torch
    from ray import train
    from ray.train.torch import prepare_model

    torch.set_num_threads(1)
    model = prepare_model(torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loss = torch.nn.functional.cross_entropy(model(torch.randn(32, 64)), torch.randint(10, (32,)))
    loss.backward()
    optimizer.step()
    rank = train.get_context().get_world_rank()
    with open(f"{config['directory']}/stepped-{rank}", "w") as out:
        out.write(repr(time.time()))


init()
for fit in ("first", "second"):
    made, directory = torch_trainer(loop, WORKERS)
    before = time.time()
    made.fit()
    stepped = [open(f"{directory}/stepped-{rank}").read() for rank in range(WORKERS)]
    figure(fit, max(float(at) for at in stepped) - before)
