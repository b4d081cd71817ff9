package dev.manta.internal.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.security.GeneralSecurityException;

/// Seals what is written into records, as long as the channel takes them. One thread at a time: a
/// record sealed twice at once would give its secret away.
public final class SealedOutput {
  private static final int ADDED = RecordHead.BYTES + RecordCipher.TAG;
  private static final int FIRST = 4 << 10;
  private static final int RECORDS = 4;

  private final WritableByteChannel channel;
  private final RecordCipher cipher;
  private byte[] content = new byte[0];
  private byte[] sealed = new byte[RecordCipher.TAG];
  private ByteBuffer outgoing = ByteBuffer.allocateDirect(FIRST).flip();
  private boolean ended;

  public SealedOutput(WritableByteChannel channel, byte[] secret) {
    this(channel, RecordCipher.sealing(secret));
  }

  SealedOutput(WritableByteChannel channel, RecordCipher cipher) {
    this.channel = channel;
    this.cipher = cipher;
  }

  /// Takes what fits of the first `count` buffers; returns how many bytes.
  public long write(ByteBuffer[] from, int count) throws IOException {
    long taken = 0;
    for (long left = remaining(from, count); left > 0; left = remaining(from, count)) {
      int length = (int) Math.min(left, RecordHead.LENGTH_MAX);
      if (!hasRoom(length)) {
        return taken;
      }
      gather(from, count, length);
      seal(new RecordHead(false, length));
      taken += length;
    }
    flush();
    return taken;
  }

  private boolean hasRoom(int length) throws IOException {
    if (ended) {
      throw new IOException("this side has said that nothing more comes");
    }
    int need = length + ADDED;
    if (outgoing.capacity() - outgoing.limit() < need) {
      flush();
      makeRoom(need);
    }
    return outgoing.capacity() - outgoing.limit() >= need;
  }

  /// Moves no more than has left since it moved something, so that asking again costs nothing while
  /// the channel takes nothing; only the end may move more.
  private void makeRoom(int need) {
    if (!outgoing.hasRemaining() && outgoing.capacity() < need) {
      outgoing = ByteBuffer.allocateDirect(RECORDS * need).flip();
    } else if (outgoing.position() >= outgoing.remaining() || need == ADDED) {
      outgoing.compact().flip();
    }
  }

  private void gather(ByteBuffer[] from, int count, int length) {
    if (content.length < length) {
      content = new byte[length];
      sealed = new byte[length + RecordCipher.TAG];
    }
    int at = 0;
    for (int i = 0; i < count && at < length; i++) {
      int part = Math.min(from[i].remaining(), length - at);
      from[i].get(content, at, part);
      at += part;
    }
  }

  private void seal(RecordHead head) throws IOException {
    try {
      int size = cipher.next(head.bits(), content, 0, head.length(), sealed);
      int end = outgoing.limit();
      outgoing.limit(end + RecordHead.BYTES + size);
      outgoing.putInt(end, head.bits()).put(end + RecordHead.BYTES, sealed, 0, size);
    } catch (GeneralSecurityException e) {
      throw new IOException("a record cannot be sealed", e);
    }
  }

  /// Whether all that was taken has left; tries to make it so.
  public boolean flush() throws IOException {
    if (outgoing.hasRemaining()) {
      channel.write(outgoing);
    }
    if (!outgoing.hasRemaining()) {
      outgoing.clear().flip();
    }
    return !outgoing.hasRemaining();
  }

  /// Says that nothing more comes, if the channel takes it now: whoever does not hear it knows that
  /// the connection was cut.
  public void end() throws IOException {
    if (!ended && hasRoom(0)) {
      ended = true;
      seal(new RecordHead(true, 0));
      flush();
    }
  }

  private static long remaining(ByteBuffer[] buffers, int count) {
    long remaining = 0;
    for (int i = 0; i < count; i++) {
      remaining += buffers[i].remaining();
    }
    return remaining;
  }
}
