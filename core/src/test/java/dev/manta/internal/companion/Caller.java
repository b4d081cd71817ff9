package dev.manta.internal.companion;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Cursor;
import dev.manta.internal.companion.CompanionRequest.BeginPass;
import dev.manta.internal.companion.CompanionRequest.Greeting;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.spi.arrow.ArrowInput;
import dev.manta.spi.json.Bind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;

/// A rank that calls its companion.
final class Caller implements AutoCloseable {
  private static final int WEIGHT_AND_LENGTH = 12;
  private static final byte[] END = {-1, -1, -1, -1, 0, 0, 0, 0};

  private final SocketChannel channel;
  private final DataInputStream from;
  private final DataOutputStream to;
  private byte[] columns = {};

  private Caller(SocketChannel channel) {
    this.channel = channel;
    this.from = new DataInputStream(Channels.newInputStream(channel));
    this.to = new DataOutputStream(Channels.newOutputStream(channel));
  }

  static Caller of(Path door, String token, CompanionRequest request) throws IOException {
    Path socket = door.resolve(CompanionDoor.SOCKET);
    var caller = new Caller(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    caller.send(new Greeting(token, request));
    return caller;
  }

  void send(Record message) throws IOException {
    byte[] bytes = Bind.write(message).bytes();
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  void begin(BatchOptions options, Cursor cursor) throws IOException {
    send(new BeginPass(options, cursor));
  }

  /// What the companion says.
  record Frame(int kind, byte[] head, byte[] body) {
    CompanionAnswer answer() {
      return Bind.read(dev.manta.spi.json.Json.parse(head), CompanionAnswer.class, "answer");
    }

    double weight() {
      return ByteBuffer.wrap(head).getDouble();
    }

    Cursor cursor() {
      boolean batch = kind == 3;
      int length = batch ? ByteBuffer.wrap(head).getInt(Double.BYTES) : head.length;
      int at = batch ? WEIGHT_AND_LENGTH : 0;
      return Bind.parse(Arrays.copyOfRange(head, at, at + length), Cursor.class);
    }

    long[] numbers() {
      long[] numbers = new long[head.length / Long.BYTES];
      ByteBuffer.wrap(head).asLongBuffer().get(numbers);
      return numbers;
    }
  }

  /// The next frame that does not only tell of columns.
  Frame next() throws IOException {
    int kind = from.readUnsignedByte();
    int head = from.readInt();
    long body = from.readLong();
    var frame = new Frame(kind, from.readNBytes(head), from.readNBytes((int) body));
    if (kind == 2) {
      columns = frame.head();
      return next();
    }
    return frame;
  }

  /// The rows of a frame, read as others read Arrow's streams.
  Batch rows(Frame frame) throws IOException {
    int before = WEIGHT_AND_LENGTH + ByteBuffer.wrap(frame.head()).getInt(Double.BYTES);
    var stream = new ByteArrayOutputStream();
    stream.write(columns);
    stream.write(frame.head(), before, frame.head().length - before);
    stream.write(frame.body());
    stream.write(END);
    return ArrowInput.read(
        new DataInputStream(new ByteArrayInputStream(stream.toByteArray())),
        stream.size(),
        new BatchMemory());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
