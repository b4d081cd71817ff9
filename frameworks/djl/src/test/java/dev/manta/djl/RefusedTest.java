package dev.manta.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What cannot be trained is said at once.
@Timeout(300)
class RefusedTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  /// What is wrong.
  public record Config(String wrong) {}

  /// An optimizer whose state nobody could find.
  private static final class Hidden extends Optimizer {
    private final NDList hidden = new NDList();

    Hidden() {
      super(Optimizer.adam());
    }

    @Override
    public void update(String parameterId, NDArray weight, NDArray grad) {
      hidden.add(grad);
    }
  }

  /// An optimizer whose state begins at 1.
  private static final class Ones extends Optimizer {
    private final Map<String, Map<Device, NDArray>> scales = new ConcurrentHashMap<>();

    Ones() {
      super(Optimizer.adam());
    }

    @Override
    public void update(String parameterId, NDArray weight, NDArray grad) {
      withDefaultState(scales, parameterId, weight.getDevice(), _ -> weight.onesLike());
    }
  }

  static void train(TrainContext<Config> ctx) {
    var djl = Djl.of(ctx);
    String wrong = ctx.config().wrong();
    try (Model model = Model.newInstance("refused")) {
      if (!wrong.equals("block")) {
        model.setBlock(Programs.block("adam"));
      }
      DefaultTrainingConfig config = config(wrong);
      switch (wrong) {
        case "shape" -> djl.prepare(model, config);
        case "trainer" -> djl.metrics(model.newTrainer(config));
        case "snapshot" -> djl.snapshot();
        case "rows" -> djl.loader(Programs.data(model.getNDManager(), 3), 0);
        default -> djl.prepare(model, config, Programs.INPUT);
      }
    }
  }

  private static DefaultTrainingConfig config(String wrong) {
    var config = new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss());
    return switch (wrong) {
      case "devices" -> config.optDevices(new Device[] {Device.cpu(), Device.gpu()});
      case "hidden" -> config.optOptimizer(new Hidden());
      case "ones" -> config.optOptimizer(new Ones());
      default -> config;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "block    | has no block: call model.setBlock(block)",
        "shape    | say what shape its inputs have",
        "devices  | a rank trains on one CPU device",
        "hidden   | its field \"hidden\" keeps a NDList there",
        "ones     | its field \"scales\" begins at other values than 0",
        "trainer  | make it with djl.prepare(model, config, shapes)",
        "snapshot | there is no live state to take a snapshot of",
        "rows     | a batch needs at least 1 row, not 0",
      })
  void whatIsWrongIsSaid(String wrong, String message) {
    DjlTrainer trainer =
        DjlTrainer.of(RefusedTest::train, new Config(wrong))
            .scaling(ScalingConfig.inProcess(1))
            .run(
                RunConfig.named(wrong)
                    .storage(directory.toString())
                    .failures(FailureConfig.none())
                    .quiet());
    assertThatThrownBy(trainer::fit).hasMessageContaining(message);
  }

  @Test
  void aCheckpointOfAnotherProgramIsRefused() {
    Checkpoint empty = Checkpoint.fromDirectory(directory);
    assertThatThrownBy(() -> Djl.loadForInference(empty, Programs.block("adam"), Programs.INPUT))
        .hasMessageContaining("has no model.safetensors");
  }

  @Test
  void rowsThatDoNotFitAreRefused() {
    try (Model model = Model.newInstance("rows", "PyTorch")) {
      model.setBlock(Programs.block("adam"));
      model.getBlock().initialize(model.getNDManager(), model.getDataType(), Programs.INPUT);
      try (RowPredictor predictor = RowPredictor.of(model)) {
        assertThat(predictor.predict(new float[0][])).isEmpty();
        assertThat(predictor.classes(new float[4][Programs.WIDTH])).containsOnly(0);
        assertThatThrownBy(() -> predictor.predict(new float[][] {{1, 2}, {1}}))
            .hasMessage("row 1 has 1 numbers, row 0 has 2");
        assertThatThrownBy(() -> predictor.predict(new float[][] {{1, 2}}))
            .hasMessageContaining("2");
      }
      try (RowPredictor shaped = RowPredictor.of(model, 2, 2)) {
        assertThatThrownBy(() -> shaped.predict(new float[][] {{1, 2}}))
            .hasMessage("rows of shape (2, 2) have 4 numbers, not 2");
      }
    }
  }
}
