package dev.manta.internal.companion;

import dev.manta.spi.arrow.ArrowMessage;
import dev.manta.spi.json.Bind;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// A rank's connection. The rank sends JSON with its length in front. The companion sends frames: a
/// kind, the length of a head and the length of a body, then both.
final class CompanionChannel implements AutoCloseable {
  /// What a frame is.
  enum Kind {
    /// The head is a [CompanionAnswer].
    ANSWER(1),
    /// The head is Arrow's message with the columns of the batches behind it.
    COLUMNS(2),
    /// The head is a [BatchHead], the body that of Arrow's message.
    BATCH(3),
    /// A pass is over; the head is the cursor there.
    END(4),
    /// The head has numbers that all ranks are to be told; an [CompanionRequest.Exchanged] comes
    /// back.
    EXCHANGE(5);

    private final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  private static final int REQUEST_MAX = 64 << 20;
  private static final int FRAME_HEAD = 1 + Integer.BYTES + Long.BYTES;
  private static final byte[] NOTHING = {};

  private final SocketChannel channel;

  CompanionChannel(SocketChannel channel) {
    this.channel = channel;
  }

  /// The next message, which is a record of this type.
  ///
  /// @throws EOFException when the rank is gone
  <R extends Record> R receive(Class<R> type) throws IOException {
    int size = read(Integer.BYTES).getInt();
    if (size < 0 || size > REQUEST_MAX) {
      throw new IOException("a request of " + size + " bytes");
    }
    return Bind.parse(read(size).array(), type);
  }

  /// Waits until the rank is gone, which says nothing more.
  void awaitEnd() throws IOException {
    int read = channel.read(ByteBuffer.allocate(1));
    if (read >= 0) {
      throw new IOException("a rank said more than it should");
    }
  }

  private ByteBuffer read(int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("the rank is gone");
      }
    }
    return bytes.flip();
  }

  void send(CompanionAnswer answer) throws IOException {
    send(Kind.ANSWER, Bind.write(answer, CompanionAnswer.class).bytes());
  }

  void send(Kind kind, byte[] head) throws IOException {
    write(ByteBuffer.wrap(frame(kind, head, NOTHING, 0)));
  }

  /// Rows go to the socket from where they lie.
  void send(BatchHead batch, ArrowMessage rows) throws IOException {
    write(ByteBuffer.wrap(frame(Kind.BATCH, batch.bytes(), rows.head(), rows.bodyBytes())));
    rows.writeBody(channel);
  }

  private static byte[] frame(Kind kind, byte[] first, byte[] second, long body) {
    int head = first.length + second.length;
    return ByteBuffer.allocate(FRAME_HEAD + head)
        .put((byte) kind.number)
        .putInt(head)
        .putLong(body)
        .put(first)
        .put(second)
        .array();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
