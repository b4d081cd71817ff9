package dev.manta.spi.arrow;

import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.spi.arrow.FlatBufferWriter.Nothing;
import dev.manta.spi.arrow.FlatBufferWriter.Pointer;
import dev.manta.spi.arrow.FlatBufferWriter.Table;
import dev.manta.spi.arrow.FlatBufferWriter.Tables;
import dev.manta.spi.arrow.FlatBufferWriter.Text;
import dev.manta.spi.arrow.FlatBufferWriter.Whole;
import java.util.List;

/// A schema as Arrow writes it.
final class ArrowTypes {
  private ArrowTypes() {}

  static Table schema(Schema schema) {
    List<Table> fields = schema.fields().stream().map(ArrowTypes::field).toList();
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
