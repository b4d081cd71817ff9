package dev.manta.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class MetricsStreamTest {
  private static final Location RUN = Location.parse("mem:runs/digits");
  private static final byte[] METRICS = "{\"loss\":0.5}".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;

  private final MemoryStorage storage = new MemoryStorage();
  private final Durable durable = new Durable();
  private final MetricsRowEncoder encoder = new MetricsRowEncoder();

  private Path open() {
    return directory.resolve("open");
  }

  private MetricsStream stream() {
    return MetricsStream.open(storage, RUN, open(), durable);
  }

  private MetricsReader reader() {
    return new MetricsReader(storage, RUN, open());
  }

  private long append(MetricsStream stream, String worker, long sequence) throws Exception {
    Origin origin = new Origin(1, 0, worker, sequence);
    MetricsRowEncoder.Stamp stamp = new MetricsRowEncoder.Stamp(sequence, 0, 1_767_225_600_000L);
    return stream.append(encoder.encode(origin, stamp, METRICS, ""));
  }

  private List<Long> sequences() {
    return reader().all().stream().map(row -> row.origin().sequence()).toList();
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void aRowIsWrittenAsDocumentedAndReadBack() {
    byte[] metrics = "{\"loss\":\n 0.5}".getBytes(StandardCharsets.UTF_8);
    String line =
        encoder
            .encode(
                new Origin(2, 1, "w3", 17),
                new MetricsRowEncoder.Stamp(5, 1, 1_767_225_600_000L),
                metrics,
                "c\"1")
            .toString();
    assertThat(line)
        .isEqualTo(
            "{\"attempt\":2,\"rank\":1,\"step\":5,\"epoch\":1,\"worker\":\"w3\",\"seq\":17,\"at\":\"2026-01-01T00:00:00Z\",\"metrics\":{\"loss\":0.5},\"checkpoint\":\"c\\\"1\"}");
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    MetricsRow row = new MetricsRowDecoder().decode(bytes, 0, bytes.length, _ -> {}).getFirst();
    assertThat(row.origin()).isEqualTo(new Origin(2, 1, "w3", 17));
    assertThat(row.checkpoint()).contains("c\"1");
    assertThat(row.metrics().get("loss").asDouble()).isEqualTo(0.5);
  }

  @Test
  void whatIsDurableIsReadBeforeItIsSealed() throws Exception {
    try (MetricsStream stream = stream()) {
      long position = 0;
      for (long n = 1; n <= 100; n++) {
        position = append(stream, "w", n);
      }
      assertThat(position).isEqualTo(100);
      durable.awaitPosition(position);
      assertThat(sequences()).isEqualTo(upTo(100));
    }
  }

  @Test
  void aClosedStreamIsSealedAndLeavesNoOpenFile() throws Exception {
    try (MetricsStream stream = stream()) {
      append(stream, "w", 1);
    }
    assertThat(durable.position()).isEqualTo(1);
    assertThat(open()).isEmptyDirectory();
    assertThat(storage.children(RUN.resolve("metrics"))).containsExactly("000000000001.jsonl");
    assertThat(sequences()).containsExactly(1L);
  }

  @Test
  void theNextStartContinuesBehindTheLastSegment() throws Exception {
    for (long n = 1; n <= 3; n++) {
      try (MetricsStream stream = stream()) {
        append(stream, "w", n);
      }
    }
    assertThat(storage.children(RUN.resolve("metrics"))).hasSize(3);
    assertThat(sequences()).isEqualTo(upTo(3));
  }

  @Test
  void anEmptyStreamLeavesNothing() {
    stream().close();
    assertThat(storage.list(RUN)).isEmpty();
    assertThat(reader().all()).isEmpty();
  }

  private String line(String worker, long sequence) {
    Origin origin = new Origin(1, 0, worker, sequence);
    return encoder.encode(origin, new MetricsRowEncoder.Stamp(sequence, 0, 0), METRICS, "") + "\n";
  }

  private void leaveBehind(String name, String text) throws IOException {
    Files.createDirectories(open());
    Files.writeString(open().resolve(name), text);
  }

  @Test
  void aTornLastLineIsDroppedAndTheRestIsSealedByTheNextStart() throws IOException {
    leaveBehind("000000000001.dead.jsonl", line("w", 1) + line("w", 2) + "{\"attempt\":1,\"ra");
    assertThat(sequences()).isEqualTo(upTo(2));
    stream().close();
    assertThat(open()).isEmptyDirectory();
    assertThat(sequences()).isEqualTo(upTo(2));
  }

  @Test
  void aTakeOverThatWasItselfInterruptedIsTakenOver() throws IOException {
    leaveBehind("000000000001.dead.jsonl.taken", line("w", 1));
    leaveBehind("000000000002.dead.jsonl", line("w", 2));
    assertThat(sequences()).isEqualTo(upTo(2));
    stream().close();
    assertThat(sequences()).isEqualTo(upTo(2));
    assertThat(open()).isEmptyDirectory();
  }

  @Test
  void aSegmentThatWasSealedButNotRemovedIsNotSealedTwice() throws IOException {
    byte[] rows = line("w", 1).getBytes(StandardCharsets.UTF_8);
    storage.put(RUN.resolve("metrics/000000000001.jsonl"), ByteSource.of(rows));
    leaveBehind("000000000001.dead.jsonl", line("w", 1));
    stream().close();
    assertThat(storage.children(RUN.resolve("metrics"))).hasSize(1);
  }

  @Test
  void rowsWhoseNumberAnotherControllerTookAreKeptUnderTheNext() throws IOException {
    byte[] others = line("other", 1).getBytes(StandardCharsets.UTF_8);
    storage.put(RUN.resolve("metrics/000000000001.jsonl"), ByteSource.of(others));
    leaveBehind("000000000001.dead.jsonl", line("w", 1));
    stream().close();
    assertThat(reader().all())
        .extracting(row -> row.origin().worker())
        .containsExactly("other", "w");
  }

  @Test
  void aRowThatWasSentTwiceIsReadOnce() throws Exception {
    try (MetricsStream stream = stream()) {
      append(stream, "a", 1);
      append(stream, "b", 1);
      append(stream, "a", 2);
      append(stream, "a", 1);
      append(stream, "a", 2);
      append(stream, "a", 3);
    }
    assertThat(reader().all())
        .extracting(row -> row.origin().worker() + row.origin().sequence())
        .containsExactly("a1", "b1", "a2", "a3");
  }

  @Test
  void aControllerWhoseFileWasTakenSaysNothingIsDurableAndStops() throws Exception {
    MetricsStream old = stream();
    append(old, "w", 1);
    durable.awaitPosition(1);
    Durable other = new Durable();
    durable.takeOver();
    try (MetricsStream young = MetricsStream.open(storage, RUN, open(), other)) {
      append(old, "w", 2);
      durable.awaitDeposed();
      append(young, "w", 2);
      other.awaitPosition(1);
    }
    assertThat(durable.position()).isEqualTo(1);
    old.close();
    assertThatThrownBy(() -> append(old, "w", 3)).isInstanceOf(MantaException.class);
    assertThat(sequences()).isEqualTo(upTo(2));
  }

  @Test
  void aControllerThatHadNoFileToBeTakenSaysNothingIsDurableEither() throws Exception {
    leaveBehind("000000000001.dead.jsonl", line("w", 1));
    MetricsStream old = stream();
    Durable other = new Durable();
    durable.takeOver();
    try (MetricsStream young = MetricsStream.open(storage, RUN, open(), other)) {
      append(old, "w", 2);
      durable.awaitDeposed();
      append(young, "w", 2);
      other.awaitPosition(1);
    }
    old.close();
    assertThat(durable.position()).isZero();
    assertThat(sequences()).isEqualTo(upTo(2));
    assertThat(open()).isEmptyDirectory();
  }

  @Test
  void aMarkThatSomebodyDeletesIsMadeAgain() throws Exception {
    try (MetricsStream stream = stream()) {
      append(stream, "w", 1);
      durable.awaitPosition(1);
      durable.awaitSealed();
      Files.delete(open().resolve("writer"));
      append(stream, "w", 2);
      durable.awaitPosition(2);
    }
    assertThat(sequences()).isEqualTo(upTo(2));
  }

  @Test
  void aFollowerSeesEveryRowOnceWhileSegmentsAreSealed() throws Exception {
    Follower<MetricsRow> follower = reader().follow();
    List<Long> seen = new ArrayList<>();
    for (long n = 1; n <= 60; n++) {
      try (MetricsStream stream = stream()) {
        append(stream, "w", n);
        collect(follower.poll(), seen);
        durable.awaitPosition(1);
        collect(follower.poll(), seen);
      }
    }
    while (seen.size() < 60) {
      List<MetricsRow> news = follower.await(Duration.ofSeconds(30));
      assertThat(news).isNotEmpty();
      collect(news, seen);
    }
    assertThat(seen).isEqualTo(upTo(60));
  }

  private static void collect(List<MetricsRow> rows, List<Long> into) {
    rows.forEach(row -> into.add(row.origin().sequence()));
  }

  @Test
  @Tag("bulk")
  void manyRowsFromManyThreadsAreAllKept() throws Exception {
    LocalStorage local = new LocalStorage();
    Location run = Location.of(directory).resolve("run");
    int threads = 4;
    int each = 20_000;
    try (MetricsStream stream = MetricsStream.open(local, run, open(), durable)) {
      List<Thread> writers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        writers.add(Thread.ofPlatform().start(writing(stream, "w" + t, each)));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      durable.awaitPosition((long) threads * each);
    }
    assertThat(new MetricsReader(local, run, open()).all()).hasSize(threads * each);
  }

  private static Runnable writing(MetricsStream stream, String worker, int rows) {
    return () -> {
      MetricsRowEncoder own = new MetricsRowEncoder();
      for (int n = 1; n <= rows; n++) {
        Origin origin = new Origin(1, 0, worker, n);
        stream.append(own.encode(origin, new MetricsRowEncoder.Stamp(n, 0, n), METRICS, ""));
      }
    };
  }

  @Test
  void anOpenDirectoryThatCannotBeWrittenIsSaidAndNothingIsDurable() throws Exception {
    Files.createDirectories(directory);
    Files.writeString(open(), "a file in the way");
    MetricsStream stream = stream();
    append(stream, "w", 1);
    durable.awaitFailure();
    assertThat(durable.failures().getFirst()).hasMessageContaining(open().toString());
    Files.delete(open());
    durable.awaitPosition(1);
    stream.close();
    assertThat(sequences()).containsExactly(1L);
  }

  @Test
  void whatCouldNotBeWrittenJustBeforeTheEndIsTriedOnceMore() throws Exception {
    Files.writeString(open(), "a file in the way");
    MetricsStream stream = stream();
    append(stream, "w", 1);
    durable.awaitFailure();
    append(stream, "w", 2);
    Files.delete(open());

    stream.close();

    assertThat(sequences()).isEqualTo(upTo(2));
    assertThat(durable.position()).isEqualTo(2);
  }

  @Test
  void whatCannotBeWrittenAtTheEndIsSaidToBeLost() throws Exception {
    Files.writeString(open(), "a file in the way");
    MetricsStream stream = stream();
    append(stream, "w", 1);
    durable.awaitFailure();
    append(stream, "w", 2);

    stream.close();

    assertThat(durable.position()).isZero();
    assertThat(durable.warnings()).singleElement().asString().contains("are lost");
  }

  @Test
  @Tag("bulk")
  void nobodyWaitsForADiskThatIsFarBehind() throws Exception {
    var stalled = new CountDownLatch(1);
    var stuck = new StuckListener(stalled);
    byte[] large = ("{\"text\":\"" + "x".repeat(1 << 20) + "\"}").getBytes(StandardCharsets.UTF_8);
    try (MetricsStream stream = MetricsStream.open(storage, RUN, open(), stuck)) {
      for (long n = 1; n <= 100; n++) {
        Origin origin = new Origin(1, 0, "w", n);
        stream.append(encoder.encode(origin, new MetricsRowEncoder.Stamp(n, 0, 0), large, ""));
      }
      stalled.countDown();
    }
    assertThat(sequences()).isEqualTo(upTo(100));
  }

  /// A listener that hears nothing until it may, as if the disk stalled.
  private record StuckListener(CountDownLatch until) implements MetricsListener {
    @Override
    public void durable(long position) {
      try {
        assertThat(until.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void failed(MantaException cause) {}

    @Override
    public void warning(String message) {}

    @Override
    public boolean takenOver() {
      return false;
    }

    @Override
    public void broken(MantaException cause) {
      throw cause;
    }

    @Override
    public void deposed() {}
  }

  @Test
  void aLineThatAPowerLossHasDamagedIsKeptAsideAndTheRestIsRead() throws IOException {
    String nothing = "\0".repeat(40) + "\n";
    leaveBehind("000000000001.dead.jsonl", line("w", 1) + nothing + line("w", 2));

    stream().close();

    assertThat(sequences()).isEqualTo(upTo(2));
    assertThat(reader().problems()).isEmpty();
    assertThat(open().resolve("000000000001.dead.jsonl.taken.damaged")).hasContent(nothing);
    assertThat(durable.warnings().getFirst()).contains("1 line", "power loss", ".damaged");
  }

  @Test
  void aDamagedLineInASealedSegmentIsNamedAndTheRestIsRead() {
    String lines = line("w", 1) + "\0\0\0\n" + line("w", 2) + line("w", 3).substring(0, 20);
    Location segment = RUN.resolve("metrics/000000000001.jsonl");
    storage.put(segment, ByteSource.of(lines.getBytes(StandardCharsets.UTF_8)));

    MetricsReader reader = reader();

    assertThat(reader.all()).hasSize(2);
    assertThat(reader.problems())
        .hasSize(2)
        .allSatisfy(problem -> assertThat(problem).contains("000000000001.jsonl"));
  }

  private void sealThree() throws Exception {
    for (long n = 1; n <= 3; n++) {
      try (MetricsStream stream = stream()) {
        append(stream, "w", n);
      }
    }
  }

  @Test
  void aMissingSegmentIsNamedAndTheOthersAreRead() throws Exception {
    sealThree();
    storage.deletePrefix(RUN.resolve("metrics/000000000002.jsonl"));
    MetricsReader reader = reader();

    assertThat(reader.all()).extracting(row -> row.origin().sequence()).containsExactly(1L, 3L);
    assertThat(reader.problems()).hasSize(1);
    assertThat(reader.problems().getFirst()).contains("000000000002.jsonl is missing");
    assertThat(reader.missing()).containsExactly(RUN.resolve("metrics/000000000002.jsonl"));
  }

  @Test
  void segmentsThatAreMissingBeforeTheOpenOneAreNamedAndThatIsRead() throws Exception {
    sealThree();
    storage.deletePrefix(RUN.resolve("metrics/000000000002.jsonl"));
    storage.deletePrefix(RUN.resolve("metrics/000000000003.jsonl"));
    leaveBehind("000000000004.me.jsonl", line("w", 4));
    MetricsReader reader = reader();

    assertThat(reader.all()).extracting(row -> row.origin().sequence()).containsExactly(1L, 4L);
    assertThat(reader.problems().getFirst()).contains("000000000002.jsonl and the 1 after it are");
  }

  @Test
  void segmentsThatWaitForStorageAreReadInOrder() throws Exception {
    leaveBehind("000000000001.me.jsonl", line("w", 1));
    leaveBehind("000000000002.me.jsonl", line("w", 2));
    MetricsReader reader = reader();

    assertThat(reader.all()).hasSize(2);
    assertThat(reader.problems()).isEmpty();
  }

  private void deleteOpen(boolean directoryToo) throws IOException {
    try (Stream<Path> files = Files.list(open())) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    if (directoryToo) {
      Files.delete(open());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOpenFileThatSomebodyDeletesIsWrittenAgain(boolean directoryToo) throws Exception {
    try (MetricsStream stream = stream()) {
      append(stream, "w", 1);
      durable.awaitPosition(1);
      deleteOpen(directoryToo);
      append(stream, "w", 2);
      durable.awaitPosition(2);
    }
    assertThat(sequences()).isEqualTo(upTo(2));
    assertThat(durable.warnings().getFirst()).contains(open().toString(), "was deleted");
  }

  private static void exhaust() {
    throw new OutOfMemoryError("Java heap space");
  }

  @Test
  void aWriterThatRunsOutOfMemorySaysThatTheStreamIsBroken() throws Exception {
    var broken = new BrokenListener(MetricsStreamTest::exhaust);
    try (MetricsStream stream = MetricsStream.open(storage, RUN, open(), broken)) {
      append(stream, "w", 1);
      assertThat(broken.heard.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("Java heap space")
          .hasCauseInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  @Tag("bulk")
  void aSealerThatRunsOutOfMemorySaysThatTheStreamIsBroken() throws Exception {
    var broken = new BrokenListener(() -> {});
    HookedStorage.Hook hook =
        (operation, _) -> {
          if (operation.equals("putIfAbsent")) {
            exhaust();
          }
        };
    var exhausted = new HookedStorage(storage, hook);
    try (MetricsStream stream = MetricsStream.open(exhausted, RUN, open(), broken)) {
      append(stream, "w", 1);
      assertThat(broken.heard.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(OutOfMemoryError.class);
    }
  }

  /// A listener that hears that the stream is broken.
  private static final class BrokenListener implements MetricsListener {
    private final CompletableFuture<MantaException> heard = new CompletableFuture<>();
    private final Runnable onDurable;

    BrokenListener(Runnable onDurable) {
      this.onDurable = onDurable;
    }

    @Override
    public void durable(long position) {
      onDurable.run();
    }

    @Override
    public void failed(MantaException cause) {}

    @Override
    public void broken(MantaException cause) {
      heard.complete(cause);
    }

    @Override
    public void warning(String message) {}

    @Override
    public boolean takenOver() {
      return false;
    }

    @Override
    public void deposed() {}
  }

  @Test
  void aFollowerAtTheEndDoesNotListAllSegmentsEachTime() throws Exception {
    sealThree();
    var listings = new AtomicInteger();
    HookedStorage.Hook hook =
        (operation, _) -> listings.addAndGet(operation.equals("children") ? 1 : 0);
    Follower<MetricsRow> follower =
        new MetricsReader(new HookedStorage(storage, hook), RUN, open()).follow();
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      collect(follower.poll(), seen);
    }
    assertThat(seen).isEqualTo(upTo(3));
    assertThat(listings.get()).isLessThan(5);
  }

  @Test
  void everyGapBetweenSegmentsIsPassed() {
    for (long n : List.of(1L, 4L, 8L, 9L, 13L)) {
      Location segment = RUN.resolve("metrics/" + SegmentNumber.name(n, ".jsonl"));
      storage.put(segment, ByteSource.of(line("w", n).getBytes(StandardCharsets.UTF_8)));
    }
    assertThat(sequences()).containsExactly(1L, 4L, 8L, 9L, 13L);
  }

  private static Sealing durableInStorage() {
    return new Sealing(Duration.ofHours(1), true, Optional.empty());
  }

  @Test
  void whereTheDiskMayBeLostARowIsDurableWhenItIsSealed() throws Exception {
    try (MetricsStream stream =
        MetricsStream.open(storage, RUN, open(), durableInStorage(), durable)) {
      append(stream, "w", 1);
      append(stream, "w", 2);
      awaitOpenRows(2);
      assertThat(durable.position()).isZero();

      stream.hurry();

      durable.awaitPosition(2);
      assertThat(storage.children(RUN.resolve("metrics"))).containsExactly("000000000001.jsonl");
      append(stream, "w", 3);
    }
    assertThat(durable.position()).isEqualTo(3);
    assertThat(sequences()).isEqualTo(upTo(3));
  }

  private void awaitOpenRows(int count) throws InterruptedException {
    Follower<MetricsRow> follower = reader().follow();
    for (int rows = 0; rows < count; ) {
      List<MetricsRow> news = follower.await(Duration.ofSeconds(30));
      assertThat(news).isNotEmpty();
      rows += news.size();
    }
  }

  @Test
  void whoHurriesWhileASegmentIsSealedSharesTheNext() throws Exception {
    var sealing = new CountDownLatch(1);
    var asked = new CountDownLatch(1);
    HookedStorage.Hook hook =
        (operation, _) -> {
          if (operation.equals("putIfAbsent")) {
            sealing.countDown();
            awaited(asked);
          }
        };
    try (MetricsStream stream =
        MetricsStream.open(
            new HookedStorage(storage, hook), RUN, open(), durableInStorage(), durable)) {
      append(stream, "w", 1);
      stream.hurry();
      awaited(sealing);
      for (long n = 2; n <= 100; n++) {
        append(stream, "w", n);
        stream.hurry();
      }
      asked.countDown();
      durable.awaitPosition(100);
    }
    assertThat(storage.children(RUN.resolve("metrics"))).hasSize(2);
    assertThat(sequences()).isEqualTo(upTo(100));
  }

  private static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aStreamPacksWhatItSeals() throws Exception {
    var packing = Optional.of(new Sealing.Packing(4, 1 << 20, 2, 4));
    var sealing = new Sealing(Duration.ofHours(1), true, packing);
    var packed = new CountDownLatch(1);
    HookedStorage.Hook hook =
        (operation, _) -> {
          if (operation.equals("deletePrefix")) {
            packed.countDown();
          }
        };
    try (MetricsStream stream =
        MetricsStream.open(new HookedStorage(storage, hook), RUN, open(), sealing, durable)) {
      for (long n = 1; n <= 12; n++) {
        append(stream, "w", n);
        stream.hurry();
        durable.awaitPosition(n);
      }
      awaited(packed);
    }
    assertThat(sequences()).isEqualTo(upTo(12));
    assertThat(storage.children(RUN.resolve("metrics")).getFirst())
        .isEqualTo("000000000001-000000000004.jsonl");
  }
}
