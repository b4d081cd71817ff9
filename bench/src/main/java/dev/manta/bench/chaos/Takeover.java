package dev.manta.bench.chaos;

import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.run.state.RunState;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.Predicate;

/// The end of a training's controller, and the next one's taking its workers over.
record Takeover(Training training) {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_MILLIS = 20;

  /// Waits until the run stands so, or has ended; where it stands then.
  static RunState await(Training training, Predicate<RunState> so, String what)
      throws IOException, InterruptedException {
    var takeover = new Takeover(training);
    long end = System.nanoTime() + LIMIT.toNanos();
    while (training.driver().isAlive() && !so.test(takeover.state())) {
      if (System.nanoTime() > end) {
        throw new IOException(
            "the run did not come to %s within %s s%s"
                .formatted(what, LIMIT.toSeconds(), training.tail()));
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    return takeover.state();
  }

  /// Kills the controller; returns when another one has heard from every worker, or the run has
  /// ended meanwhile.
  void force() throws IOException, InterruptedException {
    int term = state().term();
    ProcessHandle.of(controller()).ifPresent(ProcessHandle::destroyForcibly);
    long end = System.nanoTime() + LIMIT.toNanos();
    while (training.driver().isAlive() && !isTaken(state(), term)) {
      if (System.nanoTime() > end) {
        throw new IOException(
            "no controller took over within %s s; the run stands at: %s%s"
                .formatted(LIMIT.toSeconds(), state().reason(), training.tail()));
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private static boolean isTaken(RunState state, int before) {
    return state.status().ended() || (state.term() > before && state.current().awaited().isEmpty());
  }

  private long controller() throws IOException {
    return Long.parseLong(Files.readString(training.local().resolve("run.lock")).strip());
  }

  RunState state() {
    Location run = training.run();
    return RunRecord.find(Storages.at(run), run).orElseThrow().state();
  }
}
