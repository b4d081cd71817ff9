package dev.manta.internal.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Text in the OpenMetrics format: the samples of a metric stand together, whoever adds them when.
public final class OpenMetricsPage {
  static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private final Map<String, StringBuilder> families = new LinkedHashMap<>();

  /// Names and values, in order.
  public record Labels(Map<String, String> all) {
    public Labels {
      all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }

    public static Labels of(String name, String value) {
      return new Labels(Map.of()).and(name, value);
    }

    /// The same with one more.
    public Labels and(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(all);
      more.put(name, value);
      return new Labels(more);
    }

    @Override
    public String toString() {
      return all.entrySet().stream()
          .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
          .collect(Collectors.joining(",", "{", "}"));
    }
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /// Something that is there, and what it is.
  public void info(String name, String help, Labels labels) {
    sample(name, "info", "_info", help, labels, 1);
  }

  /// A number that goes up and down.
  public void gauge(String name, String help, Labels labels, double value) {
    sample(name, "gauge", "", help, labels, value);
  }

  /// A number that only grows.
  public void counter(String name, String help, Labels labels, double value) {
    sample(name, "counter", "_total", help, labels, value);
  }

  private void sample(
      String name, String type, String suffix, String help, Labels labels, double value) {
    families
        .computeIfAbsent(name, _ -> head(name, type, help))
        .append(name)
        .append(suffix)
        .append(labels)
        .append(' ')
        .append(number(value))
        .append('\n');
  }

  private static StringBuilder head(String name, String type, String help) {
    return new StringBuilder()
        .append("# TYPE ")
        .append(name)
        .append(' ')
        .append(type)
        .append("\n# HELP ")
        .append(name)
        .append(' ')
        .append(escaped(help))
        .append('\n');
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }

  /// All of it.
  public String text() {
    return String.join("", families.values()) + "# EOF\n";
  }
}
