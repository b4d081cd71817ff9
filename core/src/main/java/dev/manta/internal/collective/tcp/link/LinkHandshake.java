package dev.manta.internal.collective.tcp.link;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Two processes prove to each other that they know the group's token, without showing it: each
/// signs the other's random bytes together with what the link is for. Nothing else is said before.
record LinkHandshake(byte[] token) {
  static final int VERSION = 1;

  private static final int MAGIC = 0x4d_4e_54_41;
  private static final int NONCE = 32;
  private static final int PROOF = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  static byte[] random() {
    byte[] bytes = new byte[NONCE];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /// The calling side.
  void call(LinkDialogue dialogue, LinkHello hello) throws IOException {
    byte[] mine = random();
    dialogue.say(join(magic(), mine));
    byte[] theirs = challenge(dialogue);
    byte[] said = hello.bytes();
    dialogue.say(join(said, proof("call", theirs, mine, said)));
    verify(answer(dialogue), proof("answer", mine, theirs, said));
  }

  private static byte[] answer(LinkDialogue dialogue) throws IOException {
    try {
      return dialogue.hear(PROOF);
    } catch (EOFException e) {
      throw new IOException("it refused this process: wrong token, or not a member", e);
    }
  }

  /// The called side; returns what the link is for.
  LinkHello answer(LinkDialogue dialogue, int me) throws IOException {
    byte[] mine = random();
    byte[] theirs = challenge(dialogue);
    dialogue.say(join(magic(), mine));
    byte[] said = dialogue.hear(LinkHello.BYTES);
    verify(dialogue.hear(PROOF), proof("call", mine, theirs, said));
    LinkHello hello = LinkHello.parse(said);
    if (hello.to() != me) {
      throw new IOException("it wants rank " + hello.to() + ", this is rank " + me);
    }
    dialogue.say(proof("answer", theirs, mine, said));
    return hello;
  }

  private static byte[] challenge(LinkDialogue dialogue) throws IOException {
    if (ByteBuffer.wrap(dialogue.hear(Integer.BYTES)).getInt() != MAGIC) {
      throw new IOException("it does not speak this protocol");
    }
    return dialogue.hear(NONCE);
  }

  private static void verify(byte[] proof, byte[] expected) throws IOException {
    if (!MessageDigest.isEqual(proof, expected)) {
      throw new IOException("it does not know the group's token");
    }
  }

  private byte[] proof(String role, byte[] first, byte[] second, byte[] said) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(token, "HmacSHA256"));
      mac.update(role.getBytes(StandardCharsets.UTF_8));
      mac.update(first);
      mac.update(second);
      return mac.doFinal(said);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no HmacSHA256", e);
    }
  }

  private static byte[] magic() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(MAGIC).array();
  }

  private static byte[] join(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }
}
