package dev.manta.internal.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLSession;

/// What proofs of one connection cover: the prints of both ends, and a value that only the two ends
/// of this very handshake can have. A proof is of no use on any other connection.
record LinkProof(String callerPrint, String calledPrint, byte[] binding) {
  static final int BYTES = 32;

  private static final String LABEL = "EXPORTER-manta link proof";
  private static final String ALGORITHM = "HmacSHA256";

  /// That of a connection whose handshake is over.
  static LinkProof of(SSLSession session, String own, boolean calling) throws IOException {
    byte[] binding =
        ((ExtendedSSLSession) session).exportKeyingMaterialData(LABEL, new byte[0], BYTES);
    String other = PinnedTls.peerPrint(session);
    return calling ? new LinkProof(own, other, binding) : new LinkProof(other, own, binding);
  }

  /// What the calling, or the called, end shows for a token.
  byte[] made(LinkToken token, boolean calling) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(token.key(), ALGORITHM));
      String who = (calling ? "caller " : "called ") + token.kind() + callerPrint + calledPrint;
      mac.update(who.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(binding);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + ALGORITHM, e);
    }
  }

  boolean isRight(byte[] shown, LinkToken token, boolean calling) {
    return MessageDigest.isEqual(shown, made(token, calling));
  }
}
