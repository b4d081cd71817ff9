package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StragglerTest {
  private static final long SLOW_NANOS = 3_000_000;

  @TempDir Path storage;

  /// @param slow the rank that takes its time
  record Config(int steps, int slow) {}

  static void train(TrainContext<Config> ctx) {
    double[] sum = {1};
    for (int step = 0; step < ctx.config().steps(); step++) {
      if (ctx.rank() == ctx.config().slow()) {
        LockSupport.parkNanos(SLOW_NANOS);
      }
      ctx.collectives().allReduce(sum, Op.MEAN);
    }
  }

  @Test
  void theRankThatComesLastIntoCollectivesIsFound() {
    Result result =
        Trainer.of(StragglerTest::train, new Config(200, 2))
            .scaling(ScalingConfig.workers(3))
            .run(RunConfig.named("slow").storage(storage.toString()).quiet())
            .fit();
    List<Double> shares = result.lastIntoCollectives();
    assertThat(shares).hasSize(3);
    assertThat(shares.get(2)).isGreaterThan(0.7);
    assertThat(shares.stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
  }
}
