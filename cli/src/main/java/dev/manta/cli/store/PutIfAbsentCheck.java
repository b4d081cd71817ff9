package dev.manta.cli.store;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Whether exactly one of several puts-if-absent of the same object wins: the control log of a run
/// depends on it.
final class PutIfAbsentCheck {
  private static final String THING = "put-if-absent";
  private static final int ROUNDS = 5;
  private static final int RIVALS = 8;
  private static final String FIX =
      "keep runs in another storage, or use a newer version of this server";

  private final Storage storage;
  private final Location place;
  private final Stopwatch watch;

  PutIfAbsentCheck(Storage storage, Location place, Stopwatch watch) {
    this.storage = storage;
    this.place = place;
    this.watch = watch;
  }

  Outcome outcome() {
    boolean[] won = new boolean[ROUNDS];
    int[] round = {0};
    String took = watch.median(ROUNDS, () -> won[round[0]] = put("a" + round[0]++, 1));
    for (int i = 0; i < ROUNDS; i++) {
      if (!won[i]) {
        return problem("a new object was refused as if there were one");
      }
      if (put("a" + i, 2) || storage.read(place.resolve("a" + i))[0] != 1) {
        return problem("a second put replaced the first: two drivers could both drive a run");
      }
    }
    int winners = race();
    return winners == 1
        ? Outcome.ok(THING, "1 of %s at once wins; one takes %s".formatted(RIVALS, took))
        : problem("%s of %s at once won: two could both drive a run".formatted(winners, RIVALS));
  }

  private static Outcome problem(String what) {
    return Outcome.problem(THING, what, FIX);
  }

  private boolean put(String name, int content) {
    return storage.putIfAbsent(place.resolve(name), new byte[] {(byte) content});
  }

  private int race() {
    List<Callable<Boolean>> rivals = new ArrayList<>();
    for (int i = 0; i < RIVALS; i++) {
      int rival = i;
      rivals.add(() -> put("race", rival));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      int winners = 0;
      for (Future<Boolean> each : threads.invokeAll(rivals)) {
        winners += each.get() ? 1 : 0;
      }
      return winners;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof MantaException known ? known : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.STORAGE, "the check was interrupted", e);
    }
  }
}
