package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.checkpoint.UploadQueue;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Bind;
import dev.manta.storage.StorageFailure;
import dev.manta.storage.StorageTraffic;
import dev.manta.train.Upload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Brings this rank's checkpoints to storage: at once, or in order on a thread of its own from a
/// copy.
final class CheckpointUploads {
  /// A checkpoint on its way: its files, when it was taken, and whether the files are Manta's own,
  /// to be removed once they are stored.
  record Job(LocalCheckpoint files, Moment moment, boolean owned) {}

  /// How long storage that fails is tried again: waits double up to the longest.
  record Patience(Duration first, Duration longest, Duration total) {
    private static final Duration TOTAL_USUAL = Duration.ofMinutes(10);

    /// More than that is for ever.
    private static final Duration TOTAL_MAX = Duration.ofDays(100 * 365);

    Patience {
      total = shorter(total, TOTAL_MAX);
    }

    /// As a run has it.
    static Patience of(ToWorker.RunFacts run) {
      String said = run.settings().get(ToWorker.RunFacts.STORAGE_PATIENCE);
      return of(said == null ? TOTAL_USUAL : Duration.parse(said));
    }

    static Patience of(Duration total) {
      return new Patience(Duration.ofMillis(100), Duration.ofSeconds(5), total);
    }

    /// How long a failure is waited for: one that lasts is not long.
    Duration most(MantaException failure) {
      return StorageFailure.isLasting(failure) ? shorter(longest, total) : total;
    }

    private static Duration shorter(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }

    /// In the largest unit that has no fraction.
    String text() {
      boolean minutes = total.toMinutes() > 0 && total.toSecondsPart() == 0;
      return minutes ? total.toMinutes() + " min" : total.toSeconds() + " s";
    }
  }

  /// How long what is on its way may take yet; the controller ends nobody before.
  private static final Duration STORING_MAX = Duration.ofMinutes(1);

  private final Gate gate;
  private final ControllerChannel channel;
  private final CheckpointStore store;
  private final Seat seat;
  private final Patience patience;
  private final UploadQueue<Job> queue;
  private volatile long endsAtNanos;
  private @Nullable MantaException failure;
  private volatile boolean dropped;

  /// Where this rank sits and where it may write.
  record Seat(int rank, int size, Path temp) {}

  /// A snapshot that was reported within a step, and is stored at the end of that.
  record Waiting(LocalCheckpoint snapshot, Moment moment, Upload upload) {
    /// The epoch was left by `break` in the step, so it is done when the snapshot is stored.
    Waiting atEndOfEpoch() {
      var end =
          new Moment(moment.attempt(), moment.ordinal(), moment.step(), moment.epoch(), false);
      return new Waiting(snapshot.atEndOfEpoch(), end, upload);
    }
  }

  CheckpointUploads(
      Gate gate,
      ControllerChannel channel,
      CheckpointStore store,
      Seat seat,
      int pendingMax,
      Patience patience) {
    this.gate = gate;
    this.channel = channel;
    this.store = store;
    this.seat = seat;
    this.queue = new UploadQueue<>(pendingMax);
    this.patience = patience;
    this.endsAtNanos = System.nanoTime();
  }

  /// Stores now; throws when that fails.
  void now(Job job) {
    Moment moment = job.moment();
    boolean stored = false;
    try {
      tell(
          patiently(
              () -> store.store(name(job), seat.rank(), extent(job.files()), moment, job.files())));
      stored = true;
    } catch (RuntimeException e) {
      throw refused(moment, e);
    } finally {
      if (job.owned()) {
        FileTree.delete(job.files().directory());
      } else if (stored && job.files().options().deletes()) {
        gate.change(() -> deleteHandedOver(job));
      }
    }
  }

  /// The next attempt, which begins once the gate is closed, may write there again.
  private void deleteHandedOver(Job job) {
    if (!gate.isClosed()) {
      FileTree.delete(job.files().directory());
    }
  }

  private static String name(Job job) {
    Moment moment = job.moment();
    return job.files()
        .options()
        .name()
        .map(given -> CheckpointStore.name(moment.attempt(), given))
        .orElseGet(() -> CheckpointStore.name(moment.attempt(), moment.ordinal()));
  }

  /// What is on its way when the attempt ends is needed, and may take its time.
  void proceed() {
    gate.change(() -> endsAtNanos = System.nanoTime() + STORING_MAX.toNanos());
  }

  /// The attempt is over: stores what it may yet, and says so; drops the rest.
  void end() {
    if (!gate.awaitAnyway(this::hasStored, 0)) {
      channel.send(new ToController.Storing(gate.attempt()));
    }
    gate.awaitAnyway(this::hasStored, Long.MAX_VALUE);
    gate.change(() -> endsAtNanos = System.nanoTime());
  }

  private boolean hasStored() {
    return isEmpty() || isLate();
  }

  /// Whether nothing is on its way.
  boolean isEmpty() {
    return queue.isEmpty();
  }

  private boolean isLate() {
    return System.nanoTime() - endsAtNanos >= 0;
  }

  private boolean isOver() {
    return gate.isClosed() && isLate();
  }

  private boolean endsWithin(long millis) {
    return gate.closesWithin(millis) && gate.awaitAnyway(this::isOver, millis);
  }

