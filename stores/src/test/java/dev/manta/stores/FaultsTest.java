package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.objects.Backoff;
import dev.manta.testkit.storage.FaultProxy;
import dev.manta.testkit.storage.FaultProxy.Fault;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A network and a server that fail all the time, before a server that works.
@Timeout(1800)
class FaultsTest {
  private static final int CAMPAIGN = Integer.getInteger("manta.campaign", 1);
  private static final int CHECKPOINTS = CAMPAIGN > 1 ? 1_000 : 30;
  private static final int RECORDS = CAMPAIGN > 1 ? 1_000 : 40;
  private static final int LARGE = 1 * CAMPAIGN;
  private static final int READS = 8 * CAMPAIGN;
  private static final int TWINS = 8 * CAMPAIGN;
  private static final int LISTED = 40 * CAMPAIGN;
  private static final int LISTS = 8 * CAMPAIGN;
  private static final double OFTEN = 0.15;

  /// Where there are few calls, and each kind of fault is to happen.
  private static final double VERY_OFTEN = 0.25;

  private static final long SEED = Long.getLong("manta.seed", 20_26);

  /// Short waits: a test has no network to spare.
  private static final Backoff SHORT =
      new Backoff(12, Duration.ofSeconds(60), Duration.ofMillis(5), Duration.ofMillis(50));

  private static final Duration STALL = Duration.ofMillis(700);

  /// A server that has 16 MB to write says nothing for a while.
  private static final Duration LONG_STALL = Duration.ofSeconds(3);

  private static TestS3 server;

  private final Location root = Location.parse("s3://" + TestS3.BUCKET + "/" + UUID.randomUUID());
  private FaultProxy proxy;
  private Storage direct;

