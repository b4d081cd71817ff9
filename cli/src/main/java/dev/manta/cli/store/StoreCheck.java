package dev.manta.cli.store;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Tries what runs need of a storage, in a directory of its own that it deletes afterwards.
final class StoreCheck {
  /// More than any store takes in one part.
  private static final int LARGE_BYTES = 20_000_000;

  private static final int SMALL_BYTES = 1_000;
  private static final int RANGE_BYTES = 4_000;
  private static final int ROUNDS = 5;

  private static final String UNFIT = "keep runs in another storage, and tell who runs the server";

  private final Storage storage;
  private final Location root;
  private final Location place;
  private final Stopwatch watch;

  /// @param clock in nanoseconds
  StoreCheck(Storage storage, Location root, LongSupplier clock) {
    this.storage = storage;
    this.root = root;
    this.place = root.resolve("manta-check-" + UUID.randomUUID());
    this.watch = new Stopwatch(clock);
  }

  /// One thing after the other, each shown as soon as it is known. Where nothing can be looked at
  /// or written, the rest would only say the same.
  List<Outcome> run(Consumer<Outcome> show) {
    List<Outcome> outcomes = new ArrayList<>();
    Consumer<Outcome> add =
        outcome -> {
          outcomes.add(outcome);
          show.accept(outcome);
        };
    try {
      add.accept(tried("reach", this::reach));
      add.accept(tried("put", this::put));
      if (outcomes.stream().anyMatch(Outcome::ok)) {
        add.accept(tried("put-if-absent", this::putIfAbsent));
        add.accept(tried("large object", this::large));
        add.accept(tried("range", this::range));
        add.accept(tried("list", this::list));
        add.accept(tried("delete", this::delete));
      }
      return outcomes;
    } catch (Interrupted e) {
      removeAnyway();
      throw e;
    }
  }

  /// The check was asked to end.
  static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// The interrupt would end this too: it is put aside, and is there again afterwards.
  private void removeAnyway() {
    boolean interrupted = Thread.interrupted();
    try {
      storage.deletePrefix(place);
    } catch (MantaException left) {
      System.getLogger("dev.manta.store")
          .log(System.Logger.Level.WARNING, "what the check wrote is left: " + left.getMessage());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// The message of a storage says what to do.
  private static Outcome tried(String thing, Supplier<Outcome> check) {
    try {
      Outcome outcome = check.get();
      requireTime();
      return outcome;
    } catch (MantaException e) {
      requireTime();
      return Outcome.problem(thing, String.valueOf(e.getMessage()), "");
    }
  }

  private static void requireTime() {
    if (Thread.currentThread().isInterrupted()) {
      throw new Interrupted();
    }
  }

  private Outcome reach() {
    String took = watch.median(ROUNDS, () -> storage.children(root));
    return Outcome.ok("reach", root + " answers in " + took);
  }

  private Outcome put() {
    Location at = place.resolve("small");
    byte[] bytes = random(SMALL_BYTES);
    String took = watch.median(ROUNDS, () -> storage.put(at, ByteSource.of(bytes)));
    return Arrays.equals(bytes, storage.read(at))
        ? Outcome.ok("put", "1 kB in " + took)
        : Outcome.problem("put", "the bytes read are not those that were put", UNFIT);
  }

  private Outcome putIfAbsent() {
    return new PutIfAbsentCheck(storage, place.resolve("records"), watch).outcome();
  }

  private Outcome large() {
    Location at = place.resolve("large");
    byte[] bytes = random(LARGE_BYTES);
    byte[] back = new byte[LARGE_BYTES];
    long put = watch.once(() -> storage.put(at, ByteSource.of(bytes)));
    long read = watch.once(() -> storage.read(at, 0, MemorySegment.ofArray(back)));
    return Arrays.equals(bytes, back)
        ? Outcome.ok(
            "large object",
            "20 MB put at %s, read at %s"
                .formatted(Stopwatch.rate(LARGE_BYTES, put), Stopwatch.rate(LARGE_BYTES, read)))
        : Outcome.problem("large object", "the bytes read are not those that were put", UNFIT);
  }

  /// Of the large object.
  private Outcome range() {
    int offset = LARGE_BYTES / 2 + 1;
    byte[] wanted = Arrays.copyOfRange(random(LARGE_BYTES), offset, offset + RANGE_BYTES);
    byte[] into = new byte[RANGE_BYTES];
    MemorySegment segment = MemorySegment.ofArray(into);
    String took = watch.median(ROUNDS, () -> storage.read(place.resolve("large"), offset, segment));
    return Arrays.equals(wanted, into)
        ? Outcome.ok("range", "4 kB from the middle of 20 MB in " + took)
        : Outcome.problem("range", "the bytes read are not those at that offset", UNFIT);
  }

  private Outcome list() {
    String took = watch.median(ROUNDS, () -> storage.list(place));
    List<String> names = storage.list(place).stream().map(this::name).toList();
    List<String> children = storage.children(place);
    if (!names.containsAll(List.of("large", "small")) || !children.contains("small")) {
      return Outcome.problem(
          "list", "objects that were put are not listed; there are " + names, UNFIT);
    }
    return Outcome.ok("list", names.size() + " objects in " + took);
  }

  private String name(Entry entry) {
    return entry.at().relativeTo(place);
  }

  private Outcome delete() {
    long took = watch.once(() -> storage.deletePrefix(place));
    List<Entry> left = storage.list(place);
    return left.isEmpty()
        ? Outcome.ok("delete", "all of it in " + Stopwatch.milliseconds(took))
        : Outcome.problem(
            "delete",
            left.size() + " objects are still there after they were deleted",
            "delete " + place + " by hand");
  }

  /// The same bytes at each call.
  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
