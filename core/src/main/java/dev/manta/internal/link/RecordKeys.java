package dev.manta.internal.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// The key for a row of records in one direction of one connection, and what the next key comes
/// from: nobody gets from a key to the one before it.
final class RecordKeys {
  /// The bytes of a secret that keys come from.
  static final int SECRET = 32;

  private static final int KEY = 16;
  private static final int NONCE = 12;

  private final byte[] secret;
  private final SecretKeySpec key;
  private final byte[] start;

  RecordKeys(byte[] secret) throws GeneralSecurityException {
    if (secret.length != SECRET) {
      throw new IllegalArgumentException("a secret of " + secret.length + " bytes, not " + SECRET);
    }
    this.secret = secret.clone();
    this.key = new SecretKeySpec(derive("key", KEY), "AES");
    this.start = derive("nonce", NONCE);
  }

  private byte[] derive(String label, int bytes) throws GeneralSecurityException {
    byte[] text = ("manta record " + label).getBytes(StandardCharsets.US_ASCII);
    SecretKeySpec from = new SecretKeySpec(secret, "Generic");
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(HKDFParameterSpec.expandOnly(from, text, bytes));
  }

  /// The keys after these, which are of no use afterwards.
  RecordKeys next() throws GeneralSecurityException {
    byte[] following = derive("next", SECRET);
    Arrays.fill(secret, (byte) 0);
    return new RecordKeys(following);
  }

  SecretKeySpec key() {
    return key;
  }

  /// Another for each record: numbers of a direction never repeat.
  byte[] nonce(long number) {
    ByteBuffer nonce = ByteBuffer.wrap(start.clone());
    nonce.putLong(NONCE - Long.BYTES, nonce.getLong(NONCE - Long.BYTES) ^ number);
    return nonce.array();
  }
}