  /// Storage that fails now may work in a moment, counted from its first failure: a large
  /// checkpoint takes long. An attempt that is over waits for nothing.
  private StoredPart patiently(Supplier<StoredPart> storing) {
    OptionalLong failing = OptionalLong.empty();
    long longest = patience.longest().toMillis();
    for (long millis = patience.first().toMillis(); ; millis = Math.min(2 * millis, longest)) {
      try {
        return storing.get();
      } catch (MantaException e) {
        long now = System.nanoTime();
        failing = OptionalLong.of(failing.orElse(now));
        boolean passing =
            e.code() == ErrorCode.STORAGE && now - failing.getAsLong() < patience.most(e).toNanos();
        if (!passing || endsWithin(millis)) {
          throw e;
        }
        tellIfLong(millis, longest, e);
      }
    }
  }

  /// Once: whoever waits for a checkpoint wonders why.
  private void tellIfLong(long millis, long longest, MantaException why) {
    if (millis < longest && 2 * millis >= longest) {
      System.err.println(
          "manta: a checkpoint is not stored yet: %s; it is tried again for up to %s"
              .formatted(why.getMessage(), patience.text()));
    }
  }

  /// The same while the function waits, unless its attempt is over.
  void waitFor(Job job) {
    drain();
    beside(() -> now(job));
  }

  /// The same for files that already lie where the run keeps its checkpoints.
  void waitFor(Checkpoint checkpoint, Moment moment) {
    beside(() -> adopt(checkpoint, moment));
  }

  /// On a thread of its own: a rank that stayed for its storage when its attempt is over would be
  /// ended, with all that it holds.
  private void beside(Runnable storing) {
    gate.require();
    var task = new FutureTask<>(storing, true);
    gate.change(queue::beside);
    start(
        () -> {
          task.run();
          gate.change(queue::done);
        });
    gate.awaitAnyway(() -> task.isDone() || isOver(), Long.MAX_VALUE);
    if (task.state() == Future.State.FAILED) {
      rethrow(task.exceptionNow());
    }
    gate.require();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "manta-uploads");
    thread.setDaemon(true);
    thread.start();
  }

  private void adopt(Checkpoint checkpoint, Moment moment) {
    try {
      tell(store.adopt(seat.rank(), extent(checkpoint), moment, checkpoint));
    } catch (RuntimeException e) {
      throw refused(moment, e);
    }
  }

  /// Stores in the background; waits only when too many are pending.
  void later(Job job) {
    gate.await(() -> queue.hasRoom() || failure != null);
    rethrow();
    Job own = job.owned() || job.files().options().deletes() ? job : staged(job);
    gate.change(
        () -> {
          if (queue.add(own)) {
            start(this::run);
          }
        });
  }

  /// A copy, so that the user may change the directory as soon as `report` returns.
  private Job staged(Job job) {
    Path copy =
        seat.temp().resolve("upload-" + job.moment().attempt() + "-" + job.moment().ordinal());
    job.files().toDirectory(copy);
    return new Job(job.files().in(copy), job.moment(), true);
  }

  private void run() {
    for (Optional<Job> job = next(); job.isPresent(); job = next()) {
      try {
        now(job.get());
      } catch (MantaException e) {
        keep(e);
      } catch (Error e) {
        keep(refused(job.get().moment(), new IllegalStateException(e.toString(), e)));
      } finally {
        gate.change(queue::done);
      }
    }
  }

  private Optional<Job> next() {
    var next = new AtomicReference<Optional<Job>>(Optional.empty());
    gate.change(() -> next.set(queue.next(isOver(), this::drop)));
    return next.get();
  }

  private void drop(Job job) {
    dropped = true;
    if (job.owned()) {
      FileTree.delete(job.files().directory());
    }
  }

  private void keep(MantaException why) {
    gate.change(
        () -> {
          if (failure == null) {
            failure = why;
          }
        });
  }

  /// Throws what went wrong in the background, if anything did.
  void rethrow() {
    MantaException why = failure;
    if (why != null) {
      rethrow(why);
    }
  }

  /// With the caller's stack, as it comes from another thread.
  private static void rethrow(Throwable why) {
    ErrorCode code = why instanceof MantaException known ? known.code() : ErrorCode.USER;
    throw new MantaException(code, String.valueOf(why.getMessage()), why);
  }

  /// Waits until everything is stored; throws when something was not, also because the attempt was
  /// over before its turn came.
  void drain() {
    gate.await(queue::isEmpty);
    rethrow();
    if (dropped) {
      gate.require();
    }
  }

  private void tell(StoredPart part) {
    Moment moment = part.moment();
    tellTraffic(store.traffic());
    channel.send(
        new ToController.PartStored(
            moment.attempt(), moment.ordinal(), moment.step(), Bind.write(part).text()));
  }

  private void tellTraffic(StorageTraffic all) {
    if (!all.equals(StorageTraffic.NONE)) {
      channel.send(
          new ToController.Traffic(all.requests(), all.retries(), all.bytesPut(), all.bytesRead()));
    }
  }

  private MantaException refused(Moment moment, RuntimeException why) {
    String message = String.valueOf(why.getMessage());
    channel.send(
        new ToController.PartFailed(moment.attempt(), moment.ordinal(), moment.step(), message));
    ErrorCode code = why instanceof MantaException known ? known.code() : ErrorCode.USER;
    return new MantaException(
        code, "the checkpoint of step " + moment.step() + " could not be stored: " + message, why);
  }

  private Extent extent(Checkpoint checkpoint) {
    return checkpoint.isPart() ? new Extent.Share(seat.rank(), seat.size()) : new Extent.Whole();
  }
}
