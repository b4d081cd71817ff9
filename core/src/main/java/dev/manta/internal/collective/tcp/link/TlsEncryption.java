package dev.manta.internal.collective.tcp.link;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

/// TLS 1.3 with a certificate on both sides.
public final class TlsEncryption implements LinkEncryption {
  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};

  private final String print;
  private final KeyManager[] keys;

  public TlsEncryption(ProcessIdentity identity) {
    this.print = identity.print();
    this.keys = identity.keys();
  }

  /// The encryption of this process: its key lives as long as it does, and only in its memory.
  public static LinkEncryption ofProcess() {
    return Own.TLS;
  }

  private static final class Own {
    private static final LinkEncryption TLS = new TlsEncryption(ProcessIdentity.create());
  }

  @Override
  public String print() {
    return print;
  }

  @Override
  public PeerLink link(
      SocketChannel channel, boolean calling, Set<String> prints, ChannelReadiness readiness)
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
      context.init(keys, new TrustManager[] {new PinnedCertificates(prints)}, null);
      return context.createSSLEngine();
    } catch (GeneralSecurityException e) {
      throw new IOException("this JDK has no TLS 1.3", e);
    }
  }
}
