package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.manta.checkpoint.CheckpointCatalog;
import dev.manta.checkpoint.CheckpointStore;
import dev.manta.checkpoint.Committed;
import dev.manta.checkpoint.Extent;
import dev.manta.checkpoint.LocalCheckpoint;
import dev.manta.checkpoint.Moment;
import dev.manta.checkpoint.StoredPart;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportedCheckpointsTest {
  private static final Location ROOT = Location.parse("mem:run/checkpoints");

  @TempDir Path files;

  @Test
  void aCheckpointThatRetentionDeletesMeanwhileIsNotInTheList() throws IOException {
    Files.writeString(files.resolve("weights"), "7");
    for (int call = 0; call < 20; call++) {
      var memory = new MemoryStorage();
      Committed committed = commit(new CheckpointStore(memory, ROOT));
      var store = new CheckpointStore(deletesAt(memory, new AtomicInteger(call)), ROOT);
      var commits = new Commits(new Gate(1), store, before(memory, committed));
      assertThatCode(commits::reported).as("deleted at call %s", call).doesNotThrowAnyException();
    }
  }

  /// A storage in which somebody deletes the checkpoint before the call with this number.
  private static Storage deletesAt(Storage inner, AtomicInteger calls) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (_, method, arguments) -> {
              if (calls.getAndDecrement() == 0) {
                new CheckpointStore(inner, ROOT).delete("c1");
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  private Committed commit(CheckpointStore store) {
    var local = new LocalCheckpoint(files, false, false, Map.of());
    StoredPart part =
        store.store("c1", 0, new Extent.Whole(), new Moment(1, 1, 5, 0, false), local);
    return store.commit(List.of(part));
  }

  private static CommittedBefore before(Storage storage, Committed committed) {
    String told =
        "{\"recent\":[{\"name\":\"c1\",\"manifestHash\":\"%s\",\"step\":5,\"validation\":\"NONE\"}]}"
            .formatted(committed.hash());
    return new CommittedBefore(told, new CheckpointCatalog(storage, Location.parse("mem:run")));
  }
}
