package dev.manta.internal.data.worker;

import dev.manta.internal.collective.tcp.link.ProcessIdentity;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// A connection between a data host and those who train: TLS 1.3, with a certificate on both sides
/// that each process has made for itself. Nobody knows the other's before, so both prove that they
/// know the token *and* that they see the same two certificates: whoever is in between has others.
record DataConnection(Socket socket, DataInputStream from, DataOutputStream to)
    implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int PROOF_MILLIS = 10_000;
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  /// The certificate of this process.
  private static final class Own {
    private static final ProcessIdentity IDENTITY = ProcessIdentity.create();
  }

  /// Calls a host.
  static DataConnection call(InetSocketAddress where, String token) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(where, CONNECT_MILLIS);
      return proven(socket, true, token);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /// Answers a call.
  static DataConnection answer(Socket socket, String token) throws IOException {
    return proven(socket, false, token);
  }

  private static DataConnection proven(Socket plain, boolean calling, String token)
      throws IOException {
    plain.setTcpNoDelay(true);
    plain.setKeepAlive(true);
    plain.setSoTimeout(PROOF_MILLIS);
    SSLSocket socket = shaken(plain, calling, Own.IDENTITY);
    var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    new TokenProof(token, Own.IDENTITY.print(), print(socket)).prove(calling, in, out);
    plain.setSoTimeout(0);
    return new DataConnection(socket, in, out);
  }

  /// An encrypted connection, to nobody knows whom.
  static SSLSocket shaken(Socket plain, boolean calling, ProcessIdentity identity)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOLS[0]);
      TrustManager[] anyone = {new AcceptAnyCertificate()};
      context.init(identity.keys(), anyone, new SecureRandom());
      String host = plain.getInetAddress().getHostAddress();
      var socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
      socket.setEnabledProtocols(PROTOCOLS);
      socket.setUseClientMode(calling);
      if (!calling) {
        socket.setNeedClientAuth(true);
      }
      socket.startHandshake();
      return socket;
    } catch (GeneralSecurityException e) {
      throw new IOException("this JDK has no TLS 1.3", e);
    }
  }

  private static String print(SSLSocket socket) throws IOException {
    try {
      Certificate[] chain = socket.getSession().getPeerCertificates();
      return ProcessIdentity.print(chain[0]);
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificate of the other end cannot be read", e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
