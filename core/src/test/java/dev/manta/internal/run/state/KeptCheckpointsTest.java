package dev.manta.internal.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint.Validation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeptCheckpointsTest {
  private static final Location RUN = Location.parse("mem:run");
  private static final int MOST = 96;
  private static final int LEFT = 32;

  private final MemoryStorage storage = new MemoryStorage();
  private final CheckpointCatalog catalog = new CheckpointCatalog(storage, RUN);
  private int reads;
  private int lists;

  private static CommittedCheckpoint kept(int ordinal) {
    return new CommittedCheckpoint(
        CheckpointStore.name(1, ordinal),
        1,
        ordinal,
        ordinal,
        0,
        "a".repeat(64),
        Instant.EPOCH,
        Metrics.empty(),
        Validation.NONE,
        Optional.empty(),
        Optional.of(1.0 / ordinal));
  }

  private KeptCheckpoints none() {
    return KeptCheckpoints.NONE.readBy(this::read);
  }

  private List<Json> read(List<CheckpointCatalog.Segment> segments) {
    reads++;
    return catalog.readAll(segments);
  }

  private KeptCheckpoints archived(KeptCheckpoints kept) {
    return kept.surplus(MOST, LEFT)
        .map(
            surplus -> {
              List<Json> put = surplus.put().stream().map(Bind::write).toList();
              var content = new CheckpointCatalog.Content(put, List.copyOf(surplus.removed()));
              return kept.listed(surplus, catalog.add(kept.segments(), content, "list" + ++lists));
            })
        .orElse(kept);
  }

  private KeptCheckpoints of(int count) {
    KeptCheckpoints all = none();
    for (int ordinal = 1; ordinal <= count; ordinal++) {
      all = archived(all.with(kept(ordinal)));
    }
    return all;
  }

  private KeptCheckpoints writtenAndRead(KeptCheckpoints kept) {
    return KeptCheckpoints.fromJson(Json.parse(kept.toJson().bytes())).readBy(this::read);
  }

  @Test
  void whatARecordSaysOfThemStaysSmallHoweverManyThereAre() {
    KeptCheckpoints all = of(20_000);
    assertThat(all.toJson().bytes().length).isLessThan(40_000);
    assertThat(all.segments().size()).isLessThan(40);
    assertThat(reads).isZero();
    assertThat(writtenAndRead(all).all())
        .extracting(CommittedCheckpoint::ordinal)
        .hasSize(20_000)
        .isSorted();
  }

  @Test
  void theNewestAreKnownWithoutALookAtTheLists() {
    KeptCheckpoints all = writtenAndRead(of(1000));
    assertThat(all.size()).isEqualTo(1000);
    assertThat(all.newestFirst().limit(16))
        .extracting(CommittedCheckpoint::ordinal)
        .startsWith(1000, 999);
    assertThat(all.find(CheckpointStore.name(1, 1000))).isPresent();
    assertThat(all.with(kept(1001)).size()).isEqualTo(1001);
    assertThat(reads).isZero();
    assertThat(all.newestFirst()).hasSize(1000);
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void whatIsRemovedOrChangedStaysSoThroughListsAndRecords() {
    Random random = new Random(7);
    List<CommittedCheckpoint> expected = new ArrayList<>();
    KeptCheckpoints actual = none();
    for (int ordinal = 1; ordinal <= 3000; ordinal++) {
      expected.add(kept(ordinal));
      actual = actual.with(kept(ordinal));
      if (expected.size() > 150) {
        CommittedCheckpoint victim = expected.remove(random.nextInt(expected.size()));
        actual = actual.without(List.of(victim.name()));
      }
      if (random.nextInt(10) == 0) {
        int index = random.nextInt(expected.size());
        CommittedCheckpoint changed =
            expected.get(index).found(Optional.of("changed at " + ordinal));
        expected.set(index, changed);
        actual = actual.with(changed);
      }
      actual = archived(actual);
      if (random.nextInt(100) == 0) {
        actual = writtenAndRead(actual);
      }
    }
    assertThat(actual.all()).isEqualTo(expected);
    assertThat(actual.size()).isEqualTo(expected.size());
    assertThat(writtenAndRead(actual).all()).isEqualTo(expected);
  }

  @Test
  void oneThatComesLateAndGoesAtOnceIsNotCountedWhenItsRecordIsReplayed() {
    KeptCheckpoints before = none();
    for (int ordinal = 1; ordinal <= 200; ordinal++) {
      before = ordinal == 50 ? before : archived(before.with(kept(ordinal)));
    }
    KeptCheckpoints after = before.with(kept(50)).without(List.of(kept(50).name()));
    KeptCheckpoints.Changes changes = after.since(before);
    KeptCheckpoints replayed = before.without(changes.removed());
    assertThat(after.size()).isEqualTo(199);
    assertThat(replayed.size()).isEqualTo(199);
    assertThat(replayed.all()).hasSize(199);
  }

  @Test
  void thePlainListOfAnOlderVersionIsRead() {
    Json list = new JsonArray(List.of(Bind.write(kept(1)), Bind.write(kept(2))));
    KeptCheckpoints read = KeptCheckpoints.fromJson(list);
    assertThat(read.all()).containsExactly(kept(1), kept(2));
    assertThat(read.size()).isEqualTo(2);
  }

  @Test
  void listsThatNobodyNamesAreSwept() {
    KeptCheckpoints all = of(1000);
    int before = storage.list(RUN).size();
    catalog.sweep(all.segments(), Instant.now(), Duration.ofHours(1));
    assertThat(storage.list(RUN)).as("young ones stay").hasSize(before);
    catalog.sweep(all.segments(), Instant.now().plusSeconds(7200), Duration.ofHours(1));
    assertThat(storage.list(RUN)).hasSameSizeAs(all.segments());
    assertThat(writtenAndRead(all).all()).hasSize(1000);
  }
}
