package dev.manta.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.djl.Programs.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Loops that do what DJL allows and few do.
@Timeout(120)
class UnusualTrainingTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  private Result fit(int ranks, TrainLoop<Config> loop, String mode) {
    return DjlTrainer.of(loop, new Config(directory.toString(), 43, 12, 1, mode))
        .scaling(ScalingConfig.inProcess(ranks))
        .run(
            RunConfig.named("run")
                .storage(directory.toString())
                .failures(FailureConfig.none())
                .quiet())
        .fit();
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "pair"})
  void eachPassOfAStepHasRandomNumbersOfItsOwn(String mode) {
    assertThat(fit(1, Programs::draw, mode).metrics().number("drawn")).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adam frozen", "adam"})
  void parametersThatAreFrozenOrThawedLaterAreNamed(String mode) {
    assertThatThrownBy(() -> fit(2, Programs::thaw, mode))
        .hasMessageContaining("parameter \"03Linear_")
        .hasMessageContaining("freeze and thaw before djl.prepare");
  }

  @Test
  void aRankThatThrowsWhileItCollectsGradientsHoldsUpNobody() {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> fit(2, Programs::leave, "")).hasMessageContaining("a test");
    }
  }
}
