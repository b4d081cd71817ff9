package dev.manta.formats.parquet;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A page, or the values of one, as it is in the file.
///
/// @param chunk what it lies in, from its byte `from` on
/// @param bytes the same chunk
/// @param size bytes when it is unpacked
record Packed(int codec, MemorySegment chunk, ByteBuffer bytes, int from, int length, int size) {
  MemorySegment segment() {
    return chunk.asSlice(from, length);
  }
}
