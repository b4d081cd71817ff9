package dev.manta.internal.collective.tcp;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;

/// How links are protected against those who can see or change what is on the wire.
interface Encryption {
  /// The print of this process's certificate, empty if it has none.
  String print();

  /// Makes a link of a new connection, with a partner whose certificate has one of these prints.
  Link link(SocketChannel channel, boolean calling, Set<String> prints, Readiness readiness)
      throws IOException;

  /// No protection: only when asked for.
  Encryption NONE =
      new Encryption() {
        @Override
        public String print() {
          return "";
        }

        @Override
        public Link link(
            SocketChannel channel, boolean calling, Set<String> prints, Readiness readiness) {
          return new PlainLink(channel);
        }
      };
}
