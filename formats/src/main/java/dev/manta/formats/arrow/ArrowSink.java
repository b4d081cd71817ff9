package dev.manta.formats.arrow;

import dev.manta.data.Batch;
import dev.manta.data.Field;
import dev.manta.data.Sink;
import dev.manta.data.Type;
import dev.manta.formats.arrow.FlatOut.Nothing;
import dev.manta.formats.arrow.FlatOut.Pointer;
import dev.manta.formats.arrow.FlatOut.Structs;
import dev.manta.formats.arrow.FlatOut.Table;
import dev.manta.formats.arrow.FlatOut.Tables;
import dev.manta.formats.arrow.FlatOut.Text;
import dev.manta.formats.arrow.FlatOut.Whole;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes Arrow's streams, or files with a list of their messages at the end, as `pyarrow.ipc` and
/// `pandas.read_feather` read them.
public record ArrowSink(Form form) implements Sink {
  private static final int VERSION_5 = 4;
  private static final int SCHEMA = 1;
  private static final int BATCH = 3;
  private static final byte[] MARK = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final int MARK_BYTES = 8;

  /// Which of Arrow's two forms.
  public enum Form {
    STREAM,
    FILE
  }

  public static ArrowSink stream() {
    return new ArrowSink(Form.STREAM);
  }

  public static ArrowSink file() {
    return new ArrowSink(Form.FILE);
  }

  @Override
  public String extension() {
    return "arrow";
  }

  @Override
  public void write(Batch batch, OutputStream to) throws IOException {
    Table schema = schema(batch);
    var buffers = new ArrowBuffers(batch);
    byte[] first = message(SCHEMA, schema, 0);
    byte[] second = message(BATCH, rows(batch, buffers), buffers.size());
    if (form == Form.FILE) {
      to.write(java.util.Arrays.copyOf(MARK, MARK_BYTES));
    }
    to.write(first);
    to.write(second);
    buffers.write(to);
    to.write(little(8).putInt(-1).putInt(0).array());
    if (form == Form.FILE) {
      footer(schema, MARK_BYTES + first.length, second.length, buffers.size(), to);
    }
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// A mark, the length of the head, the head.
  private static byte[] message(int kind, Table header, long body) {
    byte[] head =
        FlatOut.message(
            Table.of(
                new Whole(2, VERSION_5),
                new Whole(1, kind),
                new Pointer(header),
                new Whole(8, body)));
    return little(8 + head.length).putInt(-1).putInt(head.length).put(head).array();
  }

  private static void footer(Table schema, long at, int head, long body, OutputStream to)
      throws IOException {
    var batch = new Structs(List.of(new long[] {at, head, body}));
    byte[] footer =
        FlatOut.message(
            Table.of(
                new Whole(2, VERSION_5),
                new Pointer(schema),
                new Pointer(new Structs(List.of())),
                new Pointer(batch)));
    to.write(footer);
    to.write(little(4).putInt(footer.length).array());
    to.write(MARK);
  }

  private static Table rows(Batch batch, ArrowBuffers buffers) {
    return Table.of(
        new Whole(8, batch.rows()),
        new Pointer(new Structs(buffers.nodes())),
        new Pointer(new Structs(buffers.places())));
  }

  private static Table schema(Batch batch) {
    List<Table> fields = batch.schema().fields().stream().map(ArrowSink::field).toList();
    return Table.of(new Whole(2, 0), new Pointer(new Tables(fields)));
  }

  private static Table field(Field field) {
    List<Table> children =
        field.type() instanceof Type.ListOf(Type element)
            ? List.of(field(new Field("item", element)))
            : List.of();
    return Table.of(
        new Pointer(new Text(field.name())),
        new Whole(1, 1),
        new Whole(1, kind(field.type())),
        new Pointer(parameters(field.type())),
        new Nothing(),
        new Pointer(new Tables(children)));
  }

  private static int kind(Type type) {
    return switch (type) {
      case Type.Scalar scalar ->
          switch (scalar) {
            case BOOL -> ArrowField.BOOL;
            case I8, I16, I32, I64, U8, U16, U32, U64 -> ArrowField.INT;
            case F16, F32, F64 -> ArrowField.FLOAT;
            case TEXT -> ArrowField.UTF8;
            case BINARY -> ArrowField.BINARY;
            case DATE -> ArrowField.DATE;
          };
      case Type.Timestamp _ -> ArrowField.TIMESTAMP;
      case Type.TimeOfDay _ -> ArrowField.TIME;
      case Type.Decimal _ -> ArrowField.DECIMAL;
      case Type.FixedBytes _ -> ArrowField.FIXED_BINARY;
      case Type.ListOf _ -> ArrowField.LIST;
    };
  }

  private static Table parameters(Type type) {
    return switch (type) {
      case Type.Scalar scalar ->
          switch (scalar) {
            case BOOL, TEXT, BINARY -> Table.of();
            case I8, I16, I32, I64 -> whole(scalar, 1);
            case U8, U16, U32, U64 -> whole(scalar, 0);
            case F16 -> Table.of(new Whole(2, 0));
            case F32 -> Table.of(new Whole(2, 1));
            case F64 -> Table.of(new Whole(2, 2));
            case DATE -> Table.of(new Whole(2, 0));
          };
      case Type.Timestamp(Type.Unit unit, boolean utc) ->
          Table.of(
              new Whole(2, ArrowField.number(unit)),
              utc ? new Pointer(new Text("UTC")) : new Nothing());
      case Type.TimeOfDay(Type.Unit unit) ->
          Table.of(new Whole(2, ArrowField.number(unit)), new Whole(4, isCoarse(type) ? 32 : 64));
      case Type.Decimal(int precision, int scale) ->
          Table.of(new Whole(4, precision), new Whole(4, scale), new Whole(4, 128));
      case Type.FixedBytes(int width) -> Table.of(new Whole(4, width));
      case Type.ListOf _ -> Table.of();
    };
  }

  /// Times of day in seconds or milliseconds take 32 bits in Arrow.
  static boolean isCoarse(Type type) {
    return type instanceof Type.TimeOfDay(Type.Unit unit) && unit.compareTo(Type.Unit.MILLIS) <= 0;
  }

  private static Table whole(Type.Scalar type, int signed) {
    return Table.of(new Whole(4, (long) type.width() * Byte.SIZE), new Whole(1, signed));
  }
}
