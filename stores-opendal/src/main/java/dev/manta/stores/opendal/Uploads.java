package dev.manta.stores.opendal;

import dev.manta.storage.ByteSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Operator;
import org.apache.opendal.WriteOptions;

/// Puts objects: small ones at once, larger ones as blocks that travel at the same time, and those
/// that memory has no space for block by block.
final class Uploads {
  private static final int BLOCK_BYTES = 8 << 20;
  private static final int BLOCKS_AT_ONCE = 8;

  /// Fewer than the most that any of the services takes for one object.
  private static final int BLOCKS_MAX = 9_000;

  private final AsyncOperator operator;
  private final long wholeBytesMax;

  /// @param wholeBytesMax the largest object that is held in memory while it is sent
  Uploads(AsyncOperator operator, long wholeBytesMax) {
    this.operator = operator;
    this.wholeBytesMax = wholeBytesMax;
  }

  /// What is sent from memory is there twice, on the heap and in the native library.
  static long usualWholeBytes() {
    return Math.min(1 << 30, Runtime.getRuntime().maxMemory() / 8);
  }

  void put(String key, ByteSource from) throws IOException {
    long size = from.size();
    if (size <= wholeBytesMax) {
      putWhole(key, bytes(from, (int) size));
    } else {
      putStreamed(key, from, size);
    }
  }

  private static byte[] bytes(ByteSource from, int size) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(size);
    try (ReadableByteChannel in = from.open()) {
      while (into.hasRemaining() && in.read(into) >= 0) {
        // Until it is full or the source has ended.
      }
      ByteSource.requireSize(size, into.position() + rest(in));
    }
    return into.array();
  }

  /// How many bytes come behind those that were announced: one is enough to know.
  private static int rest(ReadableByteChannel in) throws IOException {
    return Math.max(0, in.read(ByteBuffer.allocate(1)));
  }

  private void putWhole(String key, byte[] bytes) {
    WriteOptions options =
        bytes.length <= BLOCK_BYTES
            ? WriteOptions.builder().build()
            : WriteOptions.builder().chunk(BLOCK_BYTES).concurrent(BLOCKS_AT_ONCE).build();
    Requests.answer(() -> operator.write(key, bytes, options), bytes.length);
  }

  /// On a thread of its own, as this call of OpenDAL keeps its thread, which may be one that others
  /// wait for.
  private void putStreamed(String key, ByteSource from, long size) throws IOException {
    CompletableFuture<Optional<IOException>> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("manta-upload")
        .start(
            () -> {
              try {
                done.complete(streamed(key, from, size));
              } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
              }
            });
    Optional<IOException> broken = Requests.once(done, size);
    if (broken.isPresent()) {
      throw broken.get();
    }
  }

  /// What broke the source, if anything did.
  private Optional<IOException> streamed(String key, ByteSource from, long size) {
    try {
      stream(key, from, size);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  /// A stream whose source broke is left open on purpose: closing it is what makes the object.
  private void stream(String key, ByteSource from, long size) throws IOException {
    byte[] block = new byte[(int) Math.max(BLOCK_BYTES, size / BLOCKS_MAX + 1)];
    try (Operator blocking = operator.blocking();
        ReadableByteChannel in = from.open()) {
      @SuppressWarnings("resource")
      OutputStream out = blocking.createOutputStream(key, block.length);
      ByteBuffer buffer = ByteBuffer.wrap(block);
      long gave = 0;
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer.clear())) {
        out.write(block, 0, count);
        gave += count;
      }
      ByteSource.requireSize(size, gave);
      out.close();
    }
  }
}
