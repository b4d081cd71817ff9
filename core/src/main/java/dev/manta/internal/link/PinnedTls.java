package dev.manta.internal.link;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// TLS 1.3 where both ends show a certificate, and are known by its print. Names and dates are not
/// looked at.
public final class PinnedTls {
  private static final String VERSION = "TLSv1.3";
  private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};

  private final String print;
  private final KeyManager[] keys;

  public PinnedTls(ProcessIdentity identity) {
    this.print = identity.print();
    this.keys = identity.keys();
  }

  /// The one of this process: its key lives as long as it does, and only in its memory.
  public static PinnedTls ofProcess() {
    return Own.TLS;
  }

  private static final class Own {
    private static final PinnedTls TLS = new PinnedTls(ProcessIdentity.create());
  }

  /// The print of this end's certificate.
  public String print() {
    return print;
  }

  /// An engine for a connection that does not block.
  public SSLEngine engine(boolean calling, PeerPrints prints) throws IOException {
    SSLEngine engine = context(prints).createSSLEngine();
    engine.setUseClientMode(calling);
    engine.setSSLParameters(parameters(calling));
    return engine;
  }

  /// Shakes hands over a connection that blocks.
  public SSLSocket shake(Socket plain, boolean calling, PeerPrints prints) throws IOException {
    String host = plain.getInetAddress().getHostAddress();
    var socket =
        (SSLSocket)
            context(prints).getSocketFactory().createSocket(plain, host, plain.getPort(), true);
    socket.setUseClientMode(calling);
    socket.setSSLParameters(parameters(calling));
    socket.startHandshake();
    return socket;
  }

  private SSLContext context(PeerPrints prints) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance(VERSION);
      context.init(keys, new TrustManager[] {new PinnedCertificates(prints)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("this JDK has no TLS 1.3", e);
    }
  }

  private static SSLParameters parameters(boolean calling) {
    var parameters = new SSLParameters(CIPHERS, new String[] {VERSION});
    parameters.setNeedClientAuth(!calling);
    return parameters;
  }

  /// The print of the certificate that the other end of a session has shown.
  public static String peerPrint(SSLSession session) throws IOException {
    try {
      return ProcessIdentity.print(session.getPeerCertificates()[0]);
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificate of the other end cannot be read", e);
    }
  }
}