  @BeforeAll
  static void start() {
    server = TestS3.s3proxy();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    proxy = new FaultProxy(server.endpoint(), SEED);
    direct = server.storage();
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  private Storage storage() {
    return TestS3.storage(proxy.endpoint(), Map.of(), SHORT, STALL);
  }

  private static byte[] bytes(long seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /// Two ranks put their files, then one of them the marker, as checkpoints do.
  @Test
  void checkpointsOfTwoRanksAreWholeAndNoneIsLost() throws Exception {
    proxy.inject(VERY_OFTEN, Fault.values());
    Storage storage = storage();
    inParallel(
        2,
        rank -> {
          for (int i = 0; i < CHECKPOINTS; i++) {
            Location at = root.resolve("checkpoint-" + i);
            storage.put(at.resolve("rank-" + rank), ByteSource.of(bytes(i * 2L + rank, 20_000)));
            assertThat(storage.putIfAbsent(at.resolve("marker-" + rank), new byte[] {1})).isTrue();
          }
          return true;
        });
    assertThat(direct.children(root)).hasSize(CHECKPOINTS);
    for (int i = 0; i < CHECKPOINTS; i++) {
      for (int rank = 0; rank < 2; rank++) {
        Location at = root.resolve("checkpoint-" + i).resolve("rank-" + rank);
        assertThat(direct.read(at))
            .as("%s, seed %s", at, SEED)
            .isEqualTo(bytes(i * 2L + rank, 20_000));
      }
    }
    assertThat(proxy.injected()).as("seed " + SEED).hasSizeGreaterThan(5);
    assertThat(storage.traffic().retries()).isPositive();
  }

  @Test
  void objectsInPartsAreWholeAndLeaveNoUploads() throws Exception {
    Random random = new Random(SEED);
    // Who is not told the name of the upload that it began cannot end it.
    proxy.inject((method, _) -> method.equals("POST") ? Optional.empty() : drawn(random));
    Storage storage = TestS3.storage(proxy.endpoint(), Map.of(), SHORT, LONG_STALL);
    inParallel(
        2,
        rank -> {
          for (int i = 0; i < LARGE; i++) {
            storage.put(root.resolve(rank + "/" + i), ByteSource.of(bytes(i, (34 << 20) + i)));
          }
          return true;
        });
    for (int i = 0; i < LARGE; i++) {
      for (int rank = 0; rank < 2; rank++) {
        assertThat(direct.read(root.resolve(rank + "/" + i)))
            .as("seed " + SEED)
            .isEqualTo(bytes(i, (34 << 20) + i));
      }
    }
    assertThat(proxy.injected()).as("seed " + SEED).isNotEmpty();
    assertThat(RawCalls.of(server.endpoint()).uploads(root)).isZero();
  }

  private static synchronized Optional<Fault> drawn(Random random) {
    Fault[] faults = Fault.values();
    return random.nextDouble() < OFTEN
        ? Optional.of(faults[random.nextInt(faults.length)])
        : Optional.empty();
  }

  @Test
  void anUploadWhoseCompletionFailsInsideA200IsCompleted() {
    AtomicInteger posts = new AtomicInteger();
    proxy.inject(
        (method, _) ->
            method.equals("POST") && posts.incrementAndGet() == 2
                ? Optional.of(Fault.ERROR_INSIDE)
                : Optional.empty());
    Storage storage = TestS3.storage(proxy.endpoint(), Map.of(), SHORT, LONG_STALL);
    storage.put(root.resolve("x"), ByteSource.of(bytes(1, 17 << 20)));
    assertThat(direct.read(root.resolve("x"))).isEqualTo(bytes(1, 17 << 20));
    assertThat(proxy.injected()).containsExactly(Map.entry(Fault.ERROR_INSIDE, 1));
    assertThat(RawCalls.of(server.endpoint()).uploads(root)).isZero();
  }

  @Test
  void ofTwoWritersExactlyOneWinsEachRecord() throws Exception {
    proxy.inject(
        VERY_OFTEN,
        Fault.ANSWER_LOST,
        Fault.ANSWER_LOST,
        Fault.ANSWER_FAILED,
        Fault.DROPPED,
        Fault.HALF_REQUEST,
        Fault.STALLED);
    Storage first = storage();
    Storage second = storage();
    List<Boolean[]> won = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      Location at = root.resolve("control/" + i);
      List<Boolean> both =
          inParallel(
              2, writer -> (writer == 0 ? first : second).putIfAbsent(at, bytes(writer, 500)));
      won.add(both.toArray(Boolean[]::new));
      assertThat(both).as("record %s, seed %s", i, SEED).containsExactlyInAnyOrder(true, false);
      assertThat(direct.read(at)).isEqualTo(bytes(both.indexOf(true), 500));
    }
    assertThat(won).hasSize(RECORDS);
    assertThat(proxy.injected().getOrDefault(Fault.ANSWER_LOST, 0)).isPositive();
  }

  /// Two writers with the same bytes are still two writers.
  @Test
  void ofTwoWritersWithTheSameBytesExactlyOneWins() throws Exception {
    proxy.inject(0.5, Fault.ANSWER_LOST);
    Storage storage = storage();
    for (int i = 0; i < TWINS; i++) {
      Location at = root.resolve("same/" + i);
      assertThat(inParallel(2, _ -> storage.putIfAbsent(at, new byte[] {7})))
          .as("seed " + SEED)
          .containsExactlyInAnyOrder(true, false);
    }
  }

  @Test
  void readsThatAreCutShortAreResumedAtTheirByte() {
    byte[] object = bytes(3, 9 << 20);
    direct.put(root.resolve("x"), ByteSource.of(object));
    proxy.inject(
        0.4,
        Fault.HALF_ANSWER,
        Fault.HALF_ANSWER,
        Fault.HALF_ANSWER,
        Fault.STALLED,
        Fault.DROPPED,
        Fault.SLOW_DOWN);
    Storage storage = storage();
    byte[] into = new byte[object.length - 100];
    for (int i = 0; i < READS; i++) {
      storage.read(root.resolve("x"), i, MemorySegment.ofArray(into));
      assertThat(
              MemorySegment.ofArray(into)
                  .mismatch(MemorySegment.ofArray(object).asSlice(i, into.length)))
          .as("read %s, seed %s", i, SEED)
          .isEqualTo(-1);
    }
    assertThat(proxy.injected().getOrDefault(Fault.HALF_ANSWER, 0)).isPositive();
    // What was there already was not asked for again: each half saves its bytes.
    assertThat(storage.traffic().bytesRead()).isEqualTo((long) READS * into.length);
  }

  @Test
  void listsAndDeletionsAreWhole() {
    for (int i = 0; i < LISTED; i++) {
      direct.put(root.resolve("l/" + i), ByteSource.of(new byte[1]));
    }
    proxy.inject(0.3, Fault.values());
    Storage storage = storage();
    for (int i = 0; i < LISTS; i++) {
      assertThat(storage.list(root)).as("seed " + SEED).hasSize(LISTED);
    }
    storage.deletePrefix(root);
    assertThat(direct.list(root)).isEmpty();
  }

  private interface Task {
    boolean run(int number) throws Exception;
  }

  private static List<Boolean> inParallel(int count, Task task) throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(count)) {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        calls.add(() -> task.run(number));
      }
      List<Boolean> results = new ArrayList<>();
      for (Future<Boolean> future : pool.invokeAll(calls)) {
        results.add(future.get());
      }
      return results;
    }
  }
}
