package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.Constant;
import dev.manta.tune.space.LogUniform;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TuningTest {
  @TempDir Path directory;

  record Params(
      @Constant("binary") String objective,
      @Constant("5") int numLeaves,
      @LogUniform(low = 1e-3, high = 0.3) double learningRate) {}

  @Test
  void aSearchChangesTheParametersAndKeepsEverythingElse() {
    LightGBMTrainer trainer =
        LightGBMTrainer.of(Params.class, new Params("binary", 5, 0.1))
            .label("y")
            .ignoring("w", "q")
            .categorical("kind")
            .rounds(3)
            .dataset("train", Runs.classes(200))
            .dataset("valid", Runs.classes(100))
            .scaling(ScalingConfig.workers(1));
    ResultGrid results =
        Tuner.of(trainer)
            .search(
                TuneConfig.minimize("valid-binary_logloss")
                    .samples(3)
                    .concurrent(1)
                    .searcher(Searcher.random()))
            .run(RunConfig.named("search").storage(directory.toString()).quiet())
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials().stream().map(each -> each.config(Params.class).learningRate()))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .allMatch(rate -> rate >= 1e-3 && rate <= 0.3);
    assertThat(results.trials())
        .allMatch(each -> each.config(Params.class).numLeaves() == 5)
        .allMatch(each -> each.metrics().number("round") == 3);
  }
}
