package dev.manta.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [Storage] must do; each implementation extends this class.
@Timeout(300)
public abstract class StorageContract {
  private static final int WRITERS = 8;

  /// The storage under test.
  protected abstract Storage storage();

  /// An empty place in it.
  protected abstract Location root();

  private Location at(String path) {
    return root().resolve(path);
  }

  private void put(String path, String text) {
    storage().put(at(path), ByteSource.of(utf8(text)));
  }

  private String text(String path) {
    return new String(storage().read(at(path)), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private List<String> paths(String prefix) {
    return storage().list(at(prefix)).stream().map(e -> e.at().relativeTo(root())).toList();
  }

  @Test
  void whatIsPutIsRead() {
    put("a/b/c.txt", "hello");
    assertThat(text("a/b/c.txt")).isEqualTo("hello");
    assertThat(storage().size(at("a/b/c.txt"))).hasValue(5);
    assertThat(storage().exists(at("a/b/c.txt"))).isTrue();
  }

  @Test
  void anEmptyObjectIsAnObject() {
    put("empty", "");
    assertThat(storage().size(at("empty"))).hasValue(0);
    assertThat(storage().read(at("empty"))).isEmpty();
  }

  @Test
  void aSecondPutReplacesTheFirst() {
    put("x", "a longer first text");
    put("x", "second");
    assertThat(text("x")).isEqualTo("second");
  }

  @Test
  void aLargeObjectComesBackByteForByte() {
    byte[] large = new byte[3_000_001];
    new Random(7).nextBytes(large);
    storage().put(at("large"), ByteSource.of(large));
    assertThat(storage().read(at("large"))).isEqualTo(large);
  }

  @Test
  void aRangeIsReadFromTheMiddle() {
    put("r", "0123456789");
    byte[] into = new byte[4];
    storage().read(at("r"), 3, MemorySegment.ofArray(into));
    assertThat(into).isEqualTo(utf8("3456"));
  }

  @Test
  void readingPastTheEndSaysWhereItEnds() {
    put("r", "0123");
    assertThatThrownBy(() -> storage().read(at("r"), 2, MemorySegment.ofArray(new byte[3])))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(at("r").toString())
        .hasMessageContaining("it ends after 4 bytes");
  }

  @Test
  void readingWhatIsNotThereIsAStorageErrorThatNamesIt() {
    assertThatThrownBy(() -> storage().read(at("none")))
        .isInstanceOfSatisfying(
            MantaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
        .hasMessageContaining(at("none").toString());
    assertThatThrownBy(() -> storage().read(at("none"), 0, MemorySegment.ofArray(new byte[1])))
        .isInstanceOf(MantaException.class);
    assertThat(storage().find(at("none"))).isEmpty();
    assertThat(storage().size(at("none"))).isEmpty();
  }

  @Test
  void putIfAbsentKeepsTheFirst() {
    assertThat(storage().putIfAbsent(at("log/1"), utf8("first"))).isTrue();
    assertThat(storage().putIfAbsent(at("log/1"), utf8("second"))).isFalse();
    assertThat(text("log/1")).isEqualTo("first");
  }

  @Test
  void putIfAbsentRespectsAnObjectThatWasPut() {
    put("x", "put");
    assertThat(storage().putIfAbsent(at("x"), utf8("later"))).isFalse();
    assertThat(text("x")).isEqualTo("put");
  }

  @Test
  void whatIsDeletedCanBePutAgain() {
    storage().putIfAbsent(at("x"), utf8("1"));
    storage().deletePrefix(at("x"));
    assertThat(storage().putIfAbsent(at("x"), utf8("2"))).isTrue();
    assertThat(text("x")).isEqualTo("2");
  }

  @Test
  void theListIsOrderedAndHasSizes() {
    put("l/b", "22");
    put("l/a/z", "1");
    put("l/c", "333");
    assertThat(paths("l")).containsExactly("l/a/z", "l/b", "l/c");
    assertThat(storage().list(at("l")).stream().map(Entry::size)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aPrefixIsAWholeNameNotTheBeginningOfOne() {
    put("run/a", "1");
    put("run2/a", "2");
    assertThat(paths("run")).containsExactly("run/a");
    storage().deletePrefix(at("run"));
    assertThat(paths("")).containsExactly("run2/a");
  }

  @Test
  void childrenAreTheNamesDirectlyBelow() {
    put("c/b/deep/x", "1");
    put("c/b/y", "1");
    put("c/a", "1");
    assertThat(storage().children(at("c"))).containsExactly("a", "b");
    assertThat(storage().children(at("nothing"))).isEmpty();
  }

  @Test
  void deletingWhatIsNotThereIsFine() {
    storage().deletePrefix(at("nothing/here"));
    assertThat(paths("nothing")).isEmpty();
  }

  @Test
  void aPutThatFailsHalfwayLeavesTheOldObjectAndNothingElse() {
    put("x", "old");
    assertThatThrownBy(() -> storage().put(at("x"), breaking(100_000)))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(at("x").toString());
    assertThatThrownBy(() -> storage().put(at("new"), breaking(0)))
        .isInstanceOf(MantaException.class);
    assertThat(text("x")).isEqualTo("old");
    assertThat(paths("")).containsExactly("x");
  }

  private interface Opening {
    ReadableByteChannel open() throws IOException;
  }

  private static ByteSource breaking(int after) {
    return sized(1_000_000, () -> new BreakingChannel(after));
  }

  private static ByteSource sized(long size, Opening opening) {
    return new ByteSource() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public ReadableByteChannel open() throws IOException {
        return opening.open();
      }
    };
  }

  private static final class BreakingChannel implements ReadableByteChannel {
    private int left;

    BreakingChannel(int left) {
      this.left = left;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      if (left <= 0) {
        throw new IOException("the source broke");
      }
      int count = Math.min(left, into.remaining());
      into.put(new byte[count]);
      left -= count;
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @Test
  void aSourceThatIsShorterThanItSaidIsRefused() {
    ByteSource shorter = sized(10, () -> ByteSource.of(new byte[9]).open());
    assertThatThrownBy(() -> storage().put(at("x"), shorter))
        .hasMessageContaining("the source said 10 bytes and gave 9");
    assertThat(paths("")).isEmpty();
  }

  @Test
  void aSweepLeavesObjectsAlone() {
    put("s/x", "1");
    storage().sweep(root(), Duration.ZERO);
    assertThat(paths("")).containsExactly("s/x");
  }

  /// A server for tests that does not keep this may refuse runs in place of it.
  @Test
  protected void ofManyConcurrentCreatorsExactlyOneWins() throws Exception {
    for (int round = 0; round < 20; round++) {
      Location at = at("contended/" + round);
      List<Boolean> won = inParallel(i -> storage().putIfAbsent(at, filled(i)));
      assertThat(won).containsOnlyOnce(true);
      assertThat(storage().read(at)).isEqualTo(filled(won.indexOf(true)));
    }
  }

  @Test
  void concurrentWritersOfOneObjectNeverMix() throws Exception {
    Location at = at("shared");
    storage().put(at, ByteSource.of(filled(0)));
    List<Boolean> whole =
        inParallel(
            i -> {
              storage().put(at, ByteSource.of(filled(i)));
              return isOneWriters(storage().read(at));
            });
    assertThat(whole).doesNotContain(false);
  }

  @Test
  void concurrentWritersOfManyObjectsLoseNothing() throws Exception {
    inParallel(
        i -> {
          for (int k = 0; k < 20; k++) {
            put("many/" + i + "/" + k, i + ":" + k);
          }
          return true;
        });
    assertThat(paths("many")).hasSize(WRITERS * 20);
    assertThat(text("many/3/7")).isEqualTo("3:7");
  }

  @Test
  void listingAndDeletingBesideWritersDoesNotFail() throws Exception {
    List<Boolean> done =
        inParallel(
            i -> {
              for (int k = 0; k < 20; k++) {
                put("busy/" + i + "/" + k, "x");
                storage().list(at("busy"));
                storage().deletePrefix(at("busy/" + i));
              }
              return true;
            });
    assertThat(done).hasSize(WRITERS);
    assertThat(paths("busy")).isEmpty();
  }

  private static byte[] filled(int writer) {
    byte[] bytes = new byte[10_000];
    Arrays.fill(bytes, (byte) writer);
    return bytes;
  }

  private static boolean isOneWriters(byte[] bytes) {
    for (byte b : bytes) {
      if (b != bytes[0]) {
        return false;
      }
    }
    return bytes.length == 10_000;
  }

  private interface Task {
    boolean run(int writer) throws Exception;
  }

  private static List<Boolean> inParallel(Task task) throws Exception {
    CyclicBarrier start = new CyclicBarrier(WRITERS);
    try (ExecutorService pool = Executors.newFixedThreadPool(WRITERS)) {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        calls.add(
            () -> {
              start.await(30, TimeUnit.SECONDS);
              return task.run(writer);
            });
      }
      List<Boolean> results = new ArrayList<>();
      for (Future<Boolean> future : pool.invokeAll(calls)) {
        results.add(future.get());
      }
      return results;
    }
  }
}
