package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.Extent.Share;
import dev.manta.internal.checkpoint.Extent.Whole;
import dev.manta.storage.ByteSource;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointStoreTest {
  private static final Location ROOT = Location.parse("mem:run/checkpoints");
  private static final Moment MOMENT = new Moment(1, 4, 100, 3, false);

  @TempDir Path directory;

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final MemoryStorage storage = new MemoryStorage(() -> now);
  private final CheckpointStore store = new CheckpointStore(storage, ROOT);

  private LocalCheckpoint files(String... pathsAndTexts) throws IOException {
    Path made = Files.createTempDirectory(directory, "files");
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      Path file = made.resolve(pathsAndTexts[i]);
      Files.createDirectories(file.getParent());
      Files.writeString(file, pathsAndTexts[i + 1]);
    }
    return LocalCheckpoint.of(made);
  }

  private Committed committed(String name, String text) throws IOException {
    return store.commit(
        List.of(store.store(name, 0, new Whole(), MOMENT, files("model.bin", text))));
  }

  private static StoredPart part(int rank, Extent extent, Moment moment) {
    return new StoredPart("c", rank, extent, moment, List.of(), Map.of());
  }

  @Test
  void whatIsStoredAndCommittedIsLoadedWithItsNotes() throws IOException {
    LocalCheckpoint from =
        files("model.bin", "weights", "deep/er/x.txt", "").withMetadata("k", "v");
    Committed committed =
        store.commit(List.of(store.store("c", 0, new Whole(), MOMENT, from.midEpoch())));
    Checkpoint loaded = store.load(committed);
    Path target = directory.resolve("target/new");
    loaded.toDirectory(target);
    assertThat(target.resolve("model.bin")).hasContent("weights");
    assertThat(target.resolve("deep/er/x.txt")).isEmptyFile();
    assertThat(loaded.metadata()).containsExactlyEntriesOf(Map.of("k", "v"));
    assertThat(loaded.parts()).isEqualTo(1);
  }

  @Test
  void committingTheSamePartsAgainChangesNothing() throws IOException {
    LocalCheckpoint from = files("a", "1").withMetadata("x", "1").withMetadata("y", "2");
    StoredPart part = store.store("c", 0, new Whole(), MOMENT, from);
    assertThat(store.commit(List.of(part))).isEqualTo(store.commit(List.of(part)));
  }

  @Test
  void theManifestIsAsDocumented() throws IOException {
    LocalCheckpoint from = files("shard.bin", "123456789").withMetadata("k", "v");
    store.commit(List.of(store.store("c", 0, new Share(0, 1), MOMENT, from)));
    byte[] manifest = storage.read(ROOT.resolve("c/" + Manifest.FILE));
    assertThat(new String(manifest, StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {
              "version": 1,
              "name": "c",
              "moment": {
                "attempt": 1,
                "ordinal": 4,
                "step": 100,
                "epoch": 3,
                "midEpoch": false
              },
              "parts": [
                {
                  "rank": 0,
                  "extent": {
                    "type": "Share",
                    "index": 0,
                    "count": 1
                  },
                  "files": [
                    {
                      "path": "part-00000-of-00001/shard.bin",
                      "size": 9,
                      "crc32c": "e3069283"
                    }
                  ],
                  "metadata": {
                    "k": "v"
                  }
                }
              ]
            }
            """);
  }

  @Test
  void everyRanksPartKeepsItsOwnFiles() throws IOException {
    List<StoredPart> parts = new ArrayList<>();
    for (int rank = 2; rank >= 0; rank--) {
      LocalCheckpoint from = files("shard.bin", "rank " + rank).withMetadata("rank", "" + rank);
      parts.add(store.store("c", rank, new Share(rank, 3), MOMENT, from));
    }
    Checkpoint loaded = store.load(store.commit(parts));
    assertThat(loaded.parts()).isEqualTo(3);
    Path target = directory.resolve("one");
    loaded.partOf(1).toDirectory(target);
    assertThat(target.resolve("shard.bin")).hasContent("rank 1");
    assertThat(loaded.partOf(1).metadata()).containsEntry("rank", "1");
    assertThat(loaded.metadata()).containsEntry("rank", "0");
    assertThatThrownBy(() -> loaded.partOf(3)).hasMessageContaining("has 3 parts");
  }

  @Test
  void partsOfDifferentMomentsAreRefusedAndBothRanksAreNamed() {
    StoredPart zero = part(0, new Share(0, 2), MOMENT);
    StoredPart one = part(1, new Share(1, 2), new Moment(1, 4, 101, 3, false));
    assertThatThrownBy(() -> store.commit(List.of(zero, one)))
        .isInstanceOf(MantaException.class)
        .hasMessage(
            "rank 0 and rank 1 reported checkpoints that do not match: rank 0 c, attempt 1, ordinal"
                + " 4, step 100, epoch 3, rank 1 c, attempt 1, ordinal 4, step 101, epoch 3");
  }

  @Test
  void twoWholesAreRefusedWithAHint() {
    List<StoredPart> both = List.of(part(0, new Whole(), MOMENT), part(1, new Whole(), MOMENT));
    assertThatThrownBy(() -> store.commit(both))
        .hasMessageContaining("rank 0 whole, rank 1 whole; report it from one rank");
  }

  @Test
  void aWholeBesideAPartAndAMissingPartAreRefused() {
    assertThatThrownBy(
            () ->
                store.commit(
                    List.of(part(0, new Whole(), MOMENT), part(1, new Share(1, 2), MOMENT))))
        .hasMessageContaining("rank 0 whole, rank 1 part 1 of 2");
    assertThatThrownBy(() -> store.commit(List.of(part(1, new Share(1, 2), MOMENT))))
        .hasMessage("checkpoint c has parts of ranks [1] only, not all 2");
  }

  @Test
  void filesInPlaceAreAdoptedWithoutACopy() {
    Location place = ROOT.resolve("mine");
    storage.put(place.resolve("w/model.bin"), ByteSource.of(new byte[] {1, 2, 3}));
    StoredPart part = store.adopt(0, new Whole(), MOMENT, StoredCheckpoint.at(storage, place));
    Committed committed = store.commit(List.of(part));
    assertThat(committed.name()).isEqualTo("mine");
    assertThat(store.verify(committed)).isEmpty();
    assertThat(part.files()).extracting(StoredFile::path).containsExactly("w/model.bin");
    Location elsewhere = Location.parse("mem:elsewhere");
    storage.put(elsewhere.resolve("x"), ByteSource.of(new byte[1]));
    assertThatThrownBy(
            () -> store.adopt(0, new Whole(), MOMENT, StoredCheckpoint.at(storage, elsewhere)))
        .hasMessage(
            "without upload the files of a checkpoint (whole) must be at mem:run/checkpoints/NAME/,"
                + " not at mem:elsewhere");
  }

  @Test
  void aFlippedByteIsFoundAndTheOneBeforeIsUsed() throws IOException {
    Committed older = committed("c1", "good");
    Committed newer = committed("c2", "weights");
    Location file = ROOT.resolve("c2/model.bin");
    storage.put(file, ByteSource.of("wEights".getBytes(StandardCharsets.UTF_8)));
    List<Damage> told = new ArrayList<>();
    assertThat(store.firstIntact(List.of(newer, older), told::add)).contains(older);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().toString())
        .matches(
            "checkpoint c2 is damaged: mem:run/checkpoints/c2/model.bin should be crc32c"
                + " [0-9a-f]{8}, found crc32c [0-9a-f]{8}");
    assertThatThrownBy(() -> store.load(newer).toDirectory(directory.resolve("t")))
        .hasMessageContaining("c2 is damaged");
    assertThat(directory.resolve("t/model.bin")).doesNotExist();
  }

  @Test
  void aMissingOrShortenedFileIsFoundOnLoading() throws IOException {
    Committed committed = committed("c", "weights");
    storage.put(ROOT.resolve("c/model.bin"), ByteSource.of(new byte[3]));
    assertThatThrownBy(() -> store.load(committed))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("c/model.bin should be 7 bytes, found 3 bytes");
    storage.deletePrefix(ROOT.resolve("c/model.bin"));
    assertThatThrownBy(() -> store.load(committed)).hasMessageContaining("found nothing");
  }

  @Test
  void aManifestThatIsNotTheCommittedOneIsNotTrusted() throws IOException {
    Committed committed = committed("c", "weights");
    Location manifest = ROOT.resolve("c/" + Manifest.FILE);
    storage.put(manifest, ByteSource.of("{}".getBytes(StandardCharsets.UTF_8)));
    assertThat(store.verify(committed).orElseThrow().file()).isEqualTo(manifest);
    assertThatThrownBy(() -> store.load(committed)).hasMessageContaining(manifest.toString());
    assertThat(store.verify(new Committed("none", "x")).orElseThrow().found()).isEqualTo("nothing");
  }

  @Test
  void aSweepDeletesOldOrphansOnly() throws IOException {
    String kept = CheckpointStore.name(1, 1);
    String orphan = CheckpointStore.name(1, 2);
    String named = CheckpointStore.name(1, "epoch-2");
    String young = CheckpointStore.name(1, 3);
    committed(kept, "1");
    store.store(orphan, 0, new Whole(), MOMENT, files("a", "1"));
    store.store(named, 0, new Whole(), MOMENT, files("a", "1"));
    now = now.plusSeconds(600);
    store.store(young, 0, new Whole(), MOMENT, files("a", "1"));
    assertThat(store.sweepOrphans(Set.of(kept), 2, now, Duration.ofMinutes(5)))
        .containsExactly(orphan, named);
    assertThat(storage.children(ROOT)).containsExactly(kept, young);
  }

  @Test
  void aSweepLeavesWhatTheCurrentAttemptStoredLongAgoAndWhatIsNotACheckpoint() throws IOException {
    store.store(CheckpointStore.name(2, 7), 0, new Whole(), MOMENT, files("a", "1"));
    storage.put(ROOT.resolve("notes/a.txt"), ByteSource.of(new byte[1]));
    now = now.plusSeconds(600);
    assertThat(store.sweepOrphans(Set.of(), 2, now, Duration.ofMinutes(5))).isEmpty();
    assertThat(storage.children(ROOT)).containsExactly(CheckpointStore.name(2, 7), "notes");
  }

  @Test
  void aDeletedCheckpointIsGone() throws IOException {
    Committed committed = committed("c", "1");
    store.delete("c");
    assertThat(storage.list(ROOT)).isEmpty();
    assertThat(store.verify(committed)).isPresent();
    store.delete("c");
  }

  @Test
  void aLocalCheckpointIsOpenedWhereItLiesAndItsManifestIsNotStoredAgain() throws IOException {
    Location local = Location.of(directory).resolve("run");
    CheckpointStore onDisk = new CheckpointStore(new LocalStorage(), local);
    LocalCheckpoint from = files("a", "1").withMetadata("k", "v");
    Committed first = onDisk.commit(List.of(onDisk.store("c", 0, new Whole(), MOMENT, from)));
    Path place = local.resolve("c").localPath();
    assertThat(onDisk.load(first).<Path>asDirectory(path -> path)).isEqualTo(place);
    LocalCheckpoint again = LocalCheckpoint.of(place);
    assertThat(again.metadata()).containsEntry("k", "v");
    StoredPart part = onDisk.store("d", 0, new Whole(), MOMENT, again);
    assertThat(part.files()).extracting(StoredFile::path).containsExactly("a");
    assertThat(Checkpoint.at(local.resolve("c")).metadata()).containsEntry("k", "v");
  }

  @Test
  void aDirectoryThatIsNotThereIsNoCheckpoint() {
    assertThatThrownBy(() -> Checkpoint.fromDirectory(directory.resolve("none")))
        .hasMessageEndingWith("none does not exist");
    assertThatThrownBy(
            () ->
                StoredCheckpoint.of(storage, ROOT.resolve("none"), Optional.empty())
                    .toDirectory(directory))
        .hasMessageContaining("there is nothing at mem:run/checkpoints/none");
  }
}
