package dev.manta.formats.parquet;

import dev.manta.formats.CodecLibraries;
import io.airlift.compress.v3.lz4.Lz4Decompressor;
import io.airlift.compress.v3.snappy.SnappyDecompressor;
import io.airlift.compress.v3.zstd.ZstdDecompressor;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Undoes the compression of pages.
final class Codecs {
  private static final int GZIP_HEADER = 10;
  private static final int HADOOP_HEADER = 8;

  static {
    CodecLibraries.load();
  }

  private final SnappyDecompressor snappy = SnappyDecompressor.create();
  private final ZstdDecompressor zstd = ZstdDecompressor.create();
  private final Lz4Decompressor lz4 = Lz4Decompressor.create();

  /// Bytes in an array.
  record Range(byte[] bytes, int from, int length) {}

  /// Fills the range with what is compressed in another, exactly.
  void decompress(int codec, Range in, Range out) {
    if (out.length == 0) {
      return;
    }
    int got =
        switch (codec) {
          case 0 -> copy(in, out);
          case 1 ->
              snappy.decompress(in.bytes, in.from, in.length, out.bytes, out.from, out.length);
          case 2 -> gunzip(in, out);
          case 5 -> hadoopLz4(in, out);
          case 6 -> zstd.decompress(in.bytes, in.from, in.length, out.bytes, out.from, out.length);
          case 7 -> lz4.decompress(in.bytes, in.from, in.length, out.bytes, out.from, out.length);
          default ->
              throw new IllegalArgumentException(
                  "it is compressed with %s, which is not read: write it with snappy, gzip, zstd or lz4"
                      .formatted(name(codec)));
        };
    if (got != out.length) {
      throw new IllegalArgumentException(
          "a page has %s bytes where %s are announced".formatted(got, out.length));
    }
  }

  private static String name(int codec) {
    return switch (codec) {
      case 3 -> "LZO";
      case 4 -> "Brotli";
      default -> "codec number " + codec;
    };
  }

  private static int copy(Range in, Range out) {
    if (in.length != out.length) {
      return in.length;
    }
    System.arraycopy(in.bytes, in.from, out.bytes, out.from, out.length);
    return out.length;
  }

  /// Parquet's gzip pages have a plain header of ten bytes.
  private static int gunzip(Range in, Range out) {
    var inflater = new Inflater(true);
    try {
      inflater.setInput(in.bytes, in.from + GZIP_HEADER, in.length - GZIP_HEADER);
      return inflater.inflate(out.bytes, out.from, out.length);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a page is no gzip: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  /// Older writers put the sizes before each block, highest byte first.
  private int hadoopLz4(Range in, Range out) {
    int at = in.from;
    int end = in.from + in.length;
    int done = 0;
    while (at + HADOOP_HEADER <= end && done < out.length) {
      int size = Integer.reverseBytes(Little.i32(in.bytes, at));
      int packed = Integer.reverseBytes(Little.i32(in.bytes, at + 4));
      at += HADOOP_HEADER;
      if (packed < 0 || packed > end - at || size < 0 || size > out.length - done) {
        throw new IllegalArgumentException("a block of lz4 lies outside of its page");
      }
      done += lz4.decompress(in.bytes, at, packed, out.bytes, out.from + done, size);
      at += packed;
    }
    return done;
  }
}
