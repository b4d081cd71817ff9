package dev.manta.internal.link;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/// Seals, or opens, the records of one direction of a connection, in their order: AES-GCM over the
/// content, the record's number and its head. One thread at a time.
///
/// Arrays on the heap are several times as fast as other memory here.
public final class RecordCipher {
  /// What sealing adds to the content.
  public static final int TAG = 16;

  /// The bytes of the secret that both ends begin with.
  public static final int SECRET = RecordKeys.SECRET;

  /// With the longest records a key protects 64 GB, half of what the JDK lets its own have.
  private static final long RECORDS_PER_KEY = 1L << 20;

  private final int mode;
  private final long recordsPerKey;
  private final Cipher cipher;
  private final ByteBuffer bound = ByteBuffer.allocate(Long.BYTES + Integer.BYTES);
  private RecordKeys keys;
  private long number;

  RecordCipher(int mode, byte[] secret, long recordsPerKey) {
    try {
      this.mode = mode;
      this.recordsPerKey = recordsPerKey;
      this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
      this.keys = new RecordKeys(secret);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no AES-GCM or no HKDF", e);
    }
  }

  public static RecordCipher sealing(byte[] secret) {
    return new RecordCipher(Cipher.ENCRYPT_MODE, secret, RECORDS_PER_KEY);
  }

  public static RecordCipher opening(byte[] secret) {
    return new RecordCipher(Cipher.DECRYPT_MODE, secret, RECORDS_PER_KEY);
  }

  /// Seals or opens the next record; returns the bytes that it is now. What does not open as the
  /// next record of its direction is refused, and no later one may be tried.
  public int next(int head, byte[] from, int at, int length, byte[] into)
      throws GeneralSecurityException {
    if (number > 0 && number % recordsPerKey == 0) {
      keys = keys.next();
    }
    cipher.init(mode, keys.key(), new GCMParameterSpec(TAG * Byte.SIZE, keys.nonce(number)));
    cipher.updateAAD(bound.clear().putLong(number).putInt(head).flip());
    number++;
    return cipher.doFinal(from, at, length, into, 0);
  }
}
