package dev.manta.spi.tensors;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.train.Part;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/// Moves parts between memory, on or off the heap, and a safetensors file.
public final class StateFile {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final Map<String, String> NOTES = Map.of("format", "pt");

  private StateFile() {}

  /// Takes a piece of memory in chunks.
  private interface Chunks {
    void take(byte[] bytes, int count) throws IOException;
  }

  /// Writes a file of these parts.
  public static void write(Path file, List<Part> parts) throws IOException {
    TensorHeader header = TensorHeader.of(parts.stream().map(StateFile::slot).toList(), NOTES);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(header.bytes());
      for (Part part : parts) {
        forEach(part.memory(), (bytes, count) -> out.write(bytes, 0, count));
      }
    }
  }

  private static TensorSlot slot(Part part) {
    TensorSlot slot = new TensorSlot(part.name(), TensorType.of(part.type()), part.shape());
    if (slot.bytes() != part.memory().byteSize()) {
      throw new IllegalArgumentException(
          "part %s takes %s bytes, its memory has %s"
              .formatted(slot, slot.bytes(), part.memory().byteSize()));
    }
    return slot;
  }

  /// Fills the parts from a file that holds exactly these.
  public static void read(Path file, List<Part> parts) throws IOException {
    read(List.of(file), parts);
  }

  /// Fills the parts from files that together hold exactly these; nothing is changed unless all
  /// fit.
  public static void read(List<Path> files, List<Part> parts) throws IOException {
    List<TensorSlot> saved = new ArrayList<>();
    for (Path file : files) {
      saved.addAll(header(file).slots());
    }
    requireSame(files, saved, parts);
    for (Path file : files) {
      fill(file, parts);
    }
  }

  private static TensorHeader header(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file)) {
      return TensorHeader.read(in, file.toString());
    }
  }

  private static void fill(Path file, List<Part> parts) throws IOException {
    try (FileChannel in = FileChannel.open(file)) {
      TensorHeader header = TensorHeader.read(in, file.toString());
      for (Part part : parts) {
        TensorHeader.Place place = header.places().get(part.name());
        if (place != null) {
          fill(in, header.dataAt() + place.begin(), part.memory(), file);
        }
      }
    }
  }

  private static void requireSame(List<Path> files, List<TensorSlot> before, List<Part> parts) {
    List<TensorSlot> now = parts.stream().map(StateFile::slot).toList();
    if (now.size() != before.size() || !Set.copyOf(now).equals(Set.copyOf(before))) {
      throw new MantaException(
          ErrorCode.USER,
          "live state does not fit the checkpoint's %s: it is %s, the checkpoint has %s; change the model back, or start over with fresh() or --fresh"
              .formatted(files.getFirst().getFileName(), now, before));
    }
  }

  private static void fill(FileChannel in, long from, MemorySegment memory, Path file)
      throws IOException {
    byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, memory.byteSize())];
    for (long at = 0; at < memory.byteSize(); at += chunk.length) {
      int count = (int) Math.min(chunk.length, memory.byteSize() - at);
      ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, count);
      while (bytes.hasRemaining()) {
        if (in.read(bytes, from + at + bytes.position()) < 0) {
          throw new EOFException(file + " is shorter than its header says");
        }
      }
      MemorySegment.copy(MemorySegment.ofArray(chunk), 0, memory, at, count);
    }
  }

  /// A checksum over all bytes, to see whether anything changed.
  public static long checksum(List<MemorySegment> memory) {
    CRC32C sum = new CRC32C();
    try {
      for (MemorySegment each : memory) {
        forEach(each, (bytes, count) -> sum.update(bytes, 0, count));
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
