package dev.manta.internal.data.source;

import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts CSV records into columns. A record is checked as a whole before any of it is put.
///
/// The places say which column each field of the file is.
final class CsvRows {
  private final Schema schema;
  private final List<@Nullable ColumnBuilder> columns;
  private final int[] places;
  private final Set<String> given;
  private final long[] wholes;
  private final double[] reals;
  private final @Nullable BigDecimal[] decimals;
  private final boolean[] nulls;
  private int count;

  /// @param given the columns whose types were said
  CsvRows(Schema schema, List<@Nullable ColumnBuilder> columns, int[] places, Set<String> given) {
    this.given = given;
    this.schema = schema;
    this.places = places;
    this.columns = columns;
    this.wholes = new long[schema.size()];
    this.reals = new double[schema.size()];
    this.decimals = new BigDecimal[schema.size()];
    this.nulls = new boolean[schema.size()];
    Arrays.fill(nulls, true);
  }

  int count() {
    return count;
  }

  void add(CsvRecord record) {
    record.requireWhole();
    if (record.fields() != places.length) {
      throw new IllegalArgumentException(
          "%s fields where there are %s columns".formatted(record.fields(), places.length));
    }
    for (int i = 0; i < places.length; i++) {
      ColumnBuilder column = columns.get(places[i]);
      nulls[places[i]] = column == null || isNull(record, i, column.type());
      if (column != null && !nulls[places[i]]) {
        parse(record, i, column);
        if (column.type() == Type.Scalar.I64) {
          requirePlain(record.text(i).strip(), places[i]);
        }
      }
    }
    put(record);
    count++;
  }

  /// Texts alone can be empty: of any other type an empty field is a null, quoted as well.
  private static boolean isNull(CsvRecord record, int field, Type type) {
    return record.isNull(field) || (record.isEmpty(field) && !type.isVariable());
  }

  private void put(CsvRecord record) {
    for (int i = 0; i < places.length; i++) {
      ColumnBuilder column = columns.get(places[i]);
      if (column != null && !nulls[places[i]]) {
        put(record, i, column);
      }
    }
    for (int i = 0; i < nulls.length; i++) {
      ColumnBuilder column = columns.get(i);
      if (column != null && nulls[i]) {
        column.addNull();
      }
    }
  }

  private void parse(CsvRecord record, int field, ColumnBuilder column) {
    int place = places[field];
    Type type = column.type();
    if (type == Type.Scalar.TEXT) {
      requireText(record, field);
      return;
    }
    try {
      if (isReal(type)) {
        reals[place] = Decimals.parse(record.bytes(field), record.from(field), record.to(field));
      } else if (type instanceof Type.Decimal) {
        decimals[place] = decimal(record.text(field).strip(), column);
      } else if (!type.isVariable()) {
        wholes[place] = whole(record.text(field).strip(), column);
      }
    } catch (RuntimeException e) {
      String name = schema.fields().get(place).name();
      throw new IllegalArgumentException(
          "column \"%s\": \"%s\" is not a value of type %s%s"
              .formatted(name, record.text(field), type.text(), seen(name)),
          e);
    }
  }

  private void requireText(CsvRecord record, int field) {
    try {
      record.requireText(field);
    } catch (IllegalArgumentException e) {
      String name = schema.fields().get(places[field]).name();
      throw new IllegalArgumentException("column \"%s\": %s".formatted(name, e.getMessage()), e);
    }
  }

  /// The first rows do not always tell.
  private String seen(String name) {
    return given.contains(name)
        ? ""
        : ", as the first rows are (or say CsvOptions.type(\"%s\", …))".formatted(name);
  }

  /// Digits that begin with a zero are a number only where somebody said so.
  private void requirePlain(String text, int place) {
    Field field = schema.fields().get(place);
    if (CsvSample.isPadded(text) && !given.contains(field.name())) {
      throw new IllegalArgumentException(
          "column \"%1$s\": \"%2$s\" begins with a zero, and rows before were seen to be %3$s: say CsvOptions.type(\"%1$s\", \"text\") to keep it, or \"%3$s\""
              .formatted(field.name(), text, field.type().text()));
    }
  }

  private static boolean isReal(Type type) {
    return type == Type.Scalar.F32 || type == Type.Scalar.F64 || type == Type.Scalar.F16;
  }

  private static BigDecimal decimal(String text, ColumnBuilder column) {
    new ColumnBuilder(column.type()).add(new BigDecimal(text));
    return new BigDecimal(text);
  }

  private static long whole(String text, ColumnBuilder column) {
    long value =
        switch (column.type()) {
          case Type.Timestamp(Type.Unit unit, _) -> Timestamps.moment(text, unit);
          case Type.TimeOfDay(Type.Unit unit) -> Timestamps.time(text, unit);
          case Type.Scalar scalar -> whole(text, scalar);
          case Type.Decimal _, Type.FixedBytes _, Type.ListOf _ ->
              throw new IllegalArgumentException(text);
        };
    if (!column.takes(value)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  private static long whole(String text, Type.Scalar type) {
    return switch (type) {
      case BOOL -> truth(text);
      case DATE -> LocalDate.parse(text).toEpochDay();
      case U64 -> Long.parseUnsignedLong(text);
      case I8, I16, I32, I64, U8, U16, U32 -> Long.parseLong(text);
      case F16, F32, F64, TEXT, BINARY -> throw new IllegalArgumentException(text);
    };
  }

  private static long truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1" -> 1;
      case "false", "0" -> 0;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private void put(CsvRecord record, int field, ColumnBuilder column) {
    int place = places[field];
    BigDecimal decimal = decimals[place];
    if (isReal(column.type())) {
      column.add(reals[place]);
    } else if (column.type() == Type.Scalar.TEXT && !record.isUtf8()) {
      column.add(record.text(field).getBytes(StandardCharsets.UTF_8));
    } else if (column.type().isVariable()) {
      column.add(record.bytes(field), record.from(field), record.to(field) - record.from(field));
    } else if (decimal != null) {
      column.add(decimal);
    } else {
      column.add(wholes[place]);
    }
  }
}
