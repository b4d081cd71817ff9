package dev.manta.data;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of columns as Java objects.
final class ColumnValues {
  private ColumnValues() {}

  static @Nullable Object at(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    try {
      return present(column, row);
    } catch (DateTimeException | ArithmeticException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "row %s of a column of %s holds no such value: %s"
              .formatted(row, column.type(), e.getMessage()),
          e);
    }
  }

  private static Object present(Column column, int row) {
    return switch (column.type()) {
      case Type.Scalar scalar -> scalar(scalar, column, row);
      case Type.Timestamp stamp -> moment(stamp, column.wholeAt(row));
      case Type.TimeOfDay time ->
          LocalTime.ofNanoOfDay(Math.multiplyExact(column.wholeAt(row), time.unit().nanos()));
      case Type.Decimal decimal -> decimal(column.bytesAt(row), decimal.scale());
      case Type.FixedBytes _ -> column.bytesAt(row);
      case Type.ListOf list -> list(list.element(), column.listAt(row));
    };
  }

  private static Object scalar(Type.Scalar type, Column column, int row) {
    return switch (type) {
      case BOOL -> column.wholeAt(row) != 0;
      case I8 -> (byte) column.wholeAt(row);
      case I16 -> (short) column.wholeAt(row);
      case U8, U16, I32 -> (int) column.wholeAt(row);
      case U32, I64 -> column.wholeAt(row);
      case U64 -> unsigned(column.wholeAt(row));
      case F16, F32 -> (float) column.realAt(row);
      case F64 -> column.realAt(row);
      case TEXT -> column.textAt(row);
      case BINARY -> column.bytesAt(row);
      case DATE -> LocalDate.ofEpochDay(column.wholeAt(row));
    };
  }

  private static Object unsigned(long value) {
    return value >= 0 ? (Object) value : new BigInteger(Long.toUnsignedString(value));
  }

  private static Object moment(Type.Timestamp type, long count) {
    long perSecond = 1_000_000_000L / type.unit().nanos();
    long nanos = Math.floorMod(count, perSecond) * type.unit().nanos();
    Instant instant = Instant.ofEpochSecond(Math.floorDiv(count, perSecond), nanos);
    return type.utc() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  static BigDecimal decimal(byte[] littleEndian, int scale) {
    byte[] bigEndian = new byte[littleEndian.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = littleEndian[bigEndian.length - 1 - i];
    }
    return new BigDecimal(new BigInteger(bigEndian), scale);
  }

  /// Numbers without nulls as an array, anything else as a list.
  private static Object list(Type element, Column elements) {
    boolean plain = !elements.hasNulls();
    if (plain && element == Type.Scalar.F32) {
      return ColumnArrays.floats(elements, "");
    }
    if (plain && element == Type.Scalar.F64) {
      return ColumnArrays.doubles(elements, "");
    }
    if (plain && element == Type.Scalar.I64) {
      return ColumnArrays.longs(elements, "");
    }
    if (plain && element == Type.Scalar.I32) {
      return ColumnArrays.ints(elements, "");
    }
    List<@Nullable Object> all = new ArrayList<>();
    for (int i = 0; i < elements.rows(); i++) {
      all.add(at(elements, i));
    }
    return all;
  }
}
