package dev.manta.internal.link;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.security.GeneralSecurityException;
import org.jspecify.annotations.Nullable;

/// Opens the records of a channel. A record that is not the next one, as it was sealed, ends it:
/// all later reads fail alike, and nothing of it is handed out.
public final class SealedInput {
  private static final int FIRST = 4 << 10;
  private static final int RECORDS = 4;

  private final ReadableByteChannel channel;
  private final RecordCipher cipher;
  private ByteBuffer incoming = ByteBuffer.allocate(FIRST).flip();
  private ByteBuffer opened = ByteBuffer.allocate(0);
  private boolean ended;
  private boolean cut;
  private @Nullable String refusal;

  /// @param early bytes that were read from the channel before
  public SealedInput(ReadableByteChannel channel, byte[] secret, ByteBuffer early) {
    this(channel, RecordCipher.opening(secret), early);
  }

  SealedInput(ReadableByteChannel channel, RecordCipher cipher, ByteBuffer early) {
    this.channel = channel;
    this.cipher = cipher;
    if (early.hasRemaining()) {
      this.incoming = ByteBuffer.allocate(FIRST + early.remaining()).put(early).flip();
    }
  }

  /// Reads what is there, in order into the first `count` buffers; below 0 where the other side has
  /// said that nothing more comes.
  ///
  /// @throws EOFException if the channel ends before that
  public long read(ByteBuffer[] into, int count) throws IOException {
    if (!hasRoom(into, count)) {
      return 0;
    }
    long taken = drain(into, count);
    while (hasRoom(into, count) && next()) {
      taken += drain(into, count);
    }
    if (taken == 0 && cut) {
      throw new EOFException("the connection was cut");
    }
    return taken == 0 && ended ? -1 : taken;
  }

  /// Opens the next record; false while it has not come, or none comes.
  private boolean next() throws IOException {
    if (refusal != null) {
      throw new IOException(refusal);
    }
    try {
      while (!ended && !cut) {
        if (open()) {
          return !ended;
        }
        if (!fill()) {
          return false;
        }
      }
      return false;
    } catch (GeneralSecurityException e) {
      throw refused("a record was changed, repeated, left out or moved", e);
    }
  }

  private IOException refused(String why, Exception cause) {
    refusal = why;
    return new IOException(why, cause);
  }

  private boolean open() throws IOException, GeneralSecurityException {
    if (incoming.remaining() < RecordHead.BYTES) {
      return false;
    }
    RecordHead head = head();
    int size = head.length() + RecordCipher.TAG;
    if (incoming.remaining() < RecordHead.BYTES + size) {
      makeRoom(RecordHead.BYTES + size);
      return false;
    }
    open(head, size);
    return true;
  }

  private RecordHead head() throws IOException {
    try {
      return RecordHead.parse(incoming.getInt(incoming.position()));
    } catch (IOException e) {
      throw refused(String.valueOf(e.getMessage()), e);
    }
  }

  private void open(RecordHead head, int size) throws IOException, GeneralSecurityException {
    if (opened.capacity() < head.length()) {
      opened = ByteBuffer.allocate(head.length());
    }
    int at = incoming.position() + RecordHead.BYTES;
    int length = cipher.next(head.bits(), incoming.array(), at, size, opened.array());
    incoming.position(at + size);
    opened.clear().limit(length);
    ended = head.isEnd();
    if (ended && incoming.hasRemaining()) {
      throw refused("something came after the end", new IOException("bytes after the last record"));
    }
  }

  /// A record that has begun must fit; a long one will be followed by others.
  private void makeRoom(int need) {
    if (incoming.capacity() < need) {
      incoming = ByteBuffer.allocate(RECORDS * need).put(incoming).flip();
    }
  }

  /// Reads from the channel; false if nothing is there now.
  private boolean fill() throws IOException {
    makeRoomAtEnd();
    int begin = incoming.position();
    incoming.position(incoming.limit()).limit(incoming.capacity());
    try {
      int count = channel.read(incoming);
      cut = count < 0;
      return count > 0;
    } finally {
      incoming.limit(incoming.position()).position(begin);
    }
  }

  /// Moves the record that has begun only where the rest of it may not fit behind it.
  private void makeRoomAtEnd() {
    if (!incoming.hasRemaining()) {
      incoming.clear().flip();
    } else if (incoming.position() > 0
        && incoming.capacity() - incoming.limit() < incoming.remaining()) {
      incoming.compact().flip();
    }
  }

  private long drain(ByteBuffer[] into, int count) {
    long before = opened.remaining();
    for (int i = 0; i < count && opened.hasRemaining(); i++) {
      int length = Math.min(opened.remaining(), into[i].remaining());
      into[i].put(into[i].position(), opened, opened.position(), length);
      into[i].position(into[i].position() + length);
      opened.position(opened.position() + length);
    }
    return before - opened.remaining();
  }

  private static boolean hasRoom(ByteBuffer[] buffers, int count) {
    for (int i = 0; i < count; i++) {
      if (buffers[i].hasRemaining()) {
        return true;
      }
    }
    return false;
  }
}
