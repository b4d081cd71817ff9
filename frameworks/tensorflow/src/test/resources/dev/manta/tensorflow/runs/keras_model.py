"""Writes a Keras model that trains by signatures, and trains it here too, in one process."""

import os, sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import tensorflow as tf

keras.utils.set_random_seed(5)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="tanh"), keras.layers.Dense(2)])
optimizer = keras.optimizers.Adam(0.05)
optimizer.build(model.trainable_variables)
loss_of = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
sizes = [v.shape.num_elements() for v in model.trainable_variables]


class Training(tf.Module):
    def __init__(self):
        super().__init__()
        self.tracked = [v.value for v in model.variables + optimizer.variables]

    @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, "pixels"), tf.TensorSpec((None,), tf.int32, "digit")])
    def gradients(self, pixels, digit):
        with tf.GradientTape() as tape:
            loss = loss_of(digit, model(pixels, training=True))
        gradients = tape.gradient(loss, [v.value for v in model.trainable_variables])
        return {"loss": loss, "gradient": tf.concat([tf.reshape(g, [-1]) for g in gradients], 0)}

    @tf.function(input_signature=[tf.TensorSpec((sum(sizes),), tf.float32, "gradient"), tf.TensorSpec((), tf.float32, "learning_rate")])
    def update(self, gradient, learning_rate):
        optimizer.learning_rate.assign(learning_rate)
        parts = zip(tf.split(gradient, sizes), model.trainable_variables)
        optimizer.apply_gradients([(tf.reshape(part, v.shape), v) for part, v in parts])
        return {"step": tf.identity(optimizer.iterations.value)}

    @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, "pixels")])
    def predict(self, pixels):
        return {"logits": model(pixels, training=False)}


training = Training()
signatures = {"gradients": training.gradients, "update": training.update, "serving_default": training.predict}
tf.saved_model.save(training, sys.argv[1], signatures=signatures)

rows = tf.constant([[((row * 7 + i * 5) % 11) / 10 for i in range(3)] for row in range(10)], tf.float32)
digits = tf.constant([row % 2 for row in range(10)], tf.int32)
for step in range(5):
    computed = training.gradients(rows, digits)
    print("loss", float(computed["loss"]))
    training.update(computed["gradient"], tf.constant(0.05))
