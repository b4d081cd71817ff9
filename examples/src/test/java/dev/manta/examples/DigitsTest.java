package dev.manta.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.examples.DigitImages.Image;
import dev.manta.examples.Digits.Config;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DigitsTest {
  @TempDir Path storage;

  private Result train(int workers, int epochs) {
    RunConfig run = RunConfig.named("digits").storage(storage.toString()).quiet();
    return Digits.trainer(new Config(0.1, 32, epochs), workers, run).fit();
  }

  @Test
  void twoWorkersReadAtLeast95OfAHundredDigitsTheyHaveNotSeen() {
    Result result = train(2, 20);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().number("accuracy")).isGreaterThanOrEqualTo(0.95);
    assertThat(result.metricsHistory()).hasSize(20);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  @Test
  void theRanksShareEveryBatchWithoutLossOrOverlap() {
    List<Image> batch = DigitImages.load().train().subList(0, 7);
    List<Image> seen = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      seen.addAll(Digits.share(batch, rank, 3));
    }

    assertThat(seen).isEqualTo(batch);
  }

  @Test
  void theDemoCommandIsPluggedIn() {
    assertThat(java.util.ServiceLoader.load(dev.manta.cli.CommandPlugin.class))
        .anySatisfy(plugin -> assertThat(plugin.name()).isEqualTo("demo"));
  }
}
