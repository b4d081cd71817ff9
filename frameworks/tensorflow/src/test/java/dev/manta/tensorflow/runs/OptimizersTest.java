package dev.manta.tensorflow.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.tensorflow.runs.PlaneTraining.Config;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class OptimizersTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"sgd", "clipped", "momentum", "nesterov", "rmsProp", "adam", "adamW"})
  void oneRankAndTwoLearnWhatPlainArithmeticSays(String optimizer) {
    var config = new Config(optimizer);
    double[] expected = new PlaneReference(optimizer.equals("clipped")).trained(config.made());
    for (int ranks = 1; ranks <= 2; ranks++) {
      assertThat(learned(ranks, config)).containsExactly(expected, within(2e-6));
    }
  }

  private double[] learned(int ranks, Config config) {
    var result =
        new InProcess(directory.resolve("" + ranks)).fit(ranks, PlaneTraining::train, config);
    List<?> all = result.returnValue(List.class).orElseThrow();
    return ((List<?>) all.getFirst())
        .stream().mapToDouble(n -> ((Number) n).doubleValue()).toArray();
  }

  @Test
  void numbersThatNoOptimizerCanHaveAreRefused() {
    assertThatThrownBy(() -> Optimizer.sgd(-1))
        .hasMessage("learning rate -1.0 is not a number from 0 up");
    assertThatThrownBy(() -> Optimizer.momentum(0.1, 1))
        .hasMessage("momentum 1.0 is not from 0 to below 1");
    assertThatThrownBy(() -> Optimizer.adam(0.1).betas(0.9, 2))
        .hasMessage("beta2 2.0 is not from 0 to below 1");
    assertThatThrownBy(() -> Optimizer.adamW(0.1).weightDecay(-2))
        .hasMessage("weight decay -2.0 is below 0");
  }
}
