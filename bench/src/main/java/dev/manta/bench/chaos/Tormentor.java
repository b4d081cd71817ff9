package dev.manta.bench.chaos;

import dev.manta.error.MantaException;
import dev.manta.internal.control.RunRequest;
import dev.manta.internal.control.RunRequests;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Disturbs a training, one fault after the other, each when the run has come so far.
final class Tormentor {
  private static final Duration STANDSTILL_MAX = Duration.ofSeconds(90);
  private static final Duration NOTICE = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 1500;
  private static final long DISK_MILLIS = 1200;
  private static final long LOOK_EVERY_MILLIS = 10;

  /// A fault that has struck, and when.
  record Struck(Strike strike, long nanos) {}

  private final Training training;
  private final Consumer<String> tell;
  private final List<Struck> struck = new ArrayList<>();

  /// @param tell hears of every fault
  Tormentor(Training training, Consumer<String> tell) {
    this.training = training;
    this.tell = tell;
  }

  /// Disturbs, and waits for the end; what has struck.
  List<Struck> torment(Schedule schedule) throws IOException, InterruptedException {
    for (Strike strike : schedule.strikes()) {
      if (!reaches(strike.step())) {
        break;
      }
      tell.accept(strike.toString());
      struck.add(new Struck(strike, System.nanoTime()));
      strike(strike);
    }
    reaches(Long.MAX_VALUE);
    return List.copyOf(struck);
  }

  /// Waits until the run has made so many steps; false when it has ended before that, or stands
  /// still.
  private boolean reaches(long step) throws IOException, InterruptedException {
    var watch = new StepWatch(STANDSTILL_MAX);
    while (!hasEnded()) {
      long now = training.steps();
      if (now >= step) {
        return true;
      }
      if (watch.standsStill(now)) {
        throw new IOException(
            "the run has made no step for %s s after %s%s"
                .formatted(STANDSTILL_MAX.toSeconds(), lastStrike(), training.tail()));
      }
    }
    return false;
  }

  /// A run that has stopped, as all its workers were to be taken away, is started again.
  private boolean hasEnded() throws IOException, InterruptedException {
    boolean ended = training.driver().waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    if (ended && new Takeover(training).state().status() == RunStatus.STOPPED) {
      Files.deleteIfExists(training.settings().notice());
      training.again();
      return false;
    }
    return ended;
  }

  private String lastStrike() {
    return struck.isEmpty() ? "its start" : struck.getLast().strike().toString();
  }

  private void strike(Strike strike) throws IOException, InterruptedException {
    switch (strike.fault()) {
      case KILL -> signal("KILL", strike.rank());
      case KILL_TWO -> {
        signal("KILL", 0);
        signal("KILL", 1);
      }
      case KILL_AGAIN -> killAgain(strike.rank());
      case TERMINATE -> signal("TERM", strike.rank());
      case PREEMPT_TWO -> {
        int before = attempt();
        notice(0, 1);
        awaitFollowed(before);
      }
      case NOTICE_FILE -> {
        Files.writeString(training.settings().notice(), Long.toString(NOTICE.toSeconds()));
        awaitFollowed(attempt());
      }
      case FREEZE -> signal("STOP", strike.rank());
      case PAUSE -> {
        long pid = signal("STOP", strike.rank());
        Thread.sleep(PAUSE_MILLIS);
        signal("CONT", pid);
      }
      case HEAP, EXIT, THROW -> Orders.give(training.directory(), strike.rank(), strike.fault());
      case FULL_DISK, SLOW_DISK, STORAGE_ERRORS -> {
        BrokenStorage.order(training.directory(), strike.fault());
        Thread.sleep(DISK_MILLIS);
        BrokenStorage.mend(training.directory());
      }
      case PREEMPT -> notice(strike.rank());
      case CONTROLLER -> new Takeover(training).force();
      case RESIZE -> tell(new RunRequest.Scale(strike.size(), "chaos"));
    }
  }

  /// The second one dies when the processes of the next attempt are known.
  private void killAgain(int rank) throws IOException, InterruptedException {
    int before = attempt();
    signal("KILL", rank);
    RunState next = Takeover.await(training, state -> state.attempt() > before, "an attempt");
    for (Worker worker : next.group()) {
      if (worker.rank() != rank && worker.pid().isPresent()) {
        signal("KILL", worker.pid().getAsLong());
        return;
      }
    }
  }

  private int attempt() {
    return new Takeover(training).state().attempt();
  }

  /// Tells the run that ranks will be taken away. Who has stopped meanwhile need not be told.
  private void notice(Integer... ranks) {
    tell(new RunRequest.Preempt(List.of(ranks), NOTICE.toMillis(), "chaos"));
  }

  private void tell(RunRequest request) {
    try {
      RunRequests.ask(training.run(), request);
    } catch (MantaException notTaken) {
      if (training.driver().isAlive()) {
        throw notTaken;
      }
    }
  }

  /// Waits until others have taken the places of those who go, or the run has stopped.
  private void awaitFollowed(int before) throws IOException, InterruptedException {
    Takeover.await(
        training, state -> state.attempt() > before && state.stopping().isEmpty(), "a handover");
  }

  private long signal(String name, int rank) throws IOException, InterruptedException {
    long pid = Trace.last(training.directory(), rank).orElseThrow().pid();
    signal(name, pid);
    return pid;
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
