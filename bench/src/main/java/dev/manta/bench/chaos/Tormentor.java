package dev.manta.bench.chaos;

import dev.manta.bench.recovery.StepLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Disturbs the workers of a run, one fault after the other, until it is told to end.
final class Tormentor implements Runnable {
  private static final long PAUSE_MILLIS = 1500;

  private final Path directory;
  private final Random random;
  private final Duration every;
  private final Consumer<String> tell;
  private volatile boolean ended;
  private final AtomicInteger faults = new AtomicInteger();

  Tormentor(Path directory, long seed, Duration every, Consumer<String> tell) {
    this.directory = directory;
    this.random = new Random(seed);
    this.every = every;
    this.tell = tell;
  }

  int faults() {
    return faults.get();
  }

  void end() {
    ended = true;
  }

  @Override
  public void run() {
    try {
      for (Thread.sleep(every); !ended; Thread.sleep(every)) {
        strike(Fault.choose(random), random.nextInt(ChaosProgram.WORKERS));
      }
    } catch (IOException e) {
      tell.accept("no more faults: " + e);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void strike(Fault fault, int rank) throws IOException, InterruptedException {
    Optional<StepLog.Line> last = StepLog.last(directory, rank);
    if (last.isEmpty()) {
      return;
    }
    long pid = last.get().pid();
    tell.accept(fault + " rank " + rank + " (process " + pid + ") after step " + last.get().step());
    faults.incrementAndGet();
    switch (fault) {
      case KILL -> signal("KILL", pid);
      case FREEZE -> signal("STOP", pid);
      case PAUSE -> {
        signal("STOP", pid);
        Thread.sleep(PAUSE_MILLIS);
        signal("CONT", pid);
      }
    }
  }

  private static void signal(String name, long pid) throws IOException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .onExit()
        .join();
  }
}
