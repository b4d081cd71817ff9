package dev.manta.tensorflow;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.tensorflow.internal.model.ModelFiles;
import dev.manta.tensorflow.internal.session.Answers;
import java.nio.file.Path;
import java.util.Arrays;

/// A trained model's answers to plain arrays and batches, outside of any run. Any thread may call
/// it. Native memory is freed when it is closed.
public final class Predictor implements AutoCloseable {
  private final Answers answers;
  private final String output;

  private Predictor(Answers answers, String output) {
    this.answers = answers;
    this.output = output;
  }

  /// Of a checkpoint whose function called `ctx.live("variables", tf.variables())` and
  /// [Tensorflow#output].
  public static Predictor of(Checkpoint checkpoint) {
    return checkpoint.asDirectory(Predictor::of);
  }

  /// Of a directory with the files of such a checkpoint, or a SavedModel, also one that Python
  /// wrote, by its signature `serving_default`.
  public static Predictor of(Path directory) {
    var answers = new Answers(ModelFiles.read(directory));
    if (answers.outputs().isEmpty()) {
      answers.close();
      throw new IllegalArgumentException(
          "the model in "
              + directory
              + " has no outputs: say what the graph predicts, with tf.output(name, value)");
    }
    return new Predictor(answers, answers.outputs().getFirst());
  }

  /// The same for another output than the first one by name; both share the model.
  public Predictor output(String name) {
    if (!answers.outputs().contains(name)) {
      throw new IllegalArgumentException(
          "there is no output \"%s\"; there are %s".formatted(name, answers.outputs()));
    }
    return new Predictor(answers, name);
  }

  /// The output for each row of the only input, its numbers one after the other.
  public float[][] predict(float[][] rows) {
    return answers.to(rows, output);
  }

  /// The output for each row of a batch, whose columns are fed to the inputs of the same names.
  public float[][] predict(Batch batch) {
    return answers.to(batch, output);
  }

  /// The class with the largest output for each row.
  public int[] classes(float[][] rows) {
    return Arrays.stream(predict(rows)).mapToInt(Predictor::largest).toArray();
  }

  /// The class with the largest output for each row of a batch.
  public int[] classes(Batch batch) {
    return Arrays.stream(predict(batch)).mapToInt(Predictor::largest).toArray();
  }

  private static int largest(float[] values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      largest = values[i] > values[largest] ? i : largest;
    }
    return largest;
  }

  /// Writes the model as a SavedModel, which Python's `tf.saved_model.load` and TensorFlow Serving
  /// read.
  public void export(Path directory) {
    answers.write(directory);
  }

  @Override
  public void close() {
    answers.close();
  }
}
