package dev.manta.formats.parquet;

import dev.manta.formats.CodecLibraries;
import io.airlift.compress.v3.lz4.Lz4Decompressor;
import io.airlift.compress.v3.snappy.SnappyDecompressor;
import io.airlift.compress.v3.zstd.ZstdDecompressor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Undoes the compression of pages. One per thread.
final class Codecs {
  private static final int GZIP_HEADER = 10;
  private static final int HADOOP_HEADER = 8;
  private static final ValueLayout.OfInt SIZE =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int SNAPPY = 1;

  /// One byte, as snappy writes it.
  private static final byte[] SNAPPY_BYTE = {1, 0, 0};

  private static final Set<Integer> EXPECTED = ConcurrentHashMap.newKeySet();

  private @Nullable SnappyLibrary snappyLibrary;
  private @Nullable SnappyDecompressor snappy;
  private @Nullable ZstdDecompressor zstd;
  private @Nullable Lz4Decompressor lz4;

  /// Gets ready what pages of this codec need, on another thread: linking a library takes as long
  /// as planning what is read, and both are done before the first page.
  static void expect(Chunk chunk) {
    int codec = chunk.codec();
    boolean copied = codec == SNAPPY && SnappyLiterals.mayBe(chunk.bytes(), chunk.uncompressed());
    if (!copied && EXPECTED.add(codec)) {
      Thread.ofPlatform().daemon().name("manta-codec").start(() -> new Codecs().prepare(codec));
    }
  }

  private void prepare(int codec) {
    switch (codec) {
      case SNAPPY -> {
        MemorySegment one = Arena.ofAuto().allocate(SNAPPY_BYTE.length);
        one.copyFrom(MemorySegment.ofArray(SNAPPY_BYTE));
        decompress(SNAPPY, one, MemorySegment.ofArray(new byte[1]));
      }
      case 5, 7 -> lz4();
      case 6 -> zstd();
      default -> {}
    }
  }

  /// Fills a segment with what is compressed in another, exactly.
  void decompress(int codec, MemorySegment in, MemorySegment out) {
    if (out.byteSize() == 0) {
      return;
    }
    long got =
        switch (codec) {
          case 0 -> copy(in, out);
          case SNAPPY -> snappy(in, out);
          case 2 -> gunzip(in, out);
          case 5 -> hadoopLz4(in, out);
          case 6 -> zstd().decompress(in, out);
          case 7 -> lz4().decompress(in, out);
          default ->
              throw new IllegalArgumentException(
                  "it is compressed with %s, which is not read: write it with snappy, gzip, zstd or lz4"
                      .formatted(name(codec)));
        };
    requireSize(got, out.byteSize());
  }

  /// Fills part of native memory with a page.
  ///
  /// @param bytes the same memory
  void unpack(Packed page, MemorySegment room, ByteBuffer bytes, int at) {
    boolean copied =
        page.codec() == SNAPPY
            && SnappyLiterals.mayBe(page.length(), page.size())
            && SnappyLiterals.isCopied(page, bytes, at);
    if (copied) {
      return;
    }
    if (page.codec() == SNAPPY && page.size() > 0 && snappyLibrary != null && room.isNative()) {
      requireSize(snappyLibrary.decompress(page, room, at), page.size());
    } else {
      decompress(page.codec(), page.segment(), room.asSlice(at, page.size()));
    }
  }

  private static void requireSize(long got, long size) {
    if (got != size) {
      throw new IllegalArgumentException(
          "a page has %s bytes where %s are announced".formatted(got, size));
    }
  }

  private long snappy(MemorySegment in, MemorySegment out) {
    if (snappyLibrary == null) {
      snappyLibrary = SnappyLibrary.load().orElse(null);
    }
    return snappyLibrary == null || !in.isNative()
        ? snappy().decompress(in, out)
        : snappyLibrary.decompress(in, out);
  }

  private SnappyDecompressor snappy() {
    if (snappy == null) {
      CodecLibraries.loadSnappy();
      snappy = SnappyDecompressor.create();
    }
    return snappy;
  }

  private ZstdDecompressor zstd() {
    if (zstd == null) {
      CodecLibraries.loadZstd();
      zstd = ZstdDecompressor.create();
    }
    return zstd;
  }

  private Lz4Decompressor lz4() {
    if (lz4 == null) {
      CodecLibraries.loadLz4();
      lz4 = Lz4Decompressor.create();
    }
    return lz4;
  }

  private static String name(int codec) {
    return switch (codec) {
      case 3 -> "LZO";
      case 4 -> "Brotli";
      default -> "codec number " + codec;
    };
  }

  private static long copy(MemorySegment in, MemorySegment out) {
    if (in.byteSize() == out.byteSize()) {
      out.copyFrom(in);
    }
    return in.byteSize();
  }

  /// Parquet's gzip pages have a plain header of ten bytes.
  private static long gunzip(MemorySegment in, MemorySegment out) {
    var inflater = new Inflater(true);
    try {
      inflater.setInput(in.asSlice(GZIP_HEADER).asByteBuffer());
      return inflater.inflate(out.asByteBuffer());
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a page is not gzip data: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  /// Older writers put the sizes before each block, highest byte first.
  private long hadoopLz4(MemorySegment in, MemorySegment out) {
    long at = 0;
    long done = 0;
    while (at + HADOOP_HEADER <= in.byteSize() && done < out.byteSize()) {
      int size = in.get(SIZE, at);
      int packed = in.get(SIZE, at + Integer.BYTES);
      at += HADOOP_HEADER;
      if (packed < 0 || packed > in.byteSize() - at || size < 0 || size > out.byteSize() - done) {
        throw new IllegalArgumentException("a block of lz4 lies outside of its page");
      }
      done += lz4().decompress(in.asSlice(at, packed), out.asSlice(done, size));
      at += packed;
    }
    return done;
  }
}
