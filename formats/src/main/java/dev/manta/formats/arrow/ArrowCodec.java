package dev.manta.formats.arrow;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.manta.data.Memory;
import dev.manta.formats.CodecLibraries;
import dev.manta.spi.arrow.ArrowBody;
import dev.manta.spi.arrow.FlatBuffer;
import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.lz4.Lz4FrameDecompressor;
import io.airlift.compress.v3.zstd.ZstdDecompressor;
import java.lang.foreign.MemorySegment;

/// How the buffers of a record batch are compressed: each by itself, behind its length.
enum ArrowCodec {
  LZ4_FRAME,
  ZSTD;

  /// The length of a buffer that is stored as it is.
  private static final long PLAIN = -1;

  /// More than any of the codecs makes of a byte: damage must not ask for all memory there is.
  private static final long GROWTH_MAX = 40_000;

  /// That of a record batch.
  static ArrowBody.Unpacking of(FlatBuffer batch) {
    return batch
        .table(3)
        .<ArrowBody.Unpacking>map(compression -> named(compression)::unpacked)
        .orElse(ArrowBody.Unpacking.NONE);
  }

  private static ArrowCodec named(FlatBuffer compression) {
    int codec = compression.i8(0, 0);
    if (codec < 0 || codec >= values().length || compression.i8(1, 0) != 0) {
      throw new IllegalArgumentException(
          "its buffers are compressed with codec number %s; lz4 and zstd are read"
              .formatted(codec));
    }
    return values()[codec];
  }

  private MemorySegment unpacked(MemorySegment stored, Memory memory) {
    if (stored.byteSize() == 0) {
      return stored;
    }
    long length = stored.get(JAVA_LONG_UNALIGNED, 0);
    MemorySegment packed = stored.asSlice(Long.BYTES);
    if (length == PLAIN) {
      return packed;
    }
    if (length < 0 || length > GROWTH_MAX * packed.byteSize()) {
      throw new IllegalArgumentException(
          "a buffer of %s bytes would be %s".formatted(stored.byteSize(), length));
    }
    MemorySegment plain = memory.allocate(length);
    int found = length == 0 ? 0 : unpack(packed, plain);
    if (found != length) {
      throw new IllegalArgumentException(
          "a buffer has %s bytes where %s are announced".formatted(found, length));
    }
    return plain;
  }

  private int unpack(MemorySegment packed, MemorySegment plain) {
    try {
      return this == LZ4_FRAME && Lz4Frame.isLinked(packed)
          ? Lz4Frame.unpack(packed, plain)
          : decompressor().decompress(packed, plain);
    } catch (MalformedInputException e) {
      throw new IllegalArgumentException(
          "a buffer is not data of %s: %s".formatted(this, e.getMessage()), e);
    }
  }

  private Decompressor decompressor() {
    return switch (this) {
      case LZ4_FRAME -> {
        CodecLibraries.loadLz4Frame();
        yield Lz4FrameDecompressor.create();
      }
      case ZSTD -> {
        CodecLibraries.loadZstd();
        yield ZstdDecompressor.create();
      }
    };
  }
}
