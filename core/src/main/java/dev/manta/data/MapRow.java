package dev.manta.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A row that a program made.
record MapRow(Map<String, @Nullable Object> values) implements Row {
  @Override
  public List<String> names() {
    return List.copyOf(values.keySet());
  }

  @Override
  public int size() {
    return values.size();
  }

  @Override
  public Map<String, @Nullable Object> toMap() {
    return new LinkedHashMap<>(values);
  }

  @Override
  public @Nullable Object value(String name) {
    Object value = values.get(name);
    if (value == null && !values.containsKey(name)) {
      throw new IllegalArgumentException(
          "there is no column \"" + name + "\"; there are " + String.join(", ", values.keySet()));
    }
    return value;
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
