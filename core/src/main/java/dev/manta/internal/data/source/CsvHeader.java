package dev.manta.internal.data.source;

import dev.manta.data.Schema;
import dev.manta.data.Split;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The names in the first line of a CSV file.
final class CsvHeader {
  private static final long LENGTH = 64 << 10;

  private CsvHeader() {}

  /// A field without a name, as that of pandas' index, is called by its place: `column0`.
  static List<String> of(CsvRecord record, String path, RecordPlace where) {
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < record.fields(); i++) {
      requireText(record, i, where);
      String name = record.text(i).strip();
      names.add(name.isEmpty() ? "column" + i : name);
      if (!seen.add(names.getLast())) {
        throw new MantaException(
            ErrorCode.USER, path + ": there are two columns named \"" + names.getLast() + "\"");
      }
    }
    return names;
  }

  private static void requireText(CsvRecord record, int field, RecordPlace where) {
    try {
      record.requireText(field);
    } catch (IllegalArgumentException e) {
      throw new MantaException(ErrorCode.USER, where.place() + ": " + e.getMessage(), e);
    }
  }

  /// The names that a file has itself.
  static List<String> read(String path, CsvRecords records) {
    List<String> names = new ArrayList<>();
    Location at = Location.parse(path);
    long size = Storages.at(at).size(at).orElse(0);
    records.head(
        Split.ofBytes(path, 0, Math.min(size, LENGTH)),
        (record, where) -> {
          names.addAll(of(record, path, where));
          return false;
        });
    return names;
  }

  /// Where in the schema each field of a file belongs.
  static int[] places(List<String> names, Schema schema, String path) {
    int[] places = new int[names.size()];
    for (int i = 0; i < places.length; i++) {
      String name = names.get(i);
      places[i] = schema.find(name).orElseThrow(() -> unknown(name, path));
    }
    return places;
  }

  private static MantaException unknown(String name, String path) {
    return new MantaException(
        ErrorCode.USER,
        "%s: column \"%s\" was in none of the files that were looked at for columns: say its type with"
                .formatted(path, name)
            + " CsvOptions.type(\"%s\", …)".formatted(name));
  }
}
