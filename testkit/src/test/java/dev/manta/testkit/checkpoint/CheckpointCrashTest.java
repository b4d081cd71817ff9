package dev.manta.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.testkit.storage.CrashingStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process that dies at any change it makes to storage leaves every recorded checkpoint intact.
class CheckpointCrashTest {
  private static final Location ROOT = Location.parse("mem:run/checkpoints");
  private static final int RANKS = 2;

  @TempDir Path directory;

  private LocalCheckpoint files;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(directory.resolve("a"), "first");
    Files.writeString(directory.resolve("b"), "second");
    files = (LocalCheckpoint) Checkpoint.fromDirectory(directory);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRecordedCheckpointIsIntactAndTheRestIsSwept(boolean afterwards) {
    int change = 0;
    while (diesAt(change, afterwards)) {
      change++;
    }
    assertThat(change).isGreaterThan(10);
  }

  private boolean diesAt(int change, boolean afterwards) {
    MemoryStorage inner = new MemoryStorage();
    CrashingStorage dying = new CrashingStorage(inner, change, afterwards);
    List<Committed> recorded = new ArrayList<>();
    try {
      commitAndDelete(dying, recorded);
    } catch (CrashingStorage.Crash e) {
      assertThat(dying.crashed()).isTrue();
    }
    assertThatAllAreIntact(new CheckpointStore(inner, ROOT), inner, recorded);
    return dying.crashed();
  }

  /// Three checkpoints, of which only the newest stays. What is recorded stands for the control
  /// log.
  private void commitAndDelete(Storage storage, List<Committed> recorded) {
    CheckpointStore store = new CheckpointStore(storage, ROOT);
    for (int ordinal = 1; ordinal <= 3; ordinal++) {
      String name = CheckpointStore.name(1, ordinal);
      Moment moment = new Moment(1, ordinal, ordinal, ordinal, false);
      List<StoredPart> parts = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        parts.add(store.store(name, rank, new Extent.Share(rank, RANKS), moment, files));
      }
      recorded.add(store.commit(parts));
      if (recorded.size() > 1) {
        store.delete(recorded.removeFirst().name());
      }
    }
  }

  private static void assertThatAllAreIntact(
      CheckpointStore store, Storage storage, List<Committed> recorded) {
    for (Committed committed : recorded) {
      assertThat(store.verify(committed)).isEmpty();
    }
    Set<String> names = recorded.stream().map(Committed::name).collect(Collectors.toSet());
    store.sweepOrphans(names, 2, Instant.now().plusSeconds(1), Duration.ZERO);
    assertThat(storage.children(ROOT)).containsExactlyInAnyOrderElementsOf(names);
  }
}
