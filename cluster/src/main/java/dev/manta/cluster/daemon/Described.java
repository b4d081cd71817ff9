package dev.manta.cluster.daemon;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/// Names and values as a small text file.
public record Described(Map<String, String> values) {
  public Described {
    values = Map.copyOf(values);
  }

  public static Described parse(byte[] text) {
    try {
      var properties = new Properties();
      properties.load(new StringReader(new String(text, StandardCharsets.UTF_8)));
      Map<String, String> values = new TreeMap<>();
      properties.stringPropertyNames().forEach(n -> values.put(n, properties.getProperty(n)));
      return new Described(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /// The same with one more.
  public Described with(String name, String value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(name, value);
    return new Described(more);
  }

  public byte[] bytes() {
    try {
      var properties = new Properties();
      properties.putAll(values);
      var writer = new StringWriter();
      properties.store(writer, null);
      return writer.toString().getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
