package dev.manta.internal.data.source;

import dev.manta.data.CsvOptions;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Split;
import dev.manta.data.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sees the columns of CSV files and their types from the first rows.
final class CsvSample {
  private static final int ROWS = 1000;

  private CsvSample() {}

  static Schema schema(List<Split> splits, CsvOptions options) {
    List<String> names = new ArrayList<>(options.names());
    List<@Nullable Type> types = new ArrayList<>();
    int[] rows = {0};
    if (!splits.isEmpty()) {
      CsvRecords.each(
          splits.getFirst(),
          options,
          (record, _) -> {
            int row = rows[0]++;
            if (row == 0 && options.header()) {
              names(record, names);
            } else if (row <= ROWS) {
              widen(record, types);
            }
          });
    }
    return schema(names, types, options);
  }

  private static void names(CsvRecord record, List<String> names) {
    for (int i = 0; i < record.fields(); i++) {
      String name = record.text(i).strip();
      names.add(i == 0 && name.startsWith("\uFEFF") ? name.substring(1) : name);
    }
  }

  private static void widen(CsvRecord record, List<@Nullable Type> types) {
    for (int i = 0; i < record.fields(); i++) {
      if (i == types.size()) {
        types.add(null);
      }
      if (!record.isNull(i)) {
        Type before = types.get(i);
        Type type = type(record.text(i).strip());
        types.set(i, before == null ? type : JsonValues.wider(before, type));
      }
    }
  }

  private static Type type(String text) {
    if (text.matches("[-+]?[0-9]{1,18}")) {
      return Type.Scalar.I64;
    }
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Type.Scalar.BOOL;
    }
    boolean number =
        text.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?")
            || text.matches("(?i)-?(nan|inf|infinity)");
    return number ? Type.Scalar.F64 : Type.Scalar.TEXT;
  }

  private static Schema schema(List<String> names, List<@Nullable Type> types, CsvOptions options) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String given = options.types().get(names.get(i));
      Type seen = i < types.size() ? types.get(i) : null;
      Type type = seen == null ? Type.Scalar.TEXT : seen;
      fields.add(new Field(names.get(i), given == null ? type : TypeNames.parse(given)));
    }
    Schema schema = Schema.of(fields);
    options.types().keySet().forEach(schema::indexOf);
    return schema;
  }
}
