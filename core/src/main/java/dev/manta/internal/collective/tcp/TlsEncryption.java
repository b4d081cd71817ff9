package dev.manta.internal.collective.tcp;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

/// TLS 1.3 with a certificate on both sides.
final class TlsEncryption implements Encryption {
  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};

  private final String print;
  private final KeyManager[] keys;

  TlsEncryption(Identity identity) {
    this.print = identity.print();
    this.keys = identity.keys();
  }

  /// The encryption of this process: its key lives as long as it does, and only in its memory.
  static Encryption ofProcess() {
    return Own.TLS;
  }

  private static final class Own {
    private static final Encryption TLS = new TlsEncryption(Identity.create());
  }

  @Override
  public String print() {
    return print;
  }

  @Override
  public Link link(SocketChannel channel, boolean calling, Set<String> prints, Readiness readiness)
      throws IOException {
    SSLEngine engine = engine(prints);
    engine.setUseClientMode(calling);
    engine.setEnabledProtocols(PROTOCOLS);
    engine.setEnabledCipherSuites(CIPHERS);
    if (!calling) {
      engine.setNeedClientAuth(true);
    }
    TlsLink link = new TlsLink(channel, engine);
    link.handshake(readiness);
    return link;
  }

  private SSLEngine engine(Set<String> prints) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(keys, new TrustManager[] {new Pinned(prints)}, null);
      return context.createSSLEngine();
    } catch (GeneralSecurityException e) {
      throw new IOException("this JDK has no TLS 1.3", e);
    }
  }
}
