package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.checkpoint.CheckpointStore;
import dev.manta.checkpoint.LocalCheckpoint;
import dev.manta.checkpoint.Moment;
import dev.manta.error.MantaException;
import dev.manta.internal.wire.QueueLink;
import dev.manta.internal.wire.ToController;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UploadsTest {
  private static final Location PLACE = Location.parse("mem:checkpoints");
  private static final int FOR_GOOD = Integer.MAX_VALUE;

  @TempDir Path directory;
  private final QueueLink link = QueueLink.open();
  private final Gate gate = new Gate(1);
  private final Semaphore open = new Semaphore(Integer.MAX_VALUE);
  private int failuresLeft;
  private int writes;

  /// A storage whose first writes fail, or all of them for good, and which waits for [#open].
  private Storage storage(int failures) {
    failuresLeft = failures;
    var inner = new MemoryStorage();
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (_, method, arguments) -> call(inner, method, arguments));
  }

  private Object call(Storage inner, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("put")) {
      open.acquire();
    }
    writes += method.getName().equals("put") ? 1 : 0;
    if (method.getName().equals("put") && failuresLeft == FOR_GOOD) {
      throw new IllegalStateException("the disk is gone");
    }
    if (method.getName().equals("put") && failuresLeft-- > 0) {
      throw StorageFailure.of("write", (Location) arguments[0], new IOException("for a moment"));
    }
    try {
      return method.invoke(inner, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void upload(Storage storage) throws IOException {
    Files.writeString(directory.resolve("state"), "1");
    var store = new CheckpointStore(storage, PLACE);
    var seat = new Uploads.Seat(0, 1, directory);
    var files = new LocalCheckpoint(directory, false, false, Map.of());
    var moment = new Moment(1, 1, 10, 0, false);
    new Uploads(gate, new Outlet(link), store, seat, 1).now(new Uploads.Job(files, moment, false));
  }

  /// What the controller heard first.
  private ToController told() throws IOException {
    return ToController.read(Objects.requireNonNull(link.other().receive()));
  }

  @Test
  void storageThatFailsForAMomentIsTriedAgain() throws IOException {
    upload(storage(2));
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
    assertThat(writes).isEqualTo(3);
  }

  @Test
  void anAttemptThatIsOverTriesNothingAgain() throws IOException {
    gate.close("a rank died");
    assertThatThrownBy(() -> upload(storage(2)))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("for a moment");
    assertThat(told()).isInstanceOf(ToController.PartFailed.class);
    assertThat(writes).isEqualTo(1);
  }

  /// Uploads into a storage that takes nothing until [#open] lets it.
  private Uploads blocked(int pendingMax, int failures) throws IOException {
    open.drainPermits();
    Files.writeString(Files.createDirectory(directory.resolve("files")).resolve("state"), "1");
    var seat = new Uploads.Seat(0, 1, directory);
    var store = new CheckpointStore(storage(failures), PLACE);
    return new Uploads(gate, new Outlet(link), store, seat, pendingMax);
  }

  private Uploads.Job job(int ordinal) {
    var files = new LocalCheckpoint(directory.resolve("files"), false, false, Map.of());
    return new Uploads.Job(files, new Moment(1, ordinal, ordinal, 0, false), false);
  }

  /// Reports one more on a thread of its own; what it throws is what the future has.
  private FutureTask<Boolean> reportOn(Uploads uploads, int ordinal) {
    var task =
        new FutureTask<>(
            () -> {
              uploads.later(job(ordinal));
              return true;
            });
    Thread.ofVirtual().start(task);
    return task;
  }

  private static void assertWaits(FutureTask<Boolean> task) {
    assertThatThrownBy(() -> task.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void asManyAsMayBePendingDoNotWaitAndTheNextOneDoes() throws Exception {
    Uploads uploads = blocked(2, 0);
    uploads.later(job(1));
    uploads.later(job(2));
    FutureTask<Boolean> third = reportOn(uploads, 3);
    assertWaits(third);
    open.release();
    assertThat(third.get(30, TimeUnit.SECONDS)).isTrue();
    open.release(2);
    uploads.drain();
    assertThat(writes).isEqualTo(3);
    for (int ordinal = 1; ordinal <= 3; ordinal++) {
      assertThat(((ToController.PartStored) told()).ordinal()).isEqualTo(ordinal);
    }
  }

  @Test
  void whatIsOnItsWayIsACopyThatIsRemovedOnceStored() throws Exception {
    Uploads uploads = blocked(1, 0);
    uploads.later(job(1));
    Files.writeString(directory.resolve("files/state"), "changed since");
    assertThat(directory.resolve("upload-1-1/state")).hasContent("1");
    open.release();
    uploads.drain();
    assertThat(directory.resolve("upload-1-1")).doesNotExist();
  }

  @Test
  void anAttemptThatEndsWaitsForNoStorage() throws Exception {
    Uploads uploads = blocked(1, 0);
    uploads.later(job(1));
    FutureTask<Boolean> second = reportOn(uploads, 2);
    assertWaits(second);
    gate.close("a rank died");
    assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AttemptAborted.class);
    open.release();
  }

  @Test
  void whoWaitsForItsStorageLeavesWhenTheAttemptEnds() throws Exception {
    Uploads uploads = blocked(1, 0);
    FutureTask<Boolean> waits = waitsFor(uploads);
    assertWaits(waits);
    gate.close("a rank died");
    assertThatThrownBy(() -> waits.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AttemptAborted.class);
    open.release();
  }

  @Test
  void whoMayStoreWhenTheAttemptEndsStaysUntilItHas() throws Exception {
    Uploads uploads = blocked(1, 0);
    uploads.goOn();
    FutureTask<Boolean> waits = waitsFor(uploads);
    assertWaits(waits);
    gate.close("another rank rolls back");
    assertWaits(waits);
    open.release();
    assertThatThrownBy(() -> waits.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(AttemptAborted.class);
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
  }

  @Test
  void whoMayStoreSaysSoBeforeItHasLeft() throws Exception {
    Uploads uploads = blocked(1, 0);
    uploads.later(job(1));
    uploads.goOn();
    gate.close("a rank died");
    var leaves = new FutureTask<>(uploads::end, true);
    Thread.ofVirtual().start(leaves);
    assertThat(told()).isEqualTo(new ToController.Storing(1));
    assertWaits(leaves);
    open.release();
    assertThat(leaves.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(told()).isInstanceOf(ToController.PartStored.class);
  }

  private FutureTask<Boolean> waitsFor(Uploads uploads) {
    var task =
        new FutureTask<>(
            () -> {
              uploads.waitFor(job(1));
              return true;
            });
    Thread.ofVirtual().start(task);
    return task;
  }

  @Test
  void aFailureInTheBackgroundIsToldAtTheNextReport() throws Exception {
    Uploads uploads = blocked(1, FOR_GOOD);
    uploads.later(job(1));
    FutureTask<Boolean> second = reportOn(uploads, 2);
    open.release();
    assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("the checkpoint of step 1 could not be stored: the disk is gone");
  }
}
