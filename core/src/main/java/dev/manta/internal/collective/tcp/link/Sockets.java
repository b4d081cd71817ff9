package dev.manta.internal.collective.tcp.link;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/// How the sockets of a group are set up.
public final class Sockets {
  private static final int BUFFER = 1 << 20;
  private static final int CROWDED_BUFFER = 4 << 20;

  private Sockets() {}

  /// No delay, big buffers, and a probe of silent links, so that a host that vanished is noticed.
  static void prepare(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    probe(channel);
    channel.configureBlocking(false);
  }

  /// With more ranks than cores, a rank that gets a core should find much to do: each change of
  /// hands costs more than memory that is no longer in the cache.
  public static void crowd(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_SNDBUF, CROWDED_BUFFER);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, CROWDED_BUFFER);
  }

  private static void probe(SocketChannel channel) throws IOException {
    if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 10);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 5);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 4);
    }
  }

  /// Closes what may be closed or broken already.
  public static void close(Closeable thing) {
    try {
      thing.close();
    } catch (IOException _) {
      // nothing is left to do with it
    }
  }
}
