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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class StragglerTest {
  private static final int STEPS = 60;
  private static final int SLOW = 2;
  private static final long SLOW_NANOS = 10_000_000;

  /// How often one of the others was about to meet, so that the slow one surely comes after them.
  private static final AtomicLong AHEAD = new AtomicLong();

  @TempDir Path storage;

  record Config(int steps) {}

  static void train(TrainContext<Config> ctx) {
    double[] sum = {1};
    for (int step = 1; step <= ctx.config().steps(); step++) {
      if (ctx.rank() == SLOW) {
        awaitOthers(2L * step);
      } else {
        AHEAD.incrementAndGet();
      }
      ctx.collectives().allReduce(sum, Op.MEAN);
    }
  }

  private static void awaitOthers(long count) {
    while (AHEAD.get() < count) {
      LockSupport.parkNanos(100_000);
    }
    LockSupport.parkNanos(SLOW_NANOS);
  }

  @Test
  void theRankThatComesLastIntoCollectivesIsFound() {
    Result result =
        Trainer.of(StragglerTest::train, new Config(STEPS))
            .scaling(ScalingConfig.inProcess(3))
            .run(RunConfig.named("slow").storage(storage.toString()).quiet())
            .fit();
    List<Double> shares = result.lastIntoCollectives();
    assertThat(shares).hasSize(3);
    assertThat(shares.get(SLOW)).isGreaterThan(0.5);
    assertThat(shares.stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
  }
}
