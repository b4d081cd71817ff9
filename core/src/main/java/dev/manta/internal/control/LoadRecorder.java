package dev.manta.internal.control;

import dev.manta.error.MantaException;
import dev.manta.internal.load.LoadSample;
import dev.manta.internal.load.RunLoad;
import dev.manta.internal.wire.ToController;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps in the run's directory what ranks say of what they use and wait for. It holds nobody up:
/// storage that is slow or away costs figures of some seconds, and nothing else.
final class LoadRecorder implements AutoCloseable {
  private static final Duration LAST = Duration.ofSeconds(5);
  private static final int WAITING_MAX = 10_000;
  private static final System.Logger LOGGER = System.getLogger("dev.manta.load");

  private final Storage storage;
  private final Location run;
  private final Duration every;
  private final List<Said> waiting = new ArrayList<>();
  private @Nullable Thread writing;
  private volatile @Nullable RunLoad kept;
  private long written = System.nanoTime();

  private record Said(int rank, String worker, LoadSample sample) {}

  /// @param every how often the file is replaced at most
  LoadRecorder(Storage storage, Location run, Duration every) {
    this.storage = storage;
    this.run = run;
    this.every = every;
  }

  /// That of a run: a remote storage is asked less often.
  static LoadRecorder of(Storage storage, Location run) {
    return new LoadRecorder(storage, run, Duration.ofSeconds(run.isLocal() ? 5 : 60));
  }

  synchronized void heard(String worker, ToController.Load load) {
    LoadSample sample = Bind.read(Json.parse(load.sample()), LoadSample.class);
    boolean first = kept == null;
    if (waiting.size() < WAITING_MAX) {
      waiting.add(new Said(load.rank(), worker, sample));
    }
    if (writing == null && (first || System.nanoTime() - written > every.toNanos())) {
      writing = Thread.ofVirtual().name("manta-load").start(this::write);
    }
  }

  private void write() {
    try {
      RunLoad next = next();
      next.write(storage, run);
    } catch (MantaException away) {
      LOGGER.log(System.Logger.Level.DEBUG, "the load of " + run + " was not written", away);
    } finally {
      ended();
    }
  }

  private RunLoad next() {
    RunLoad before = kept == null ? RunLoad.of(storage, run) : kept;
    for (Said each : taken()) {
      before = before.with(each.rank(), each.worker(), each.sample());
    }
    kept = before;
    return before;
  }

  private synchronized List<Said> taken() {
    List<Said> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }

  private synchronized void ended() {
    writing = null;
    written = System.nanoTime();
  }

  /// Writes what came last, within a limit.
  @Override
  public void close() {
    try {
      if (awaited(thread()) && !isEmpty()) {
        awaited(Thread.ofVirtual().name("manta-load").start(this::write));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Thread thread() {
    return writing;
  }

  private synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  private static boolean awaited(@Nullable Thread thread) throws InterruptedException {
    return thread == null || thread.join(LAST);
  }
}
