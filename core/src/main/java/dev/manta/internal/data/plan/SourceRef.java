package dev.manta.internal.data.plan;

import dev.manta.data.Source;
import dev.manta.internal.data.UserFunction;
import dev.manta.internal.data.rows.CachedRows;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;

/// A source in a plan; it travels as its class and its components.
public final class SourceRef {
  private final Source source;

  private SourceRef(Source source) {
    this.source = source;
  }

  public static SourceRef of(Source source) {
    return new SourceRef(source);
  }

  Source source() {
    return source;
  }

  public Json toJson() {
    if (source instanceof CachedRows) {
      throw new IllegalArgumentException(
          "what materialize() keeps in this process does not travel to workers: use cache(), which"
              + " each process fills for itself, or write files and read those");
    }
    if (!(source instanceof Record)) {
      throw new IllegalArgumentException(
          "the source %s does not travel to workers: make it a record of texts and numbers"
              .formatted(source.getClass().getName()));
    }
    return JsonObject.builder()
        .put("class", source.getClass().getName())
        .put("value", Bind.write(source))
        .build();
  }

  public static SourceRef fromJson(Json json) {
    JsonObject names = json.asObject();
    Class<?> type = UserFunction.load(names.get("class").asText());
    return of((Source) Bind.read(names.get("value"), type, type.getSimpleName()));
  }
}
