"""A Keras model that all ranks train together, by TensorFlow's MultiWorkerMirroredStrategy.

`manta run tensorflow_keras.py --workers 2`. Manta sets TF_CONFIG, by which the ranks find each other.
"""

import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()  # before anything else of TensorFlow

import keras
import manta
import numpy as np
from manta_keras import MantaCallback

BATCH = 32  # rows of each rank in a step

rank, size = manta.get_context().get_world_rank(), manta.get_context().get_world_size()
x = np.random.default_rng(1).normal(size=(256, 8)).astype("float32")
y = x.sum(axis=1, keepdims=True)

keras.utils.set_random_seed(3)
with strategy.scope():
    model = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)])
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
    model.optimizer.build(model.trainable_variables)


def rows_of_this_rank(context):
    rows = tf.data.Dataset.from_tensor_slices((x[rank::size], y[rank::size]))
    return rows.shuffle(256, seed=rank).batch(BATCH, drop_remainder=True)


batches = strategy.distribute_datasets_from_function(rows_of_this_rank)


@tf.function
def train_step(batch):
    def on_rank(features, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(model(features, training=True) - targets)) / (BATCH * size)
        gradients = tape.gradient(loss, model.trainable_variables)
        model.optimizer.apply(gradients, model.trainable_variables)  # adds up the gradients of all ranks
        return loss

    return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(on_rank, args=batch), axis=None)


callback = MantaCallback()
callback.set_model(model)
for epoch in range(callback.resume(model), 4):
    losses = [float(train_step(batch)) for batch in batches]
    callback.on_epoch_end(epoch, {"loss": sum(losses) / len(losses)})
