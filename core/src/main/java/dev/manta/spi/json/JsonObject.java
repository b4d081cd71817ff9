package dev.manta.spi.json;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A JSON object; fields keep the order in which they were put.
public record JsonObject(Map<String, Json> fields) implements Json {
  public static final JsonObject EMPTY = new JsonObject(Map.of());

  public JsonObject {
    fields = fields instanceof Settled ? fields : new Settled(new LinkedHashMap<>(fields));
  }

  /// One of fields that their only owner gives away.
  static JsonObject of(Map<String, Json> fields) {
    return new JsonObject(new Settled(fields));
  }

  /// An empty one, to be filled.
  public static Builder builder() {
    return new Builder();
  }

  /// Its keys, in order.
  public Set<String> keys() {
    return fields.keySet();
  }

  /// Whether it has a key.
  public boolean has(String key) {
    return fields.containsKey(key);
  }

  /// The value of a key, or empty where it has no such key.
  public Optional<Json> find(String key) {
    return Optional.ofNullable(fields.get(key));
  }

  /// The field, which must be there.
  public Json get(String key) {
    Json value = fields.get(key);
    if (value == null) {
      throw new JsonException("field \"" + key + "\" is missing; present: " + keys());
    }
    return value;
  }

  @Nullable Json getOrNull(String key) {
    return fields.get(key);
  }

  /// The same with one more value, or with another one for its key.
  public JsonObject with(String key, Json value) {
    LinkedHashMap<String, Json> copy = new LinkedHashMap<>(fields);
    copy.put(key, value);
    return new JsonObject(copy);
  }

  @Override
  public void writeTo(JsonBytes out) {
    out.raw('{');
    boolean first = true;
    for (Map.Entry<String, Json> field : fields.entrySet()) {
      if (!first) {
        out.raw(',');
      }
      first = false;
      out.string(field.getKey());
      out.raw(':');
      field.getValue().writeTo(out);
    }
    out.raw('}');
  }

  @Override
  public String describe() {
    return "an object";
  }

  @Override
  public String toString() {
    return text();
  }

  /// Fields that nobody changes any more.
  private static final class Settled extends AbstractMap<String, Json> {
    private final Map<String, Json> fields;

    Settled(Map<String, Json> fields) {
      this.fields = Collections.unmodifiableMap(fields);
    }

    @Override
    public @Nullable Json get(Object key) {
      return fields.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
      return fields.containsKey(key);
    }

    @Override
    public Set<String> keySet() {
      return fields.keySet();
    }

    @Override
    public Set<Entry<String, Json>> entrySet() {
      return fields.entrySet();
    }
  }

  /// Collects fields in order.
  public static final class Builder {
    private LinkedHashMap<String, Json> fields = new LinkedHashMap<>();

    private Builder() {}

    /// Adds a value, or replaces that of its key.
    public Builder put(String key, Json value) {
      if (fields.putIfAbsent(key, value) != null) {
        throw new IllegalArgumentException("field \"" + key + "\" is put twice");
      }
      return this;
    }

    /// Adds a text.
    public Builder put(String key, String value) {
      return put(key, Json.of(value));
    }

    /// Adds a whole number.
    public Builder put(String key, long value) {
      return put(key, Json.of(value));
    }

    /// Adds a number.
    public Builder put(String key, double value) {
      return put(key, Json.of(value));
    }

    /// Adds a truth value.
    public Builder put(String key, boolean value) {
      return put(key, Json.of(value));
    }

    /// What was put, in that order; the builder is empty afterwards.
    public JsonObject build() {
      JsonObject built = of(fields);
      fields = new LinkedHashMap<>();
      return built;
    }
  }
}
