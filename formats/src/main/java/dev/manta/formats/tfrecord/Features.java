package dev.manta.formats.tfrecord;

import dev.manta.data.Field;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.spi.files.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What columns the features of records are: a value where every record has one, else a list.
final class Features {
  private final Map<String, Type> types = new TreeMap<>();

  /// Takes note of what a record has.
  void add(Map<String, @Nullable Object> features) {
    features.forEach(
        (name, value) -> {
          if (value != null) {
            types.merge(name, type(value), Features::wider);
          }
        });
  }

  private static Type type(Object value) {
    return switch (value) {
      case float[] all -> single(all.length, Type.Scalar.F32);
      case long[] all -> single(all.length, Type.Scalar.I64);
      default -> single(((List<?>) value).size(), Type.Scalar.BINARY);
    };
  }

  private static Type single(int count, Type element) {
    return count == 1 ? element : new Type.ListOf(element);
  }

  private static Type wider(Type a, Type b) {
    return a instanceof Type.ListOf || !(b instanceof Type.ListOf) ? a : b;
  }

  /// The columns, in the order of their names.
  Schema schema(Map<String, String> given) {
    given.forEach((name, type) -> types.put(name, TypeNames.parse(type)));
    List<Field> fields = new ArrayList<>();
    types.forEach((name, type) -> fields.add(new Field(name, type)));
    return Schema.of(fields);
  }

  /// A record's row; features that it does not have are null.
  static Row row(Map<String, @Nullable Object> features, Schema schema) {
    features.forEach((name, value) -> requireKnown(name, value, schema));
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Field field : schema.fields()) {
      values.put(field.name(), value(features.get(field.name()), field));
    }
    return Row.of(values);
  }

  private static void requireKnown(String name, @Nullable Object value, Schema schema) {
    if (value != null && !schema.has(name)) {
      throw new IllegalArgumentException(
          "feature \"%s\" was in none of the records that were looked at for columns%s"
              .formatted(name, wayOut(name)));
    }
  }

  private static @Nullable Object value(@Nullable Object value, Field field) {
    if (value == null || field.type() instanceof Type.ListOf) {
      return value;
    }
    return switch (value) {
      case float[] all -> all.length == 0 ? null : all[requireOne(all.length, field)];
      case long[] all -> all.length == 0 ? null : all[requireOne(all.length, field)];
      default -> {
        List<?> all = (List<?>) value;
        yield all.isEmpty() ? null : all.get(requireOne(all.size(), field));
      }
    };
  }

  private static int requireOne(int count, Field field) {
    if (count != 1) {
      throw new IllegalArgumentException(
          "feature \"%s\" has %s values where the records that were looked at have one%s"
              .formatted(field.name(), count, wayOut(field.name())));
    }
    return 0;
  }

  private static String wayOut(String name) {
    return ": say its type, new TfRecordSource(paths, Map.of(\"%s\", \"list<i64>\"))"
        .formatted(name);
  }
}
