package dev.manta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import org.junit.jupiter.api.Test;

class ReachableStorageTest {
  record Config(int steps) {}

  static void train(TrainContext<Config> ctx) {
    ctx.report(Metrics.of("steps", ctx.config().steps()));
  }

  private static Result fit(String storage, ScalingConfig scaling) {
    return Trainer.of(ReachableStorageTest::train, new Config(1))
        .scaling(scaling)
        .run(RunConfig.named("small").storage(storage).quiet())
        .fit();
  }

  @Test
  void theMemoryOfThisProcessIsRefusedForWorkerProcessesBeforeAnythingStarts() {
    assertThatThrownBy(() -> fit("mem:refused", ScalingConfig.workers(2)))
        .isInstanceOf(MantaException.class)
        .hasMessage(
            "the storage mem:refused is in the memory of this process, which worker processes"
                + " cannot reach: give a directory, such as"
                + " RunConfig.named(\"digits\").storage(\"runs\") or --storage runs, or let workers"
                + " be threads with ScalingConfig.inProcess(2)");
    assertThat(MemoryStorage.shared().list(Location.parse("mem:refused"))).isEmpty();
  }

  @Test
  void theMemoryOfThisProcessServesThreads() {
    Result result = fit("mem:served", ScalingConfig.inProcess(1));
    assertThat(result.metrics().number("steps")).isEqualTo(1);
  }
}
