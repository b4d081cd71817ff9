package dev.manta.spi.arrow;

import dev.manta.data.Batch;
import dev.manta.spi.arrow.FlatBufferWriter.Pointer;
import dev.manta.spi.arrow.FlatBufferWriter.Structs;
import dev.manta.spi.arrow.FlatBufferWriter.Table;
import dev.manta.spi.arrow.FlatBufferWriter.Whole;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// A batch as one of Arrow's streams: a message with its columns, one with its rows, the end. The
/// rows stay where they are until they are written.
public final class ArrowStream {
  static final int END_BYTES = 8;

  private static final byte[] END = {-1, -1, -1, -1, 0, 0, 0, 0};
  private static final int VERSION_5 = 4;

  private final Table schema;
  private final ArrowMessage columns;
  private final ArrowMessage rows;

  /// A stream of one batch.
  public ArrowStream(Batch batch) {
    this.schema = ArrowTypes.schema(batch.schema());
    this.columns = ArrowMessage.columns(batch.schema());
    this.rows = ArrowMessage.rows(batch);
  }

  /// How many bytes are written.
  public long size() {
    return columns.headBytes() + rows.headBytes() + rows.bodyBytes() + END_BYTES;
  }

  /// Writes schema, batch and end.
  public void write(OutputStream to) throws IOException {
    columns.write(to);
    rows.write(to);
    to.write(END);
  }

  /// The list of messages that files have at their end.
  ///
  /// @param from where in the file the stream begins
  public byte[] footer(long from) {
    long[] batch = {from + columns.headBytes(), rows.headBytes(), rows.bodyBytes()};
    return FlatBufferWriter.message(
        Table.of(
            new Whole(2, VERSION_5),
            new Pointer(schema),
            new Pointer(new Structs(List.of())),
            new Pointer(new Structs(List.of(batch)))));
  }
}
