package dev.manta.internal.data.worker;

import dev.manta.internal.link.PeerPrints;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.TokenProof;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocket;

/// A connection between a data host and those who train: TLS 1.3, with a certificate on both sides
/// that each process has made for itself. Nobody knows the other's before, so both prove that they
/// know the token *and* that they see the same two certificates: whoever is in between has others.
record DataConnection(Socket socket, DataInputStream from, DataOutputStream to)
    implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int PROOF_MILLIS = 10_000;

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
    PinnedTls tls = PinnedTls.ofProcess();
    SSLSocket socket = tls.shake(plain, calling, PeerPrints.any());
    var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    new TokenProof(token, tls.print(), PinnedTls.peerPrint(socket.getSession()))
        .prove(calling, in, out);
    plain.setSoTimeout(0);
    return new DataConnection(socket, in, out);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
