package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.train.ReportedCheckpoint;
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
      var outcomes = new CheckpointOutcomes(new Gate(1), store, before(memory, committed));
      assertThatCode(outcomes::reported).as("deleted at call %s", call).doesNotThrowAnyException();
    }
  }

  @Test
  void aNameThatComesAgainIsInTheListOnce() throws IOException {
    Files.writeString(files.resolve("weights"), "7");
    var memory = new MemoryStorage();
    var store = new CheckpointStore(memory, ROOT);
    var outcomes = new CheckpointOutcomes(new Gate(1), store, before(memory, commit(store)));
    for (int ordinal = 2; ordinal <= 3; ordinal++) {
      Committed again = commit(store, new Moment(1, ordinal, 5 + ordinal, 0, false));
      outcomes.add(ordinal, record(again, 5 + ordinal));
    }
    assertThat(outcomes.reported()).extracting(ReportedCheckpoint::step).containsExactly(8L);
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
    return commit(store, new Moment(1, 1, 5, 0, false));
  }

  private Committed commit(CheckpointStore store, Moment moment) {
    var local = new LocalCheckpoint(files, false, false, Map.of());
    StoredPart part = store.store("c1", 0, new Extent.Whole(), moment, local);
    return store.commit(List.of(part));
  }

  private static String record(Committed committed, long step) {
    return "{\"name\":\"c1\",\"manifestHash\":\"%s\",\"step\":%s,\"validation\":\"NONE\"}"
        .formatted(committed.hash(), step);
  }

  private static EarlierCheckpoints before(Storage storage, Committed committed) {
    String told = "{\"recent\":[" + record(committed, 5) + "]}";
    return new EarlierCheckpoints(told, new CheckpointCatalog(storage, Location.parse("mem:run")));
  }
}
