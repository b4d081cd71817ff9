package dev.manta.tensorflow.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.tensorflow.Predictor;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.tensorflow.runs.SavedTraining.Config;
import dev.manta.testkit.python.Python;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Models that Python reads, and models that it wrote.
@Timeout(300)
class SavedTest {
  private static final String LOAD =
      """
      import os, sys
      os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
      import tensorflow as tf
      rows = [[((row * 7 + i * 5) % 11) / 10 for i in range(3)] for row in range(10)]
      f = tf.saved_model.load(sys.argv[1]).signatures["serving_default"]
      for row in f(pixels=tf.constant(rows, tf.float32))["logits"].numpy():
          print("logits", *(repr(float(x)) for x in row))
      """;

  @TempDir Path directory;

  private Result ours() {
    return new InProcess(directory)
        .fit(2, SavedTraining::ours, new Config("", ""), Map.of("rows", SavedTraining.rows()));
  }

  private static Checkpoint last(Result result) {
    return result.latestCheckpoint().orElseThrow().checkpoint();
  }

  private static float[][] inPython(Path model) {
    Python.assumeHas("tensorflow");
    return Python.run(LOAD, model)
        .lines()
        .filter(line -> line.startsWith("logits "))
        .map(line -> Stream.of(line.split(" ", -1)).skip(1).mapToDouble(Double::parseDouble))
        .map(
            numbers -> {
              double[] row = numbers.toArray();
              return new float[] {(float) row[0], (float) row[1]};
            })
        .toArray(float[][]::new);
  }

  private static void requireSame(float[][] answers, float[][] expected) {
    assertThat(answers).hasNumberOfRows(expected.length);
    for (int row = 0; row < answers.length; row++) {
      assertThat(answers[row]).containsExactly(expected[row], within(1e-6f));
    }
  }

  @Test
  void aCheckpointAnswersRowsAndBatchesAlike() {
    try (Predictor predictor = Predictor.of(last(ours()))) {
      float[][] answers = predictor.predict(SavedTraining.ROWS);
      try (var batches = SavedTraining.rows().batches(10)) {
        for (Batch batch : batches) {
          requireSame(predictor.predict(batch), answers);
        }
      }
      int[] classes = predictor.classes(SavedTraining.ROWS);
      assertThat(classes[3]).isEqualTo(answers[3][1] > answers[3][0] ? 1 : 0);
      assertThat(predictor.predict(new float[0][])).isEmpty();
    }
  }

  @Test
  void whatIsAskedWronglyIsSaid() throws IOException {
    try (Predictor predictor = Predictor.of(last(ours()))) {
      assertThatThrownBy(() -> predictor.output("digits"))
          .hasMessage("there is no output \"digits\"; there are [logits]");
      assertThatThrownBy(() -> predictor.predict(new float[][] {{1, 2}}))
          .hasMessage("row 0 has 2 numbers, and the model wants 3");
    }
    Path empty = Files.createDirectories(directory.resolve("empty"));
    assertThatThrownBy(() -> Predictor.of(empty))
        .hasMessageContaining("there is no model in " + empty)
        .hasMessageContaining("tf.output(name, value)");
  }

  @Test
  void pythonLoadsTheSavedModelInACheckpoint() {
    Checkpoint checkpoint = last(ours());
    try (Predictor predictor = Predictor.of(checkpoint)) {
      float[][] python = checkpoint.asDirectory(files -> inPython(files.resolve("saved_model")));
      requireSame(python, predictor.predict(SavedTraining.ROWS));
    }
  }

  @Test
  void aSavedModelThatAPredictorWroteAnswersTheSame() {
    Path written = directory.resolve("written");
    try (Predictor predictor = Predictor.of(last(ours()))) {
      predictor.export(written);
      try (Predictor again = Predictor.of(written)) {
        requireSame(again.predict(SavedTraining.ROWS), predictor.predict(SavedTraining.ROWS));
      }
    }
  }

  private Path keras() throws IOException {
    Python.assumeHas("tensorflow");
    Python.assumeHas("keras");
    Path model = directory.resolve("keras");
    try (var script = getClass().getResourceAsStream("keras_model.py")) {
      byte[] text = Objects.requireNonNull(script).readAllBytes();
      Files.writeString(
          directory.resolve("losses"),
          Python.run(new String(text, java.nio.charset.StandardCharsets.UTF_8), model));
    }
    return model;
  }

  /// What Keras itself reached with the same rows in one process.
  private double[] losses() throws IOException {
    return Files.readAllLines(directory.resolve("losses")).stream()
        .filter(line -> line.startsWith("loss "))
        .mapToDouble(line -> Double.parseDouble(line.substring("loss ".length())))
        .toArray();
  }

  @Test
  void aModelOfKerasTrainsOnTwoRanksAsInPythonAndGoesBack() throws IOException {
    var config = new Config(keras().toString(), directory.resolve("trained").toString());
    Result result =
        new InProcess(directory)
            .fit(2, SavedTraining::keras, config, Map.of("rows", SavedTraining.rows()));
    List<?> seen = result.returnValue(List.class).orElseThrow();
    double[] ours = seen.stream().mapToDouble(loss -> ((Number) loss).doubleValue()).toArray();
    double[] keras = losses();
    assertThat(ours).containsExactly(Arrays.copyOf(keras, ours.length), within(1e-5));
    assertThat(result.metrics().number("loss")).isCloseTo(keras[ours.length], within(1e-5));
    requireRestored(config, result);
    Path trained = Path.of(config.to());
    try (Predictor predictor = Predictor.of(trained)) {
      requireSame(inPython(trained), predictor.predict(SavedTraining.ROWS));
    }
  }

  /// Another run that starts from the checkpoint finds the loss that was reported with it.
  private void requireRestored(Config config, Result trained) {
    var again = new Config(config.from(), directory.resolve("again").toString());
    Result restored =
        TensorflowTrainer.of(SavedTraining::keras, again)
            .dataset("rows", SavedTraining.rows())
            .startFrom(last(trained))
            .run(RunConfig.named("restored").storage(directory.toString()).quiet())
            .scaling(ScalingConfig.inProcess(1))
            .fit();
    double loss = trained.metrics().number("loss");
    assertThat(restored.metrics().number("loss")).isCloseTo(loss, within(1e-6));
  }
}
