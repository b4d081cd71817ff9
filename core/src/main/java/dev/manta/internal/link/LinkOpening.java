package dev.manta.internal.link;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/// The first that a caller says: which token it knows, and the proof; no kind if it was introduced
/// by its print.
public record LinkOpening(Optional<LinkToken.Kind> kind, byte[] proof) {
  static final int VERSION = 1;

  private static final int MAGIC = 0x4d_4e_54_4c;

  /// The bytes of one without a token.
  public static byte[] introduced() throws IOException {
    return bytes(new LinkOpening(Optional.empty(), new byte[LinkProof.BYTES]));
  }

  /// The bytes of one that proves a token on a connection that it has called.
  ///
  /// @param print that of its certificate
  public static byte[] shown(LinkToken token, SSLSession session, String print) throws IOException {
    return bytes(of(Optional.of(token), LinkProof.of(session, print, true)));
  }

  private static byte[] bytes(LinkOpening opening) throws IOException {
    var bytes = new ByteArrayOutputStream();
    opening.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /// The opening of a caller with a token, or of one without.
  static LinkOpening of(Optional<LinkToken> token, LinkProof proof) {
    byte[] shown = token.map(known -> proof.made(known, true)).orElse(new byte[LinkProof.BYTES]);
    return new LinkOpening(token.map(LinkToken::kind), shown);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(MAGIC);
    out.writeByte(VERSION);
    out.writeByte(kind.map(LinkToken.Kind::code).orElse(0));
    out.write(proof);
  }

  static LinkOpening read(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new LinkViolation("it does not speak the protocol of links");
    }
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new LinkViolation("it speaks version " + version + " of links, not " + VERSION);
    }
    Optional<LinkToken.Kind> kind = LinkToken.Kind.of(in.readUnsignedByte());
    byte[] proof = new byte[LinkProof.BYTES];
    in.readFully(proof);
    return new LinkOpening(kind, proof);
  }
}
