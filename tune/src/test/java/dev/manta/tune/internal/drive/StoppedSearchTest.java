package dev.manta.tune.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.WorkerCount;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.Order;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StoppedSearchTest {
  @TempDir Path storage;

  /// Waits for an answer that never comes.
  private record Waiting(CountDownLatch asked) implements Searcher {
    @Override
    public String toString() {
      return "waiting";
    }

    @Override
    public Suggestion suggest(Trials trials) {
      asked.countDown();
      while (!trials.cache().isCancelled()) {
        LockSupport.parkNanos(100_000);
      }
      throw new CancellationException("nobody waits any more");
    }
  }

  /// Runs nothing, as nothing is begun.
  private static final class Nobody implements TrialRunner {
    @Override
    public void begin(Order.Begin order) {
      throw new IllegalStateException("nothing was suggested");
    }

    @Override
    public void proceed(int trial, int attempt) {}

    @Override
    public void halt(int trial, int attempt, String reason) {}

    @Override
    public void close() {}
  }

  private OpenExperiment open(Searcher searcher) {
    TuneConfig config = TuneConfig.minimize("loss").samples(3).searcher(searcher);
    Space space = Space.of().uniform("x", 0, 1);
    var wanted = new OpenExperiment.Wanted(config, space, "", new WorkerCount(1, 1));
    return new ExperimentLookup(Location.of(storage), RunConfig.named("waiting")).open(wanted);
  }

  @Test
  void whoStopsAnExperimentDoesNotWaitForItsSearcherAndItResumesLater() throws Exception {
    var asked = new CountDownLatch(1);
    try (OpenExperiment open = open(new Waiting(asked))) {
      FutureTask<Boolean> ends =
          new FutureTask<>(
              () -> open.toEnd(_ -> new Nobody(), Capacity.unlimited(), _ -> {}), true);
      Thread.ofPlatform().daemon().start(ends);
      asked.await();
      open.stop("Ctrl-C");
      assertThat(ends.get()).isTrue();
      assertThat(open.state().isFinished()).isFalse();
    }
    try (OpenExperiment again = open(new Waiting(asked))) {
      assertThat(again.name()).isEqualTo("waiting");
      assertThat(again.state().trials()).isEmpty();
    }
  }
}
