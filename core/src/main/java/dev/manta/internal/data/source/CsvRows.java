package dev.manta.internal.data.source;

import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Puts CSV records into columns. A record is checked as a whole before any of it is put.
final class CsvRows {
  private final Schema schema;
  private final List<@Nullable ColumnBuilder> columns;
  private final long[] wholes;
  private final double[] reals;
  private int count;

  CsvRows(Schema schema, List<@Nullable ColumnBuilder> columns) {
    this.schema = schema;
    this.columns = columns;
    this.wholes = new long[schema.size()];
    this.reals = new double[schema.size()];
  }

  int count() {
    return count;
  }

  void add(CsvRecord record) {
    if (record.fields() != schema.size()) {
      throw new IllegalArgumentException(
          "%d fields where there are %d columns".formatted(record.fields(), schema.size()));
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i) != null && !record.isNull(i)) {
        parse(record, i);
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      ColumnBuilder column = columns.get(i);
      if (column != null) {
        put(record, i, column);
      }
    }
    count++;
  }

  private void parse(CsvRecord record, int field) {
    Type type = schema.fields().get(field).type();
    try {
      if (type == Type.Scalar.F32 || type == Type.Scalar.F64) {
        reals[field] = Decimals.parse(record.bytes(field), record.from(field), record.to(field));
      } else if (type == Type.Scalar.BOOL) {
        wholes[field] = truth(record.text(field));
      } else if (type == Type.Scalar.DATE) {
        wholes[field] = LocalDate.parse(record.text(field)).toEpochDay();
      } else if (type.isNumber()) {
        wholes[field] = Long.parseLong(record.text(field).strip());
      }
    } catch (RuntimeException e) {
      Field named = schema.fields().get(field);
      throw new IllegalArgumentException(
          "column \"%s\": \"%s\" is no %s".formatted(named.name(), record.text(field), type.text()),
          e);
    }
  }

  private static long truth(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "1" -> 1;
      case "false", "0" -> 0;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private void put(CsvRecord record, int field, ColumnBuilder column) {
    Type type = column.type();
    if (record.isNull(field)) {
      column.addNull();
    } else if (type == Type.Scalar.F32 || type == Type.Scalar.F64) {
      column.add(reals[field]);
    } else if (type.isVariable()) {
      column.add(record.bytes(field), record.from(field), record.to(field) - record.from(field));
    } else {
      column.add(wholes[field]);
    }
  }
}
