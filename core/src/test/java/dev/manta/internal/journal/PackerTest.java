package dev.manta.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.ByteSource;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackerTest {
  private static final Location RUN = Location.parse("mem:runs/digits");
  private static final Location METRICS = RUN.resolve("metrics");
  private static final Sealing.Packing PACKING = new Sealing.Packing(4, 1 << 20, 2, 4);

  @TempDir Path open;

  private final MemoryStorage storage = new MemoryStorage();

  private Packer packer(Storage through, Sealing.Packing packing) {
    var segments = new Segments(through, METRICS, new LocalOpenDirectory(open));
    return new Packer(segments, Optional.of(packing));
  }

  private Packer packer(Storage through) {
    return packer(through, PACKING);
  }

  private void pack() {
    pack(PACKING);
  }

  private void pack(Sealing.Packing packing) {
    Packer packer = packer(storage, packing);
    while (packer.turn() == 0) {
      // Packs as long as there is something to pack.
    }
  }

  private static byte[] line(String worker, long sequence) {
    var stamp = new MetricsRowEncoder.Stamp(sequence, 0, 0);
    byte[] metrics = "{\"loss\":0.5}".getBytes(StandardCharsets.UTF_8);
    var encoder = new MetricsRowEncoder();
    return (encoder.encode(new Origin(1, 0, worker, sequence), stamp, metrics, "") + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Location at(long number) {
    return METRICS.resolve(SegmentNumber.name(number, ".jsonl"));
  }

  private void seal(long first, long last) {
    for (long n = first; n <= last; n++) {
      storage.putIfAbsent(at(n), line("w", n));
    }
  }

  private MetricsReader reader() {
    return new MetricsReader(storage, RUN, open);
  }

  private static List<Long> sequences(List<MetricsRow> rows) {
    return rows.stream().map(row -> row.origin().sequence()).toList();
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void segmentsBecomePacksAndPacksBecomeOne() {
    seal(1, 40);

    pack();

    assertThat(storage.children(METRICS))
        .containsExactly(
            "000000000001-000000000016.jsonl",
            "000000000017-000000000032.jsonl",
            "000000000033-000000000036.jsonl",
            "000000000037.jsonl",
            "000000000038.jsonl",
            "000000000039.jsonl",
            "000000000040.jsonl");
    assertThat(sequences(reader().all())).isEqualTo(upTo(40));
    assertThat(sequences(reader().tail(6))).containsExactly(35L, 36L, 37L, 38L, 39L, 40L);
    assertThat(reader().missing()).isEmpty();
  }

  @Test
  void aFollowerSeesEveryRowOnceHoweverOftenSegmentsArePacked() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    Follower<MetricsRow> follower = reader().follow();
    List<Long> seen = new ArrayList<>();
    long last = 0;
    while (last < 500) {
      long next = last + 1 + random.nextInt(8);
      seal(last + 1, next);
      last = next;
      for (int polls = 1 + random.nextInt(12); polls > 0; polls--) {
        seen.addAll(sequences(follower.poll()));
      }
      pack(new Sealing.Packing(4, 1 << 20, 40, 4));
    }
    for (var news = follower.poll(); !news.isEmpty(); news = follower.poll()) {
      seen.addAll(sequences(news));
    }
    assertThat(seen).as("seed %d", seed).isEqualTo(upTo(last));
  }

  @Test
  void whatIsPackedWhileItIsReadIsReadOnce() {
    seal(1, 60);
    var calls = new int[1];
    var packing =
        new HookedStorage(
            storage,
            (_, _) -> {
              if (++calls[0] % 5 == 0) {
                packer(storage).turn();
              }
            });
    var reader = new MetricsReader(packing, RUN, new LocalOpenDirectory(open), 1);

    assertThat(sequences(reader.all())).isEqualTo(upTo(60));
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void aSegmentThatIsMissingIsNamedBeforeAndAfterItIsPacked() {
    seal(1, 30);
    storage.deletePrefix(at(6));
    MetricsReader before = reader();
    List<Long> rows = sequences(before.all());

    pack();

    MetricsReader after = reader();
    assertThat(sequences(after.all())).isEqualTo(rows).doesNotContain(6L).hasSize(29);
    assertThat(after.problems()).isEqualTo(before.problems()).hasSize(1);
    assertThat(after.missing()).containsExactly(at(6));
  }

  /// A listing in pages may see neither a pack nor what it is made of.
  @Test
  void aGapThatOnlyOneListingHasIsNotPacked() {
    seal(1, 12);
    byte[] third = storage.read(at(3));
    storage.deletePrefix(at(3));
    var listings = new int[1];
    var late =
        new HookedStorage(
            storage,
            (operation, _) -> {
              if (operation.equals("list") && ++listings[0] == 2) {
                storage.putIfAbsent(at(3), third);
              }
            });

    packer(late).turn();

    assertThat(listings[0]).isEqualTo(2);
    assertThat(storage.children(METRICS)).hasSize(12);
  }

  @Test
  void segmentsThatAPackerCouldNotDeleteAreDeletedByTheNext() {
    seal(1, 10);
    byte[][] rows = new byte[5][];
    for (int n = 1; n <= 4; n++) {
      rows[n] = storage.read(at(n));
    }
    pack();
    for (int n = 1; n <= 4; n++) {
      storage.put(at(n), ByteSource.of(rows[n]));
    }
    assertThat(sequences(reader().all())).isEqualTo(upTo(10));

    pack();

    assertThat(storage.exists(at(1))).isFalse();
    assertThat(sequences(reader().all())).isEqualTo(upTo(10));
  }

  @Test
  void rowsThatADeposedControllerSealedUnderAPackedNumberAreReadAndStay() {
    seal(1, 10);
    pack();
    storage.putIfAbsent(at(2), line("late", 1));

    pack();

    assertThat(reader().all())
        .extracting(row -> row.origin().worker() + row.origin().sequence())
        .startsWith("w1", "w2", "late1", "w3")
        .hasSize(11);
    assertThat(storage.exists(at(2))).isTrue();
  }

  @Test
  void aPackThatIsDamagedIsNamedAndTheRestIsRead() {
    seal(1, 20);
    pack();
    storage.put(
        METRICS.resolve("000000000001-000000000016.jsonl"),
        ByteSource.of("nonsense\n".getBytes(StandardCharsets.UTF_8)));

    pack();

    MetricsReader reader = reader();
    assertThat(sequences(reader.all())).containsExactly(17L, 18L, 19L, 20L);
    assertThat(reader.problems()).hasSize(1);
    assertThat(reader.problems().getFirst()).contains("000000000001-000000000016.jsonl");
  }

  @Test
  void aPackThatIsCutOffIsReadAsFarAsItGoesAndNeverPackedFurther() {
    seal(1, 10);
    pack();
    Location pack = METRICS.resolve("000000000001-000000000004.jsonl");
    byte[] whole = storage.read(pack);
    storage.put(pack, ByteSource.of(Arrays.copyOf(whole, whole.length - 10)));
    seal(11, 40);

    pack();

    MetricsReader reader = reader();
    assertThat(sequences(reader.all())).doesNotContain(4L).hasSize(39);
    assertThat(reader.problems()).hasSize(1);
    assertThat(storage.exists(pack)).isTrue();
  }

  @Test
  void whatIsLargeStaysAsItIs() {
    byte[] large = new byte[600 << 10];
    for (long n = 1; n <= 10; n++) {
      storage.putIfAbsent(at(n), large);
    }
    pack();
    assertThat(storage.children(METRICS)).hasSize(10);
  }

  @Test
  void theNextNumberComesAfterAPackToo() {
    seal(1, 8);
    pack();
    storage.deletePrefix(at(7));
    storage.deletePrefix(at(8));
    storage.deletePrefix(at(5));
    storage.deletePrefix(at(6));
    assertThat(new Segments(storage, METRICS, new LocalOpenDirectory(open)).lastSealed())
        .isEqualTo(4);
  }

  /// `manta` is stopped with Ctrl-Z, or its machine sleeps; when it continues, what it waited for
  /// is in a pack, and the run has continued.
  @Test
  void aFollowerThatSleptWhileItsNextSegmentWasPackedMissesNothing() throws IOException {
    List<String> problems = new ArrayList<>();
    var segments = new Segments(storage, METRICS, new LocalOpenDirectory(open));
    var cursor = new MetricsCursor(segments, 1, problems::add);
    seal(1, 3);
    assertThat(drained(cursor)).containsExactly(1L, 2L, 3L);
    seal(4, 20);
    pack();
    Files.createFile(open.resolve(Segments.name(21, "w")));

    assertThat(drained(cursor)).isEqualTo(LongStream.rangeClosed(4, 20).boxed().toList());
    assertThat(problems).isEmpty();
  }

  private static List<Long> drained(MetricsCursor cursor) {
    List<Long> read = new ArrayList<>();
    for (List<MetricsRow> rows = cursor.next(); !rows.isEmpty(); rows = cursor.next()) {
      read.addAll(sequences(rows));
    }
    return read;
  }

  @Test
  void noPackIsLargerThanPacksMayBe() {
    byte[] segment = new byte[300 << 10];
    Arrays.fill(segment, (byte) '\n');
    for (long n = 1; n <= 10; n++) {
      storage.putIfAbsent(at(n), segment);
    }
    pack();
    assertThat(storage.children(METRICS))
        .startsWith("000000000001-000000000003.jsonl", "000000000004-000000000006.jsonl");
  }

  @Test
  void packsAreSmallWhereMemoryIs() {
    assertThat(PACKING.within(1 << 20).bytesMax()).isEqualTo(1 << 16);
    assertThat(PACKING.within(1L << 40)).isEqualTo(PACKING);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aPackerThatFailsLeavesSegmentsAsTheyAre(int atOnce) {
    seal(1, 12);
    var failing =
        new HookedStorage(
            storage,
            (operation, _) -> {
              if (operation.equals("read")) {
                throw new OutOfMemoryError("a pack");
              }
            });
    Packer packer = packer(failing, new Sealing.Packing(4, 1 << 20, 2, atOnce));
    assertThat(packer.turn()).isPositive();
    assertThat(storage.children(METRICS)).hasSize(12);
  }
}
