"""JAX over the processes of all ranks: gradients are averaged by a collective.

`manta run jax_regression.py --workers 2`
"""

import os
import tempfile

import jax
import manta
import numpy as np

context = manta.get_context()
rank, size = context.get_world_rank(), context.get_world_size()
if size > 1:
    # The coordinator's address and the number of processes are in the environment.
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.distributed.initialize(
        os.environ["JAX_COORDINATOR_ADDRESS"], int(os.environ["JAX_NUM_PROCESSES"]), int(os.environ["JAX_PROCESS_ID"]))

import jax.numpy as jnp
from jax.experimental import multihost_utils

x = np.random.default_rng(1).normal(size=(256, 8)).astype("float32")[rank::size]
y = x @ np.arange(8, dtype="float32") / 8


@jax.jit
def loss_of(weights):
    return jnp.mean((x @ weights - y) ** 2)


weights, start = jnp.zeros(8), 0
checkpoint = manta.get_checkpoint()
if checkpoint:
    with checkpoint.as_directory() as directory:
        saved = np.load(os.path.join(directory, "weights.npz"))
        weights, start = jnp.asarray(saved["weights"]), int(saved["epoch"]) + 1

for epoch in range(start, 4):
    for _ in range(10):
        loss, gradient = jax.value_and_grad(loss_of)(weights)
        weights = weights - 0.1 * multihost_utils.process_allgather(gradient).reshape(size, 8).mean(axis=0)
    metrics = {"loss": float(loss), "epoch": epoch}
    if rank == 0:
        with tempfile.TemporaryDirectory() as directory:
            np.savez(os.path.join(directory, "weights.npz"), weights=np.asarray(weights), epoch=epoch)
            manta.report(metrics, checkpoint=directory)
    else:
        manta.report(metrics)
