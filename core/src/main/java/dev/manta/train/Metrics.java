package dev.manta.train;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// What a report says: named numbers, texts, booleans and nested metrics, in the order given.
///
/// Anything else is refused with its name. A path such as `"validation/accuracy"` reaches into
/// nested metrics.
public final class Metrics {
  private static final Metrics EMPTY = new Metrics(new String[0], new Object[0]);

  private final String[] keys;
  private final Object[] values;

  Metrics(String[] keys, Object[] values) {
    this.keys = keys;
    this.values = values;
  }

  /// No metrics.
  public static Metrics empty() {
    return EMPTY;
  }

  /// One metric. A value that is not a number, text, boolean, map or metrics is refused by its key,
  /// here and below.
  public static Metrics of(String key, Object value) {
    return new Metrics(
        new String[] {MetricValue.key(key)}, new Object[] {MetricValue.of(key, value)});
  }

  /// Two metrics; a key given twice is refused, here and below.
  public static Metrics of(String key1, Object value1, String key2, Object value2) {
    return pairs(key1, value1, key2, value2);
  }

  /// Three metrics.
  public static Metrics of(
      String key1, Object value1, String key2, Object value2, String key3, Object value3) {
    return pairs(key1, value1, key2, value2, key3, value3);
  }

  /// Four metrics.
  public static Metrics of(
      String key1,
      Object value1,
      String key2,
      Object value2,
      String key3,
      Object value3,
      String key4,
      Object value4) {
    return pairs(key1, value1, key2, value2, key3, value3, key4, value4);
  }

  /// Five metrics.
  public static Metrics of(
      String key1,
      Object value1,
      String key2,
      Object value2,
      String key3,
      Object value3,
      String key4,
      Object value4,
      String key5,
      Object value5) {
    return pairs(key1, value1, key2, value2, key3, value3, key4, value4, key5, value5);
  }

  /// The entries of a map in its order.
  public static Metrics of(Map<String, ?> entries) {
    Object[] pairs = new Object[entries.size() * 2];
    int at = 0;
    for (Map.Entry<String, ?> entry : entries.entrySet()) {
      pairs[at++] = entry.getKey();
      pairs[at++] = entry.getValue();
    }
    return pairs(pairs);
  }

  /// Reads what [#writeTo] wrote. The texts `NaN`, `Infinity` and `-Infinity` come back as numbers.
  public static Metrics fromJson(Json json) {
    return MetricValue.metrics(json.asObject());
  }

  private static Metrics pairs(Object... pairs) {
    String[] keys = new String[pairs.length / 2];
    Object[] values = new Object[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = MetricValue.key((String) pairs[2 * i]);
      values[i] = MetricValue.of(keys[i], pairs[2 * i + 1]);
    }
    MetricValue.refuseTwice(keys);
    return new Metrics(keys, values);
  }

  /// These metrics and one more; a key that is already here gets the new value in its old place.
  public Metrics with(String key, Object value) {
    Object checked = MetricValue.of(MetricValue.key(key), value);
    int at = indexOf(key);
    int size = at < 0 ? keys.length + 1 : keys.length;
    String[] newKeys = Arrays.copyOf(keys, size);
    Object[] newValues = Arrays.copyOf(values, size);
    newKeys[at < 0 ? size - 1 : at] = key;
    newValues[at < 0 ? size - 1 : at] = checked;
    return new Metrics(newKeys, newValues);
  }

  /// These metrics and others; where both have a key, the others win.
  public Metrics with(Metrics others) {
    Metrics all = this;
    for (int i = 0; i < others.keys.length; i++) {
      all = all.with(others.keys[i], others.values[i]);
    }
    return all;
  }

  /// Whether there is nothing in it.
  public boolean isEmpty() {
    return keys.length == 0;
  }

  /// The names at the top level, in order.
  public List<String> keys() {
    return List.of(keys);
  }

  /// Whether there is a value at a path.
  public boolean has(String path) {
    return lookup(path) != null;
  }

  /// The value at a path: a `Long`, `Double`, `String`, `Boolean` or `Metrics`.
  public Object get(String path) {
    Object value = lookup(path);
    if (value == null) {
      throw new IllegalArgumentException("no metric \"" + path + "\"; there are " + keys());
    }
    return value;
  }

  /// The number at a path.
  public double number(String path) {
    if (get(path) instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        "metric \"" + path + "\" is not a number but " + MetricValue.describe(get(path)));
  }

  /// The number at a path, or empty where there is none.
  public OptionalDouble findNumber(String path) {
    return lookup(path) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  /// The value at a path as [#get] gives it, or empty where there is none.
  public Optional<Object> find(String path) {
    return Optional.ofNullable(lookup(path));
  }

  /// The text at a path.
  public String text(String path) {
    if (get(path) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(
        "metric \"" + path + "\" is not a text but " + MetricValue.describe(get(path)));
  }

  private @Nullable Object lookup(String path) {
    int whole = indexOf(path);
    if (whole >= 0) {
      return values[whole];
    }
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      int outer = indexOf(path.substring(0, slash));
      if (outer >= 0 && values[outer] instanceof Metrics nested) {
        return nested.lookup(path.substring(slash + 1));
      }
    }
    return null;
  }

  private int indexOf(String key) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /// A copy as plain maps, nested ones included.
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keys.length; i++) {
      map.put(keys[i], values[i] instanceof Metrics nested ? nested.asMap() : values[i]);
    }
    return map;
  }

  /// Nested metrics laid flat: keys are joined with `/`.
  public Metrics flat() {
    if (!isNested()) {
      return this;
    }
    LinkedHashMap<String, Object> map = new LinkedHashMap<>();
    flatten("", map);
    return of(map);
  }

  private boolean isNested() {
    for (Object value : values) {
      if (value instanceof Metrics) {
        return true;
      }
    }
    return false;
  }

  private void flatten(String prefix, Map<String, Object> into) {
    for (int i = 0; i < keys.length; i++) {
      if (values[i] instanceof Metrics nested) {
        nested.flatten(prefix + keys[i] + "/", into);
      } else {
        into.put(prefix + keys[i], values[i]);
      }
    }
  }

  /// Appends these metrics as a JSON object, without building values in between.
  public void writeTo(JsonBytes out) {
    out.raw('{');
    for (int i = 0; i < keys.length; i++) {
      if (i > 0) {
        out.raw(',');
      }
      out.key(keys[i]);
      MetricValue.write(values[i], out);
    }
    out.raw('}');
  }

  /// These metrics as a JSON object; NaN and the infinities become texts.
  public Json toJson() {
    JsonBytes out = new JsonBytes();
    writeTo(out);
    return Json.parse(out.array(), 0, out.length());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Metrics that
        && Arrays.equals(keys, that.keys)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(keys) + Arrays.hashCode(values);
  }

  /// The JSON text.
  @Override
  public String toString() {
    JsonBytes out = new JsonBytes();
    writeTo(out);
    return new String(out.array(), 0, out.length(), StandardCharsets.UTF_8);
  }
}
