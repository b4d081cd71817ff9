package dev.manta.internal.collective.tcp.link;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// One connection to a peer that never blocks. One thread reads and one writes, maybe the same.
public sealed interface PeerLink extends Closeable permits PlainLink, SealedLink {
  /// Reads what is there, in order into the first `count` buffers; below 0 at the end.
  long read(ByteBuffer[] into, int count) throws IOException;

  /// Writes what fits of the first `count` buffers; returns how many bytes were taken.
  long write(ByteBuffer[] from, int count) throws IOException;

  /// Whether all that was taken has left this process; tries to make it so.
  boolean flush() throws IOException;

  SocketChannel channel();

  @Override
  void close();
}
