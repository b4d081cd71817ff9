package dev.manta.internal.link;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Both ends of a connection prove that they know a token, without showing it, and that they see
/// the same certificates: each signs what the other made up, with both prints.
///
/// @param own the print of the certificate of this end
/// @param other that of the other end
public record TokenProof(String token, String own, String other) {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SIZE = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /// Proves, and hears the proof of the other end.
  ///
  /// @param calling whether this end called the other
  public void prove(boolean calling, DataInputStream in, DataOutputStream out) throws IOException {
    byte[] mine = new byte[SIZE];
    RANDOM.nextBytes(mine);
    out.write(mine);
    out.flush();
    byte[] theirs = new byte[SIZE];
    in.readFully(theirs);
    out.write(signed(name(calling) + own + other, theirs, mine));
    out.flush();
    byte[] proof = new byte[SIZE];
    in.readFully(proof);
    if (!MessageDigest.isEqual(proof, signed(name(!calling) + other + own, mine, theirs))) {
      throw new IOException("the other end does not know the token");
    }
  }

  private static String name(boolean calling) {
    return calling ? "caller" : "host";
  }

  private byte[] signed(String who, byte[] challenge, byte[] own) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      mac.update(who.getBytes(StandardCharsets.UTF_8));
      mac.update(challenge);
      return mac.doFinal(own);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + ALGORITHM, e);
    }
  }
}
