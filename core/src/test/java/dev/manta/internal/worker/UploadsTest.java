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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UploadsTest {
  private static final Location PLACE = Location.parse("mem:checkpoints");

  @TempDir Path directory;
  private final QueueLink link = QueueLink.open();
  private final Gate gate = new Gate(1);
  private int failuresLeft;
  private int writes;

  /// A storage whose first writes fail.
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
    writes += method.getName().equals("put") ? 1 : 0;
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
}
