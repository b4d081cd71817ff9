package dev.manta.train.tracker;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// A span of time that something took.
///
/// @param id 16 hexadecimal digits
/// @param parent the span that it is a part of
record Span(String trace, String id, Optional<String> parent, String name, Instant from) {
  private static final int INTERNAL = 1;
  private static final int OK = 1;
  private static final int ERROR = 2;

  /// One that begins.
  static Span begin(String trace, Optional<String> parent, String name, Instant from) {
    return new Span(trace, String.format(Locale.ROOT, "%016x", random()), parent, name, from);
  }

  /// All zeros stand for none.
  private static long random() {
    long id = ThreadLocalRandom.current().nextLong();
    return id == 0 ? 1 : id;
  }

  /// It as OTLP writes it, once it has ended.
  JsonObject ended(Instant to, boolean good, Map<String, String> attributes) {
    JsonObject.Builder span = JsonObject.builder().put("traceId", trace).put("spanId", id);
    parent.ifPresent(of -> span.put("parentSpanId", of));
    return span.put("name", name)
        .put("kind", INTERNAL)
        .put("startTimeUnixNano", nanos(from))
        .put("endTimeUnixNano", nanos(to.isBefore(from) ? from : to))
        .put("attributes", attributes(attributes))
        .put("status", JsonObject.builder().put("code", good ? OK : ERROR).build())
        .build();
  }

  private static String nanos(Instant at) {
    return at.getEpochSecond() + String.format(Locale.ROOT, "%09d", at.getNano());
  }

  static JsonArray attributes(Map<String, String> all) {
    return new JsonArray(
        all.entrySet().stream()
            .<Json>map(
                each ->
                    JsonObject.builder()
                        .put("key", each.getKey())
                        .put(
                            "value",
                            JsonObject.builder().put("stringValue", each.getValue()).build())
                        .build())
            .toList());
  }
}
