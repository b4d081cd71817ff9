package dev.manta.internal.collective.tcp.link;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;

/// How links are protected against those who can see or change what is on the wire.
public interface LinkEncryption {
  /// The print of this process's certificate, empty if it has none.
  String print();

  /// Makes a link of a new connection, with a partner whose certificate has one of these prints.
  PeerLink link(
      SocketChannel channel, boolean calling, Set<String> prints, ChannelReadiness readiness)
      throws IOException;

  /// No protection: only when asked for.
  LinkEncryption NONE =
      new LinkEncryption() {
        @Override
        public String print() {
          return "";
        }

        @Override
        public PeerLink link(
            SocketChannel channel,
            boolean calling,
            Set<String> prints,
            ChannelReadiness readiness) {
          return new PlainLink(channel);
        }
      };
}
