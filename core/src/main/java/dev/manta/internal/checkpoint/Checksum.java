package dev.manta.internal.checkpoint;

import dev.manta.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// Checksums of what passes through.
final class Checksum {
  private Checksum() {}

  static String text(int crc) {
    return HexFormat.of().toHexDigits(crc);
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// A source that knows the checksum of what was last read from it to the end.
  static final class Counting implements ByteSource {
    private final ByteSource inner;
    private CRC32C crc = new CRC32C();
    private long bytes;

    Counting(ByteSource inner) {
      this.inner = inner;
    }

    String crc32c() {
      return text((int) crc.getValue());
    }

    long bytes() {
      return bytes;
    }

    @Override
    public long size() throws IOException {
      return inner.size();
    }

    @Override
    public ReadableByteChannel open() throws IOException {
      crc = new CRC32C();
      bytes = 0;
      return new Channel(inner.open());
    }

    private final class Channel implements ReadableByteChannel {
      private final ReadableByteChannel in;

      Channel(ReadableByteChannel in) {
        this.in = in;
      }

      @Override
      public int read(ByteBuffer into) throws IOException {
        int start = into.position();
        int count = in.read(into);
        if (count > 0) {
          crc.update(into.duplicate().position(start).limit(start + count));
          bytes += count;
        }
        return count;
      }

      @Override
      public boolean isOpen() {
        return in.isOpen();
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    }
  }
}
