package dev.manta.storage;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Bytes of a known length that can be read more than once, so that a failed upload can be tried
/// again.
public interface ByteSource {
  /// How many bytes there are.
  long size() throws IOException;

  /// The bytes from the beginning; the caller closes the channel.
  ReadableByteChannel open() throws IOException;

  /// Refuses a source that gave more or less than it said.
  static void requireSize(long said, long gave) throws IOException {
    if (said != gave) {
      throw new IOException("the source said " + said + " bytes and gave " + gave);
    }
  }

  /// The bytes of an array, which is not copied.
  static ByteSource of(byte[] bytes) {
    return new ByteSource() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public ReadableByteChannel open() {
        return Channels.newChannel(new ByteArrayInputStream(bytes));
      }
    };
  }

  /// The bytes of a file, opened at each reading.
  static ByteSource of(Path file) {
    return new ByteSource() {
      @Override
      public long size() throws IOException {
        return Files.size(file);
      }

      @Override
      public ReadableByteChannel open() throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ);
      }
    };
  }
}
