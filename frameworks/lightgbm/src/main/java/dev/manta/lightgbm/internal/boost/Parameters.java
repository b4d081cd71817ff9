package dev.manta.lightgbm.internal.boost;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Parameters as the library takes them, by their main names.
public record Parameters(Map<String, String> values) {
  public Parameters {
    values = Map.copyOf(values);
  }

  /// The same with another value of one.
  public Parameters with(String name, Object value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(name, String.valueOf(value));
    return new Parameters(more);
  }

  /// The same, where it has no value of its own.
  public Parameters orElse(String name, Object value) {
    return values.containsKey(name) ? this : with(name, value);
  }

  /// The same without one.
  public Parameters without(String name) {
    Map<String, String> less = new TreeMap<>(values);
    less.remove(name);
    return new Parameters(less);
  }

  /// A value, or what stands for it where there is none.
  public String get(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /// The text that the library parses.
  public String text() {
    return new TreeMap<>(values)
        .entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" "));
  }
}
