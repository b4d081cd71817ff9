package dev.manta.tensorflow.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.Operand;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;

/// Native memory does not grow with steps or attempts.
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class FreedTest {
  private static final int NUMBERS = 1 << 21;
  private static final int PAGE = 4096;

  @TempDir Path directory;

  record Config(int steps) {}

  /// The pages in memory before and after most of the steps.
  static long grown(TrainContext<Config> ctx) throws IOException {
    Tensorflow tf = Tensorflow.of(ctx);
    Variable<TFloat32> weights = tf.weights("w", NUMBERS);
    Operand<TFloat32> loss = tf.ops().math.mean(weights, tf.ops().constant(0));
    Step step = tf.minimize(loss, Optimizer.momentum(0.1, 0.9));
    ctx.live("variables", tf.variables());
    long before = 0;
    for (int i = 0; i < ctx.config().steps(); i++) {
      before = i == 20 ? pages() : before;
      step.run(1, Map.of());
      tf.tally(Map.of("loss", loss)).add(1, Map.of()).metrics();
      ctx.commit();
    }
    return pages() - before;
  }

  private static long pages() throws IOException {
    return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1]);
  }

  @Test
  void aHundredStepsWithSixteenMegabytesEachStayWithinAHundred() {
    long grown =
        new InProcess(directory)
            .fit(1, FreedTest::grown, new Config(120))
            .returnValue(Long.class)
            .orElseThrow();
    assertThat(grown * PAGE).isLessThan(100L << 20);
  }

  @Test
  void tenFunctionsThatWouldLeaveFourHundredMegabytesStayFarBelow() throws IOException {
    var runs = new InProcess(directory);
    for (int i = 0; i < 3; i++) {
      runs.fit(1, FreedTest::grown, new Config(1)); // heap and allocator grow at first
    }
    long before = pages();
    for (int i = 0; i < 10; i++) {
      runs.fit(1, FreedTest::grown, new Config(1));
    }
    assertThat((pages() - before) * PAGE).isLessThan(200L << 20);
  }
}
