package dev.manta.internal.worker;

import dev.manta.train.Part;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/// Moves the bytes of parts between memory, on or off the heap, and a file.
final class StateFile {
  private static final int CHUNK_BYTES = 1 << 20;

  private StateFile() {}

  /// Takes a piece of memory in chunks.
  private interface Chunks {
    void take(byte[] bytes, int count) throws IOException;
  }

  static void write(Path file, List<Part> parts) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (Part part : parts) {
        forEach(part.memory(), (bytes, count) -> out.write(bytes, 0, count));
      }
    }
  }

  static void read(Path file, List<Part> parts) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    MemorySegment from = MemorySegment.ofArray(chunk);
    try (InputStream in = Files.newInputStream(file)) {
      for (Part part : parts) {
        MemorySegment memory = part.memory();
        for (long at = 0; at < memory.byteSize(); at += chunk.length) {
          int count = (int) Math.min(chunk.length, memory.byteSize() - at);
          if (in.readNBytes(chunk, 0, count) < count) {
            throw new EOFException(file + " is shorter than its index says");
          }
          MemorySegment.copy(from, 0, memory, at, count);
        }
      }
    }
  }

  /// A checksum over all bytes, to see whether anything changed.
  static long checksum(List<Part> parts) {
    CRC32C sum = new CRC32C();
    try {
      for (Part part : parts) {
        forEach(part.memory(), (bytes, count) -> sum.update(bytes, 0, count));
      }
    } catch (IOException e) {
      throw new IllegalStateException("a checksum reads no file", e);
    }
    return sum.getValue();
  }

  private static void forEach(MemorySegment memory, Chunks chunks) throws IOException {
    byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, memory.byteSize())];
    MemorySegment to = MemorySegment.ofArray(chunk);
    for (long at = 0; at < memory.byteSize(); at += chunk.length) {
      int count = (int) Math.min(chunk.length, memory.byteSize() - at);
      MemorySegment.copy(memory, at, to, 0, count);
      chunks.take(chunk, count);
    }
  }
}
