package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.objects.Backoff;
import dev.manta.testkit.storage.StorageContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a bucket must do besides what every storage does.
abstract class S3Contract extends StorageContract {
  private final Location root = Location.parse("s3://" + TestS3.BUCKET + "/" + UUID.randomUUID());

  @Override
  protected Location root() {
    return root;
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @Test
  void anObjectOfSeveralPartsComesBackByteForByte() {
    byte[] large = random((40 << 20) + 7);
    storage().put(root.resolve("large"), ByteSource.of(large));
    assertThat(storage().read(root.resolve("large"))).isEqualTo(large);
    assertThat(storage().size(root.resolve("large"))).hasValue(large.length);
  }

  @Test
  void aFileOfSeveralPartsIsReadInRanges(@TempDir Path directory) throws IOException {
    byte[] large = random((20 << 20) + 3);
    Path file = Files.write(directory.resolve("large"), large);
    storage().put(root.resolve("large"), ByteSource.of(file));
    try (Arena arena = Arena.ofShared()) {
      MemorySegment into = arena.allocate(large.length - 10);
      storage().read(root.resolve("large"), 5, into);
      assertThat(into.mismatch(MemorySegment.ofArray(large).asSlice(5, large.length - 10)))
          .isEqualTo(-1);
    }
  }

  @Test
  void memoryOfOneThreadIsFilledToo() {
    storage().put(root.resolve("x"), ByteSource.of(random(1000)));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(10);
      storage().read(root.resolve("x"), 5, into);
      assertThat(into.mismatch(MemorySegment.ofArray(random(1000)).asSlice(5, 10))).isEqualTo(-1);
    }
  }

  @Test
  void keysMayHaveAnyCharacters() {
    List<String> names =
        List.of(
            "a b", "50%", "a+b", "ä ö/ü €", "a&b=c?d#e", "日本語", "'q\"uote'", "%2F", "😀", "a;b,c");
    names.forEach(name -> storage().put(root.resolve("odd/" + name), ByteSource.of(new byte[1])));
    for (String name : names) {
      assertThat(storage().size(root.resolve("odd/" + name))).as(name).hasValue(1);
    }
    assertThat(storage().list(root.resolve("odd")).stream().map(e -> e.at().relativeTo(root)))
        .containsExactlyInAnyOrderElementsOf(names.stream().map(name -> "odd/" + name).toList());
    assertThat(storage().children(root.resolve("odd"))).contains("a b", "50%", "a+b", "ä ö");
    storage().deletePrefix(root.resolve("odd"));
    assertThat(storage().list(root)).isEmpty();
  }

  /// Of names that a file system can hold too, as one of the servers keeps objects in one.
  @Test
  void aKeyMayHaveAThousandCharacters() {
    String name = ("n".repeat(124) + "/").repeat(7);
    Location at = root.resolve(name).resolve("x".repeat(1000 - key(root.resolve(name)) - 1));
    assertThat(key(at)).isEqualTo(1000);
    storage().put(at, ByteSource.of(new byte[3]));
    assertThat(storage().list(root).stream().map(Entry::at)).containsExactly(at);
    storage().deletePrefix(root);
  }

  private static int key(Location at) {
    return at.path().length() - TestS3.BUCKET.length() - 1;
  }

  @Test
  void longListsComeInPages() {
    int count = 1_050; // a page has a thousand
    IntStream.range(0, count)
        .parallel()
        .forEach(i -> storage().put(root.resolve("many/" + i), ByteSource.of(new byte[0])));
    assertThat(storage().list(root)).hasSize(count);
    assertThat(storage().children(root.resolve("many"))).hasSize(count);
    storage().deletePrefix(root);
    assertThat(storage().list(root)).isEmpty();
  }

  @Test
  void anUploadThatWasBrokenOffIsSwept() {
    Location at = root.resolve("broken");
    uploadWithoutEnd(at);
    assertThat(uploads(root)).isEqualTo(1);
    storage().sweep(root, Duration.ofHours(1));
    assertThat(uploads(root)).isEqualTo(1);
    storage().sweep(root, Duration.ofSeconds(-5));
    assertThat(uploads(root)).isZero();
  }

  @Test
  void aSourceThatBreaksInItsSecondPartLeavesNoUpload(@TempDir Path directory) {
    ByteSource breaking =
        new ByteSource() {
          @Override
          public long size() {
            return 40 << 20;
          }

          @Override
          public ReadableByteChannel open() throws IOException {
            return ByteSource.of(new byte[20 << 20]).open();
          }
        };
    assertThatThrownBy(() -> storage().put(root.resolve("x"), breaking))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("the source said 41943040 bytes and gave 20971520");
    assertThat(storage().list(root)).isEmpty();
    assertThat(uploads(root)).isZero();
  }

  @Test
  void anInterruptedPutLeavesNoUpload() {
    byte[] bytes = new byte[48 << 20];
    ByteSource interrupting =
        new ByteSource() {
          @Override
          public long size() {
            return bytes.length;
          }

          @Override
          public ReadableByteChannel open() {
            return Channels.newChannel(new InterruptingStream(bytes, 33 << 20));
          }
        };
    assertThatThrownBy(() -> storage().put(root.resolve("x"), interrupting))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("the thread was interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(storage().list(root)).isEmpty();
    assertThat(uploads(root)).isZero();
  }

  /// Interrupts who reads it at a byte.
  private static final class InterruptingStream extends ByteArrayInputStream {
    private final int at;

    InterruptingStream(byte[] bytes, int at) {
      super(bytes);
      this.at = at;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      if (pos < at && pos + length >= at) {
        Thread.currentThread().interrupt();
      }
      return super.read(into, offset, length);
    }
  }

  @Test
  void aMissingBucketIsNamed() {
    Storage storage = other("there-is-none");
    assertThatThrownBy(() -> storage.read(Location.parse("s3://there-is-none/x")))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("there is no bucket there-is-none at http://127.0.0.1");
    assertThatThrownBy(() -> storage.list(Location.parse("s3://there-is-none/x")))
        .hasMessageContaining("there is no bucket there-is-none at http://127.0.0.1");
  }

  abstract TestS3 server();

  @Override
  protected Storage storage() {
    return server().storage();
  }

  private Storage other(String bucket) {
    var environment = new Environment(TestS3.variables(server().endpoint()), Path.of("/nowhere"));
    return S3Storage.of(
        Location.parse("s3://" + bucket), environment, Backoff.DEFAULT, Duration.ofSeconds(20));
  }

  private void uploadWithoutEnd(Location at) {
    RawCalls.of(server().endpoint()).beginUpload(at);
  }

  private int uploads(Location below) {
    return RawCalls.of(server().endpoint()).uploads(below);
  }
}
