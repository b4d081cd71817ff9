package dev.manta.internal.collective.tcp.link;

import dev.manta.internal.link.PeerPrints;
import dev.manta.internal.link.PinnedTls;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;

/// A handshake of TLS 1.3 with a certificate on both sides, then records with its keys.
public record TlsEncryption(PinnedTls tls) implements LinkEncryption {
  @Override
  public String print() {
    return tls.print();
  }

  @Override
  public PeerLink link(
      SocketChannel channel, boolean calling, Set<String> prints, ChannelReadiness readiness)
      throws IOException {
    return new TlsHandshake(channel, tls.engine(calling, PeerPrints.of(prints)), readiness).run();
  }
}
