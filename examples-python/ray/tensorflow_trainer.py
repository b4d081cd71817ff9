"""Ray Train with TensorFlow: a Keras model on two workers, with Ray Data and Keras's callback.

Runs unchanged with Ray (`python tensorflow_trainer.py`) and with Manta (`manta run --ray-compat tensorflow_trainer.py`).
The steps are written out: `fit` of Keras 3 does not work under a strategy for several workers.
"""

import json
import sys

import numpy as np
import ray.data
import ray.train
from ray.train.tensorflow import TensorflowTrainer, prepare_dataset_shard

ray.init(num_cpus=4)  # two for the workers, the others for their data

WORKERS, BATCH = 2, 16


def build_model():
    import tensorflow as tf

    tf.keras.utils.set_random_seed(7)
    model = tf.keras.Sequential([tf.keras.layers.Input((1,)), tf.keras.layers.Dense(10, activation="relu"), tf.keras.layers.Dense(1)])
    model.compile(optimizer=tf.keras.optimizers.SGD(0.02), loss="mse")
    model.optimizer.build(model.trainable_variables)
    return model


def train_func(config):
    import tensorflow as tf
    from ray.air.integrations.keras import ReportCheckpointCallback

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        model = build_model()
    shard = ray.train.get_dataset_shard("train")
    rows = prepare_dataset_shard(shard.to_tf(feature_columns="x", label_columns="y", batch_size=BATCH))
    batches = strategy.distribute_datasets_from_function(lambda context: rows)

    @tf.function
    def step(batch):
        def on_worker(x, y):
            with tf.GradientTape() as tape:
                predicted = model(tf.reshape(tf.cast(x, tf.float32), (-1, 1)), training=True)
                errors = tf.square(predicted - tf.reshape(tf.cast(y, tf.float32), (-1, 1)))
                loss = tf.reduce_sum(errors) / (BATCH * WORKERS)
            model.optimizer.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
            return loss

        return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(on_worker, args=batch), axis=None)

    callback = ReportCheckpointCallback()
    callback.set_model(model)
    for epoch in range(config["epochs"]):
        losses = [float(step(batch)) for batch in batches]
        seen = sum(float(tf.reduce_sum(batch["x"])) for batch in shard.iter_tf_batches(batch_size=BATCH))
        callback.on_epoch_end(epoch, {"loss": sum(losses) / len(losses), "epoch": epoch, "seen": seen})


x = np.arange(128) / 64
dataset = ray.data.from_numpy(x).map_batches(lambda batch: {"x": batch["data"], "y": 3 * batch["data"] - 1})
trainer = TensorflowTrainer(
    train_func,
    train_loop_config={"epochs": 3},
    datasets={"train": dataset},
    scaling_config=ray.train.ScalingConfig(num_workers=WORKERS, use_gpu=False),
    run_config=ray.train.RunConfig(
        storage_path=sys.argv[1] if len(sys.argv) > 1 else None,
        checkpoint_config=ray.train.CheckpointConfig(num_to_keep=2),
    ),
)
result = trainer.fit()

with result.checkpoint.as_directory() as directory:
    import tensorflow as tf

    model = tf.keras.models.load_model(f"{directory}/model.keras")
    predicted = model.predict(np.array([[0.0], [1.0], [2.0]]), verbose=0).flatten().tolist()

outcome = {
    "metrics": result.metrics,
    "predicted": predicted,
    "checkpoints": [metrics["epoch"] for _, metrics in result.best_checkpoints],
    "metadata": result.checkpoint.get_metadata(),
    "error": str(result.error),
}
print(outcome)
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(outcome, file)
