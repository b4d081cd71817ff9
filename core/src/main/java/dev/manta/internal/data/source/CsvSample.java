package dev.manta.internal.data.source;

import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.files.TypeNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sees the columns of CSV files and their types from the first rows of some of them.
final class CsvSample {
  private static final int ROWS = 1000;

  private final CsvRecords records;
  private final Map<String, @Nullable Type> types = new LinkedHashMap<>();
  private final Set<String> large = new HashSet<>();
  private String first = "";

  private CsvSample(CsvRecords records) {
    this.records = records;
  }

  /// @param isAll whether these are all files that there are
  static Schema schema(List<Split> files, boolean isAll, CsvRecords records) {
    var sample = new CsvSample(records);
    records.options().names().forEach(name -> sample.types.put(name, null));
    files.forEach(sample::file);
    return sample.schema(isAll);
  }

  private void file(Split file) {
    List<String> names = new ArrayList<>(records.options().names());
    int[] rows = {0};
    records.head(
        file,
        (record, where) -> {
          if (names.isEmpty()) {
            names.addAll(CsvHeader.of(record, file.path(), where));
            first = types.isEmpty() ? file.path() : first;
            requireSame(file, names);
            names.forEach(name -> types.putIfAbsent(name, null));
          } else {
            widen(record, names);
          }
          return rows[0]++ < ROWS;
        });
  }

  private void requireSame(Split file, List<String> names) {
    if (!types.isEmpty() && names.stream().noneMatch(types::containsKey)) {
      throw new MantaException(
          ErrorCode.USER,
          "%s: its first line names %s and none of the columns %s of %s; every file needs a header"
                  .formatted(file.path(), names, types.keySet(), first)
              + " line, or none has one and CsvOptions.noHeader names the columns");
    }
  }

  private void widen(CsvRecord record, List<String> names) {
    for (int i = 0; i < Math.min(record.fields(), names.size()); i++) {
      if (!record.isNull(i) && !record.isEmpty(i)) {
        Type before = types.get(names.get(i));
        String text = record.text(i).strip();
        Type type = type(text);
        if (WholeTypes.isLarge(text, type)) {
          large.add(names.get(i));
        }
        types.put(names.get(i), before == null ? type : Type.commonOrText(before, type));
      }
    }
  }

  private static Type type(String text) {
    if (isWhole(text)) {
      return WholeTypes.of(text);
    }
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Type.Scalar.BOOL;
    }
    boolean number =
        text.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?")
            || text.matches("(?i)[-+]?(nan|inf|infinity)");
    return number && !isPadded(text) ? Type.Scalar.F64 : text(text);
  }

  private static Type text(String text) {
    return isPadded(text) ? Type.Scalar.TEXT : Timestamps.type(text).orElse(Type.Scalar.TEXT);
  }

  private static boolean isWhole(String text) {
    return text.matches("[-+]?[0-9]+") && !isPadded(text);
  }

  /// Whether digits begin with a zero that a number would lose, as in postal codes.
  static boolean isPadded(String text) {
    int first = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    return text.startsWith("0", first) && text.length() > first + 1 && isDigits(text, first);
  }

  private static boolean isDigits(String text, int from) {
    return text.chars().skip(from).allMatch(c -> c >= '0' && c <= '9');
  }

  private Schema schema(boolean isAll) {
    Map<String, String> given = records.options().types();
    given.keySet().forEach(name -> requireKnown(name, isAll));
    List<Field> fields = new ArrayList<>();
    types.forEach(
        (name, seen) -> {
          Type type = given.containsKey(name) ? TypeNames.parse(given.get(name)) : seen(name, seen);
          fields.add(new Field(name, type == null ? Type.Scalar.TEXT : requireText(name, type)));
        });
    return Schema.of(fields);
  }

  private @Nullable Type seen(String name, @Nullable Type type) {
    return type == null || large.contains(name) ? type : WholeTypes.small(type);
  }

  /// A column whose type is given may be in files that were not looked at.
  private void requireKnown(String name, boolean isAll) {
    if (isAll && !types.isEmpty() && !types.containsKey(name)) {
      throw new IllegalArgumentException(
          "there is no column \"%s\"; there are %s"
              .formatted(name, String.join(", ", types.keySet())));
    }
    types.putIfAbsent(name, null);
  }

  private static Type requireText(String name, Type type) {
    if (type instanceof Type.ListOf || type instanceof Type.FixedBytes) {
      throw new IllegalArgumentException(
          "column \"%s\": CSV has no values of %s".formatted(name, type.text()));
    }
    return type;
  }
}
