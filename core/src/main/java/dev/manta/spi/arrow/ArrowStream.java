package dev.manta.spi.arrow;

import dev.manta.data.Batch;
import dev.manta.spi.arrow.FlatBufferWriter.Pointer;
import dev.manta.spi.arrow.FlatBufferWriter.Structs;
import dev.manta.spi.arrow.FlatBufferWriter.Table;
import dev.manta.spi.arrow.FlatBufferWriter.Whole;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// A batch as one of Arrow's streams: a message with its columns, one with its rows, the end. The
/// rows stay where they are until they are written.
public final class ArrowStream {
  static final int SCHEMA = 1;
  static final int BATCH = 3;
  static final int END_BYTES = 8;

  private static final int VERSION_5 = 4;

  private final Table schema;
  private final byte[] columns;
  private final byte[] rows;
  private final ArrowBuffers body;

  /// A stream of one batch.
  public ArrowStream(Batch batch) {
    this.schema = ArrowTypes.schema(batch.schema());
    this.body = new ArrowBuffers(batch);
    this.columns = message(SCHEMA, schema, 0);
    this.rows = message(BATCH, head(batch.rows(), body), body.size());
  }

  private static Table head(int rows, ArrowBuffers body) {
    return Table.of(
        new Whole(8, rows),
        new Pointer(new Structs(body.nodes())),
        new Pointer(new Structs(body.places())));
  }

  /// A mark, the length of the head, the head.
  private static byte[] message(int kind, Table header, long body) {
    byte[] head =
        FlatBufferWriter.message(
            Table.of(
                new Whole(2, VERSION_5),
                new Whole(1, kind),
                new Pointer(header),
                new Whole(8, body)));
    return little(8 + head.length).putInt(-1).putInt(head.length).put(head).array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// How many bytes are written.
  public long size() {
    return columns.length + rows.length + body.size() + END_BYTES;
  }

  /// Writes schema, batch and end.
  public void write(OutputStream to) throws IOException {
    to.write(columns);
    to.write(rows);
    body.write(to);
    to.write(little(END_BYTES).putInt(-1).putInt(0).array());
  }

  /// The list of messages that files have at their end.
  ///
  /// @param from where in the file the stream begins
  public byte[] footer(long from) {
    long[] batch = {from + columns.length, rows.length, body.size()};
    return FlatBufferWriter.message(
        Table.of(
            new Whole(2, VERSION_5),
            new Pointer(schema),
            new Pointer(new Structs(List.of())),
            new Pointer(new Structs(List.of(batch)))));
  }
}
