package dev.manta.internal.link;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLSocket;

/// An encrypted connection whose two ends know each other.
///
/// @param plain the socket under TLS, whose close never waits for anybody
/// @param peer who is at the other end
record LinkConnection(Socket plain, DataInputStream in, DataOutputStream out, LinkPeer peer)
    implements AutoCloseable {
  private static final int BUFFER = 64 << 10;
  private static final int ADMITTED = 1;

  /// Calls: shows what is asked for, and hears whether it is taken.
  static LinkConnection call(Socket plain, PinnedTls tls, LinkTarget target) throws IOException {
    SSLSocket socket = shake(plain, tls, true, target.prints());
    LinkProof proof = LinkProof.of(socket.getSession(), tls.print(), true);
    LinkOpening opening = LinkOpening.of(target.token(), proof);
    DataOutputStream out = out(socket);
    opening.write(out);
    out.flush();
    DataInputStream in = in(socket);
    hear(in, target.token(), proof);
    return new LinkConnection(
        plain, in, out, new LinkPeer(proof.calledPrint(), opening.kind(), plain));
  }

  private static void hear(DataInputStream in, Optional<LinkToken> token, LinkProof proof)
      throws IOException {
    if (in.readUnsignedByte() != ADMITTED) {
      throw new LinkLost(new LinkEnd.Refused(in.readUTF()));
    }
    byte[] shown = in.readNBytes(LinkProof.BYTES);
    if (token.isPresent() && !proof.isRight(shown, token.get(), false)) {
      throw new LinkLost(new LinkEnd.Refused("the other end does not know the token"));
    }
  }

  /// Answers: takes the caller or says why not.
  static LinkConnection answer(Socket plain, PinnedTls tls, LinkGuard guard) throws IOException {
    SSLSocket socket = shake(plain, tls, false, PeerPrints.any());
    LinkProof proof = LinkProof.of(socket.getSession(), tls.print(), false);
    DataInputStream in = in(socket);
    DataOutputStream out = out(socket);
    LinkOpening opening = LinkOpening.read(in);
    Optional<String> refusal = guard.refusal(opening, proof);
    if (refusal.isPresent()) {
      out.writeByte(0);
      out.writeUTF(refusal.get());
      out.flush();
      throw new LinkLost(new LinkEnd.Refused(refusal.get()));
    }
    out.writeByte(ADMITTED);
    out.write(guard.answer(opening, proof));
    out.flush();
    return new LinkConnection(
        plain, in, out, new LinkPeer(proof.callerPrint(), opening.kind(), plain));
  }

  private static SSLSocket shake(Socket plain, PinnedTls tls, boolean calling, PeerPrints prints)
      throws IOException {
    plain.setTcpNoDelay(true);
    plain.setKeepAlive(true);
    return tls.shake(plain, calling, prints);
  }

  private static DataInputStream in(SSLSocket socket) throws IOException {
    return new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
  }

  private static DataOutputStream out(SSLSocket socket) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
  }

  /// Says nothing more, and still hears: a full close would throw away what is on its way.
  void finishWriting() throws IOException {
    plain.shutdownOutput();
  }

  /// Cuts it; what was written and flushed before may still arrive.
  @Override
  public void close() {
    try {
      plain.close();
    } catch (IOException _) {
      // nothing is left to do with it
    }
  }
}
