package dev.manta.formats.tfrecord;

import dev.manta.data.Row;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// TensorFlow's `Example`: named lists of bytes, floats or integers.
final class Example {
  private static final int BYTES = 1;
  private static final int FLOATS = 2;
  private static final int WHOLES = 3;
  private static final int LENGTH_DELIMITED = 2;

  private Example() {}

  /// The features by name: `List<byte[]>`, `float[]` or `long[]`; null for one of no kind.
  static Map<String, @Nullable Object> read(byte[] bytes, int from, int length) {
    Map<String, @Nullable Object> values = new TreeMap<>();
    var example = new Message(bytes, from, from + length);
    while (example.next()) {
      Message features = example.inner();
      while (features.next()) {
        entry(features.inner(), values);
      }
    }
    return values;
  }

  private static void entry(Message entry, Map<String, @Nullable Object> values) {
    String name = "";
    Object value = null;
    while (entry.next()) {
      if (entry.field == 1) {
        name = new String(entry.bytes(), StandardCharsets.UTF_8);
      } else {
        value = feature(entry.inner());
      }
    }
    values.put(name, value);
  }

  private static @Nullable Object feature(Message feature) {
    Object value = null;
    while (feature.next()) {
      int kind = feature.field;
      Message list = feature.inner();
      value =
          switch (kind) {
            case BYTES -> strings(list);
            case FLOATS -> floats(list);
            case WHOLES -> wholes(list);
            default -> throw new IllegalArgumentException("a feature of kind " + kind);
          };
    }
    return value;
  }

  private static List<byte[]> strings(Message list) {
    List<byte[]> all = new ArrayList<>();
    while (list.next()) {
      all.add(list.bytes());
    }
    return all;
  }

  private static float[] floats(Message list) {
    List<Float> all = new ArrayList<>();
    while (list.next()) {
      ByteBuffer values = ByteBuffer.wrap(list.bytes()).order(ByteOrder.LITTLE_ENDIAN);
      while (values.hasRemaining()) {
        all.add(values.getFloat());
      }
    }
    float[] array = new float[all.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = all.get(i);
    }
    return array;
  }

  private static long[] wholes(Message list) {
    List<Long> all = new ArrayList<>();
    while (list.next()) {
      if (list.wire == LENGTH_DELIMITED) {
        byte[] packed = list.bytes();
        var values = new Message(packed, 0, packed.length);
        while (!values.isAtEnd()) {
          all.add(values.varint());
        }
      } else {
        all.add(list.number);
      }
    }
    return all.stream().mapToLong(Long::longValue).toArray();
  }

  static byte[] write(Row row) {
    var features = new ByteArrayOutputStream();
    for (String name : row.names()) {
      Object value = row.value(name);
      if (value != null) {
        var entry = new ByteArrayOutputStream();
        delimited(entry, 1, name.getBytes(StandardCharsets.UTF_8));
        delimited(entry, 2, feature(name, value));
        delimited(features, 1, entry.toByteArray());
      }
    }
    var example = new ByteArrayOutputStream();
    delimited(example, 1, features.toByteArray());
    return example.toByteArray();
  }

  private static byte[] feature(String name, Object value) {
    var list = new ByteArrayOutputStream();
    int kind =
        switch (value) {
          case byte[] bytes -> strings(list, List.of(bytes));
          case String text -> strings(list, List.of(text.getBytes(StandardCharsets.UTF_8)));
          case List<?> all -> list(list, name, all);
          case float[] all -> floats(list, all);
          case double[] all -> floats(list, narrowed(all));
          case Float real -> floats(list, new float[] {real});
          case Double real -> floats(list, new float[] {real.floatValue()});
          case Boolean truth -> wholes(list, new long[] {truth ? 1 : 0});
          case long[] all -> wholes(list, all);
          case int[] all -> wholes(list, java.util.Arrays.stream(all).asLongStream().toArray());
          case Number whole -> wholes(list, new long[] {whole.longValue()});
          default ->
              throw new IllegalArgumentException(
                  "column \"%s\": a %s does not fit into a TFRecord"
                      .formatted(name, value.getClass().getName()));
        };
    var feature = new ByteArrayOutputStream();
    delimited(feature, kind, list.toByteArray());
    return feature.toByteArray();
  }

  /// Elements that are not arrays: byte strings and texts, or small integers.
  private static int list(ByteArrayOutputStream out, String name, List<?> all) {
    if (all.stream().anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException(
          "column \"%s\": a list with a null does not fit into a TFRecord; map it first"
              .formatted(name));
    }
    if (!all.isEmpty() && all.stream().allMatch(Number.class::isInstance)) {
      return wholes(out, all.stream().mapToLong(each -> ((Number) each).longValue()).toArray());
    }
    return strings(out, all);
  }

  private static int strings(ByteArrayOutputStream out, List<?> all) {
    for (Object each : all) {
      delimited(
          out,
          1,
          each instanceof byte[] bytes ? bytes : each.toString().getBytes(StandardCharsets.UTF_8));
    }
    return BYTES;
  }

  private static float[] narrowed(double[] all) {
    float[] narrow = new float[all.length];
    for (int i = 0; i < all.length; i++) {
      narrow[i] = (float) all[i];
    }
    return narrow;
  }

  private static int floats(ByteArrayOutputStream out, float[] all) {
    ByteBuffer packed =
        ByteBuffer.allocate(all.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float each : all) {
      packed.putFloat(each);
    }
    delimited(out, 1, packed.array());
    return FLOATS;
  }

  private static int wholes(ByteArrayOutputStream out, long[] all) {
    var packed = new ByteArrayOutputStream();
    for (long each : all) {
      varint(packed, each);
    }
    delimited(out, 1, packed.toByteArray());
    return WHOLES;
  }

  private static void delimited(ByteArrayOutputStream out, int field, byte[] bytes) {
    varint(out, (long) field << 3 | LENGTH_DELIMITED);
    varint(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~127L) != 0) {
      out.write((int) ((rest & 127) | 128));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
