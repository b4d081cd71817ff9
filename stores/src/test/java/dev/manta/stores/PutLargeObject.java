package dev.manta.stores;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/// A program that puts an object that is larger than its heap.
final class PutLargeObject {
  private PutLargeObject() {}

  /// Takes a location and a size.
  public static void main(String[] words) {
    Location at = Location.parse(words[0]);
    Storages.at(at).put(at, new Zeros(Long.parseLong(words[1])));
    System.out.println("put");
  }

  private record Zeros(long size) implements ByteSource {
    @Override
    public ReadableByteChannel open() {
      return Channels.newChannel(
          new InputStream() {
            private long left = size;

            @Override
            public int read() {
              return left-- > 0 ? 0 : -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
              int count = (int) Math.min(left, length);
              left -= count;
              return count == 0 ? -1 : count;
            }
          });
    }
  }
}
