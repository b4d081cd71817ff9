package dev.manta.internal.data.source;

import dev.manta.spi.files.SourceFiles;
import dev.manta.spi.files.StoredStream;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// How many bytes come out of each that a packed file has.
final class CompressionRatio {
  /// What is taken for it where nobody can tell.
  private static final int USUAL = 4;

  /// More than deflate ever makes of a byte.
  private static final long MOST = 1032;

  /// Smaller files cannot become large.
  private static final long SMALL = 64 << 10;

  private static final int SAMPLE = 256 << 10;

  private CompressionRatio() {}

  /// By the length that gzip writes at the end, modulo 2^32, where that can be but one; else by the
  /// beginning of the file.
  static int of(SourceFiles.Found file) {
    if (file.size() <= SMALL) {
      return USUAL;
    }
    long unpacked = file.size() * MOST < 1L << 32 ? announced(file) : 0;
    long ratio = unpacked == 0 ? begun(file) : Math.ceilDiv(unpacked, file.size());
    return (int) Math.clamp(ratio, USUAL, MOST);
  }

  private static long announced(SourceFiles.Found file) {
    byte[] end = LineFiles.read(Storages.at(file.at()), file.at(), file.size() - 4, 4);
    return (end[0] & 255L) | (end[1] & 255L) << 8 | (end[2] & 255L) << 16 | (end[3] & 255L) << 24;
  }

  /// A file that is damaged is refused where it is read.
  private static long begun(SourceFiles.Found file) {
    long count = 0;
    try (InputStream in =
        new GZIPInputStream(
            StoredStream.of(file.place(), 0, Math.min(SAMPLE, file.size())), SAMPLE)) {
      byte[] piece = new byte[SAMPLE];
      for (int more = 0; more >= 0; more = in.read(piece)) {
        count += more;
      }
    } catch (IOException cutOff) {
      return Math.ceilDiv(count, SAMPLE);
    }
    return Math.ceilDiv(count, SAMPLE);
  }
}
