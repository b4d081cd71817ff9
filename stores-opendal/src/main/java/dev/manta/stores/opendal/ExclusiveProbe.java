package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Finds out whether a service carries out one of several puts that each ask for an object that is
/// not there.
record ExclusiveProbe(Put put) {
  /// So many try to put the same object at once.
  static final int RACERS = 8;

  /// Makes an object unless there is one.
  interface Put {
    boolean made(String key, byte[] bytes);
  }

  /// Refuses a service where two drivers could both win.
  void requireOne(Location below, String key) {
    int won = won(key);
    if (won != 1) {
      throw new MantaException(
          ErrorCode.USER,
          "%s cannot hold a run: of %s puts of one object that must not be there, %s were carried out, so two drivers could both drive the run; choose another storage"
              .formatted(Targets.shown(below), RACERS, won));
    }
  }

  private int won(String key) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Boolean>> racers = new ArrayList<>();
      for (byte racer = 0; racer < RACERS; racer++) {
        byte[] bytes = {racer};
        racers.add(() -> put.made(key, bytes));
      }
      int won = 0;
      for (Future<Boolean> each : threads.invokeAll(racers)) {
        won += each.get() ? 1 : 0;
      }
      return won;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.interrupted();
    }
  }
}
