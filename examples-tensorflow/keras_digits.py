"""Writes a network of Keras as a SavedModel that programs in Java train: python keras_digits.py DIRECTORY"""

import os
import sys

os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import tensorflow as tf

keras.utils.set_random_seed(1)
model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Flatten(),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(10),
    ]
)
optimizer = keras.optimizers.Adam()
optimizer.build(model.trainable_variables)
loss_of = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
sizes = [variable.shape.num_elements() for variable in model.trainable_variables]

pixels = tf.TensorSpec((None, 8, 8, 1), tf.float32, "pixels")  # named like columns of the dataset
digit = tf.TensorSpec((None,), tf.int32, "digit")


class Training(tf.Module):
    def __init__(self):
        super().__init__()
        self.saved = [variable.value for variable in model.variables + optimizer.variables]

    @tf.function(input_signature=[pixels, digit])
    def gradients(self, pixels, digit):  # of this rank's rows: the mean loss, and one vector
        with tf.GradientTape() as tape:
            loss = loss_of(digit, model(pixels, training=True))
        parts = tape.gradient(loss, [variable.value for variable in model.trainable_variables])
        return {"loss": loss, "gradient": tf.concat([tf.reshape(part, [-1]) for part in parts], 0)}

    @tf.function(input_signature=[tf.TensorSpec((sum(sizes),), tf.float32, "gradient"), tf.TensorSpec((), tf.float32, "learning_rate")])
    def update(self, gradient, learning_rate):  # by the mean over all ranks
        optimizer.learning_rate.assign(learning_rate)
        parts = zip(tf.split(gradient, sizes), model.trainable_variables)
        optimizer.apply_gradients([(tf.reshape(part, variable.shape), variable) for part, variable in parts])
        return {"step": tf.identity(optimizer.iterations.value)}

    @tf.function(input_signature=[pixels, digit])
    def test(self, pixels, digit):
        right = tf.equal(tf.argmax(model(pixels, training=False), 1, tf.int32), digit)
        return {"accuracy": tf.reduce_mean(tf.cast(right, tf.float32))}

    @tf.function(input_signature=[pixels])
    def predict(self, pixels):
        return {"logits": model(pixels, training=False)}


training = Training()
signatures = {"gradients": training.gradients, "update": training.update, "test": training.test, "serving_default": training.predict}
tf.saved_model.save(training, sys.argv[1], signatures=signatures)
