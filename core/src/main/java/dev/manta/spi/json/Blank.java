package dev.manta.spi.json;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What stands for a field that a document of an older version does not have.
final class Blank {
  private static final Json ZERO = Json.of(0);

  private Blank() {}

  /// Null for a type that has no value like nothing.
  static @Nullable Json of(Class<?> type) {
    if (type == String.class) {
      return Json.of("");
    }
    if (type == Duration.class) {
      return Json.of(Duration.ZERO.toString());
    }
    if (type.isPrimitive()) {
      return primitive(type);
    }
    return type.isRecord() || OwnForm.of(type).read() != null ? JsonObject.EMPTY : null;
  }

  private static @Nullable Json primitive(Class<?> type) {
    if (type == boolean.class) {
      return Json.of(false);
    }
    return type == char.class ? null : ZERO;
  }
}
