package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.checkpoint.UploadFunction;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.wire.QueueLink;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.CheckpointUploads.Patience;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class CheckpointUploadsTest {
  private static final Location PLACE = Location.parse("mem:checkpoints");

  @TempDir Path directory;
  private final QueueLink link = QueueLink.open();
  private final Gate gate = new Gate(1);
  private final ReluctantStorage storage = new ReluctantStorage();

  private void upload() throws IOException {
    upload(new LocalCheckpoint(directory, false, false, Map.of()));
  }

  private void upload(LocalCheckpoint files) throws IOException {
    upload(files, Duration.ofMinutes(10));
  }

  private void upload(LocalCheckpoint files, Duration total) throws IOException {
    Files.writeString(files.directory().resolve("state"), "1");
    var store = new CheckpointStore(storage, PLACE);
    var seat = new CheckpointUploads.Seat(0, 1, directory);
    var moment = new Moment(1, 1, 10, 0, false);
    var patience =
        new CheckpointUploads.Patience(Duration.ofMillis(1), Duration.ofMillis(2), total);
    new CheckpointUploads(gate, new ControllerChannel(link), store, seat, 1, patience)
        .now(new CheckpointUploads.Job(files, moment, false));
  }

  /// What the controller heard first.
  private ToController told() throws IOException {
    return ToController.read(Objects.requireNonNull(link.other().receive()));
  }

  @Test
  void storageThatFailsForAMomentIsTriedAgain() throws IOException {
    storage.failNext(2);
    upload();
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
    assertThat(storage.tried()).isEqualTo(3);
  }

  @Test
  void whatWasDroppedBecauseTheAttemptIsOverIsNotTakenForStored() throws Exception {
    var patience = Patience.of(Duration.ofMinutes(10));
    var uploads =
        new CheckpointUploads(
            gate,
            new ControllerChannel(link),
            new CheckpointStore(storage, PLACE),
            new CheckpointUploads.Seat(0, 1, directory),
            1,
            patience);
    gate.close("rank 3 died");
    uploads.later(new CheckpointUploads.Job(model(), new Moment(1, 1, 10, 0, false), true));
    while (!uploads.isEmpty()) {
      Thread.sleep(1);
    }
    assertThatThrownBy(uploads::drain).isInstanceOf(AttemptAborted.class);
    assertThat(storage.tried()).isZero();
  }

  @Test
  void storageThatIsAwayForMinutesIsTriedAgain() throws IOException {
    storage.failNext(100);
    upload();
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
    assertThat(storage.tried()).isEqualTo(101);
  }

  @Test
  void storageThatIsAwayForLongerThanTheRunHasPatienceIsAnError() {
    storage.failNext(Integer.MAX_VALUE);
    assertThatThrownBy(() -> upload(model(), Duration.ofMillis(20)))
        .isInstanceOf(MantaException.class);
    int tried = storage.tried();
    assertThatThrownBy(() -> upload(model(), Duration.ZERO)).isInstanceOf(MantaException.class);
    assertThat(storage.tried()).isEqualTo(tried + 1);
  }

  @Test
  void whatARunSaysOfItsPatienceIsWhatItsWorkersHave() {
    var facts = new ToWorker.RunFacts("id", "r", "mem:r", "/r", "SYNC", 1, Map.of());
    assertThat(Patience.of(facts).total()).isEqualTo(Duration.ofMinutes(10));
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    var said = Map.of(ToWorker.RunFacts.STORAGE_PATIENCE, forEver.toString());
    var more = new ToWorker.RunFacts("id", "r", "mem:r", "/r", "SYNC", 1, said);
    assertThat(Patience.of(more).total()).isGreaterThan(Duration.ofDays(10_000));
    assertThat(Patience.of(more).total().toNanos()).isPositive();
  }

  private LocalCheckpoint model() throws IOException {
    return LocalCheckpoint.of(Files.createDirectories(directory.resolve("model")));
  }

  @Test
  void aFunctionBringsFilesToAPlaceOfThatName() throws IOException {
    var tries = new AtomicInteger();
    UploadFunction function =
        (from, to) -> {
          if (tries.incrementAndGet() == 1) {
            throw new IOException("a proxy is away");
          }
          storage.put(to.resolve("state"), ByteSource.of(from.resolve("state")));
        };
    upload(model().named("epoch-1").uploadWith(function).deleteAfterUpload());
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
    assertThat(storage.read(PLACE.resolve("epoch-1-attempt-1/state"))).hasSize(1);
    assertThat(tries).hasValue(2);
    assertThat(directory.resolve("model")).doesNotExist();
  }

  @Test
  void anUploadThatTookLongerThanTheRunHasPatienceIsTriedAgain() throws IOException {
    Duration patience = Duration.ofMillis(20);
    var tries = new AtomicInteger();
    UploadFunction slow =
        (from, to) -> {
          if (tries.incrementAndGet() == 1) {
            passes(patience);
            throw new IOException("a proxy is away");
          }
          storage.put(to.resolve("state"), ByteSource.of(from.resolve("state")));
        };
    upload(model().uploadWith(slow), patience);
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
    assertThat(tries).hasValue(2);
  }

  private static void passes(Duration time) {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun <= time.toNanos()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aFunctionThatLeavesAFileOutIsTold() throws IOException {
    LocalCheckpoint model = model().named("m").uploadWith((_, _) -> {}).deleteAfterUpload();
    assertThatThrownBy(() -> upload(model))
        .hasMessageEndingWith(
            "the upload function should have brought 1 bytes to mem:checkpoints/m-attempt-1/state;"
                + " there is nothing");
    assertThat(told()).isInstanceOf(ToController.PartFailed.class);
    assertThat(directory.resolve("model/state")).exists();
  }

  private CheckpointUploads inBackground() {
    var seat = new CheckpointUploads.Seat(0, 1, directory);
    var store = new CheckpointStore(storage, PLACE);
    return new CheckpointUploads(
        gate, new ControllerChannel(link), store, seat, 2, Patience.of(Duration.ofMinutes(10)));
  }

  private static CheckpointUploads.Job job(LocalCheckpoint files) {
    return new CheckpointUploads.Job(files, new Moment(1, 1, 1, 0, false), false);
  }

  @Test
  @Timeout(300)
  void aClassThatAFunctionDoesNotFindIsToldToTheTrainingFunction() throws IOException {
    UploadFunction function =
        (_, _) -> {
          throw new NoClassDefFoundError("com/vendor/Client");
        };
    CheckpointUploads uploads = inBackground();
    uploads.later(job(model().uploadWith(function)));
    assertThatThrownBy(uploads::drain).hasMessageContaining("com/vendor/Client");
    assertThat(told()).isInstanceOf(ToController.PartFailed.class);
  }

  @Test
  @Timeout(300)
  void whatTheNextAttemptWritesIsNotDeletedWithWhatTheLastOneHandedOver() throws Exception {
    var begun = new CountDownLatch(1);
    var goes = new CountDownLatch(1);
    UploadFunction slow =
        (_, _) -> {
          begun.countDown();
          goes.await();
        };
    LocalCheckpoint model = model();
    CheckpointUploads uploads = inBackground();
    uploads.later(job(model.uploadWith(slow).deleteAfterUpload()));
    begun.await();
    gate.close("another rank died");
    uploads.end();
    Files.writeString(model.directory().resolve("state"), "of the next attempt");
    goes.countDown();
    gate.awaitAnyway(uploads::isEmpty, 20_000);
    assertThat(model.directory().resolve("state")).exists();
  }

  @Test
  void aFunctionThatThrowsIsNotCalledAgain() throws IOException {
    var tries = new AtomicInteger();
    LocalCheckpoint model =
        model()
            .uploadWith(
                (_, _) -> {
                  tries.incrementAndGet();
                  throw new IllegalStateException("no key");
                });
    assertThatThrownBy(() -> upload(model)).hasMessageContaining("no key");
    assertThat(tries).hasValue(1);
  }

  @Test
  void anAttemptThatIsOverTriesNothingAgain() throws IOException {
    storage.failNext(2);
    gate.close("a rank died");
    assertThatThrownBy(this::upload)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("for a moment");
    assertThat(told()).isInstanceOf(ToController.PartFailed.class);
    assertThat(storage.tried()).isEqualTo(1);
  }

  /// Uploads into a storage that takes nothing until it is told to.
  private CheckpointUploads blocked(int pendingMax) throws IOException {
    storage.hold();
    Files.writeString(Files.createDirectory(directory.resolve("files")).resolve("state"), "1");
    var seat = new CheckpointUploads.Seat(0, 1, directory);
    var store = new CheckpointStore(storage, PLACE);
    return new CheckpointUploads(
        gate,
        new ControllerChannel(link),
        store,
        seat,
        pendingMax,
        Patience.of(Duration.ofMinutes(10)));
  }

  private CheckpointUploads.Job job(int ordinal) {
    var files = new LocalCheckpoint(directory.resolve("files"), false, false, Map.of());
    return new CheckpointUploads.Job(files, new Moment(1, ordinal, ordinal, 0, false), false);
  }

  /// Something that a thread of its own does, and how many writes had been let through when it was
  /// done with it.
  private final class Doing {
    private final FutureTask<Boolean> task;
    private final Thread thread;
    private volatile int letBefore;

    Doing(Runnable what) {
      task = new FutureTask<>(() -> run(what), true);
      thread = Thread.ofPlatform().daemon().start(task);
    }

    private void run(Runnable what) {
      try {
        what.run();
      } finally {
        letBefore = storage.let();
      }
    }

    /// Returns once it waits for something; fails where it does not.
    Doing requireWaiting() {
      while (!task.isDone() && !waits()) {
        LockSupport.parkNanos(100_000);
      }
      assertThat(task.isDone()).as("done, though it should wait").isFalse();
      return this;
    }

    private boolean waits() {
      Thread.State state = thread.getState();
      return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    /// Waits for its end, which came only after a write was let through.
    void requireDoneAfter(int writes) throws Exception {
      task.get(30, TimeUnit.SECONDS);
      assertThat(letBefore).isEqualTo(writes);
    }

    /// The same for an end by the end of the attempt.
    void requireAbortedAfter(int writes) {
      assertThatThrownBy(() -> task.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(AttemptAborted.class);
      assertThat(letBefore).isEqualTo(writes);
    }
  }

  /// Ends the attempt; returns once everybody who waits at its gate has heard of it.
  private void end(String why) throws Exception {
    var last = new Doing(() -> gate.awaitAnyway(gate::isClosed, Long.MAX_VALUE)).requireWaiting();
    gate.close(why);
    last.requireDoneAfter(storage.let());
  }

  @Test
  void asManyAsMayBePendingDoNotWaitAndTheNextOneDoes() throws Exception {
    CheckpointUploads uploads = blocked(2);
    uploads.later(job(1));
    uploads.later(job(2));
    var third = new Doing(() -> uploads.later(job(3))).requireWaiting();
    storage.let(1);
    third.requireDoneAfter(1);
    storage.let(2);
    uploads.drain();
    assertThat(storage.tried()).isEqualTo(3);
    for (int ordinal = 1; ordinal <= 3; ordinal++) {
      assertThat(((ToController.PartStored) told()).ordinal()).isEqualTo(ordinal);
    }
  }

  @Test
  void whatIsOnItsWayIsACopyThatIsRemovedOnceStored() throws Exception {
    CheckpointUploads uploads = blocked(1);
    uploads.later(job(1));
    Files.writeString(directory.resolve("files/state"), "changed since");
    assertThat(directory.resolve("upload-1-1/state")).hasContent("1");
    storage.let(1);
    uploads.drain();
    assertThat(directory.resolve("upload-1-1")).doesNotExist();
  }

  @Test
  void anAttemptThatEndsWaitsForNoStorage() throws Exception {
    CheckpointUploads uploads = blocked(1);
    uploads.later(job(1));
    var second = new Doing(() -> uploads.later(job(2))).requireWaiting();
    end("a rank died");
    second.requireAbortedAfter(0);
    storage.let(1);
  }

  @Test
  void whoWaitsForItsStorageLeavesWhenTheAttemptEnds() throws Exception {
    CheckpointUploads uploads = blocked(1);
    var waits = new Doing(() -> uploads.waitFor(job(1))).requireWaiting();
    end("a rank died");
    waits.requireAbortedAfter(0);
    storage.let(1);
  }

  @Test
  void whoMayStoreWhenTheAttemptEndsStaysUntilItHas() throws Exception {
    CheckpointUploads uploads = blocked(1);
    uploads.proceed();
    var waits = new Doing(() -> uploads.waitFor(job(1))).requireWaiting();
    end("another rank rolls back");
    waits.requireWaiting();
    storage.let(1);
    waits.requireAbortedAfter(1);
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
  }

  @Test
  void whoMayStoreSaysSoBeforeItHasLeft() throws Exception {
    CheckpointUploads uploads = blocked(1);
    uploads.later(job(1));
    uploads.proceed();
    gate.close("a rank died");
    var leaves = new Doing(uploads::end);
    assertThat(told()).isEqualTo(new ToController.Storing(1));
    leaves.requireWaiting();
    storage.let(1);
    leaves.requireDoneAfter(1);
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
  }

  @Test
  void aFailureInTheBackgroundIsToldAtTheNextReport() throws Exception {
    storage.failForGood();
    CheckpointUploads uploads = blocked(1);
    uploads.later(job(1));
    var second = new Doing(() -> uploads.later(job(2)));
    storage.let(1);
    assertThatThrownBy(() -> second.requireDoneAfter(1))
        .hasMessageContaining("the checkpoint of step 1 could not be stored: the disk is gone");
  }
}
