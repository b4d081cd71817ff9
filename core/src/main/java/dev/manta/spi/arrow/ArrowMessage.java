package dev.manta.spi.arrow;

import dev.manta.data.Batch;
import dev.manta.data.Schema;
import dev.manta.spi.arrow.FlatBufferWriter.Pointer;
import dev.manta.spi.arrow.FlatBufferWriter.Structs;
import dev.manta.spi.arrow.FlatBufferWriter.Table;
import dev.manta.spi.arrow.FlatBufferWriter.Whole;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.GatheringByteChannel;
import java.util.Optional;

/// One message of Arrow's stream format: a head, and behind it the rows, which stay where they are
/// until they are written.
public final class ArrowMessage {
  static final int SCHEMA = 1;
  static final int BATCH = 3;

  private static final int VERSION_5 = 4;

  private final byte[] head;
  private final Optional<ArrowBuffers> body;

  private ArrowMessage(int kind, Table header, Optional<ArrowBuffers> body) {
    this.body = body;
    this.head = head(kind, header, bodyBytes());
  }

  /// The names and types of the columns that the next messages have.
  public static ArrowMessage columns(Schema schema) {
    return new ArrowMessage(SCHEMA, ArrowTypes.schema(schema), Optional.empty());
  }

  /// The rows of a batch, which must be open until they are written.
  public static ArrowMessage rows(Batch batch) {
    var body = new ArrowBuffers(batch);
    Table header =
        Table.of(
            new Whole(8, batch.rows()),
            new Pointer(new Structs(body.nodes())),
            new Pointer(new Structs(body.places())));
    return new ArrowMessage(BATCH, header, Optional.of(body));
  }

  /// A mark, the length of the head, the head.
  private static byte[] head(int kind, Table header, long body) {
    byte[] head =
        FlatBufferWriter.message(
            Table.of(
                new Whole(2, VERSION_5),
                new Whole(1, kind),
                new Pointer(header),
                new Whole(8, body)));
    return ByteBuffer.allocate(8 + head.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(-1)
        .putInt(head.length)
        .put(head)
        .array();
  }

  /// What comes before the rows.
  public byte[] head() {
    return head.clone();
  }

  /// How many bytes the rows are; 0 for a message without.
  public long bodyBytes() {
    return body.map(ArrowBuffers::size).orElse(0L);
  }

  int headBytes() {
    return head.length;
  }

  /// Writes head and rows.
  public void write(OutputStream to) throws IOException {
    to.write(head);
    if (body.isPresent()) {
      body.get().write(to);
    }
  }

  /// Writes the rows without copying them on the way.
  public void writeBody(GatheringByteChannel to) throws IOException {
    if (body.isPresent()) {
      body.get().write(to);
    }
  }
}
