package dev.manta.internal.collective.tcp.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// Bytes as they are.
record PlainLink(SocketChannel channel) implements PeerLink {
  @Override
  public long read(ByteBuffer[] into, int count) throws IOException {
    return count == 1 ? channel.read(into[0]) : channel.read(into, 0, count);
  }

  @Override
  public long write(ByteBuffer[] from, int count) throws IOException {
    return count == 1 ? channel.write(from[0]) : channel.write(from, 0, count);
  }

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public void close() {
    Sockets.close(channel);
  }
}
