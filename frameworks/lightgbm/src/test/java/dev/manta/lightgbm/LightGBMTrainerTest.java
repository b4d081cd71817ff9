package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class LightGBMTrainerTest {
  @TempDir Path directory;

  record Params(String objective, int numLeaves, double learningRate) {}

  static Dataset rows(int count) {
    var random = new Random(3);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double c = random.nextGaussian();
      rows.add(Row.of("a", a, "b", b, "c", c, "y", a * b + 0.3 * c > 0.1 ? 1 : 0));
    }
    return Dataset.of(rows);
  }

  Result train(int workers) {
    return LightGBMTrainer.of(Params.class, new Params("binary", 15, 0.1))
        .label("y")
        .rounds(20)
        .dataset("train", rows(2000))
        .dataset("valid", rows(500))
        .scaling(ScalingConfig.inProcess(workers))
        .run(
            RunConfig.named("run" + workers)
                .storage(directory.toString())
                .failures(FailureConfig.none())
                .quiet())
        .fit();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void trains(int workers) throws Exception {
    Result result = train(workers);
    String text =
        result
            .latestCheckpoint()
            .orElseThrow()
            .checkpoint()
            .asDirectory(
                d -> {
                  try {
                    return Files.readString(d.resolve("model.txt"));
                  } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                  }
                });
    assertThat(text).contains("Tree=19");
  }
}
