package dev.manta.internal.data.source;

import dev.manta.data.Type;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import org.jspecify.annotations.Nullable;

/// What is known of a column from some of its values: nulls and empty lists decide on nothing.
///
/// @param depth how many lists are around each other
/// @param inner what is in the innermost; null where nobody knows yet
/// @param large whether the type was said, or an integer was seen that no `i64` holds
record JsonShape(int depth, @Nullable Type inner, boolean large) {
  static final JsonShape UNKNOWN = new JsonShape(0, null, false);
  private static final JsonShape TEXT = new JsonShape(0, Type.Scalar.TEXT, false);

  static JsonShape of(Type type) {
    return type instanceof Type.ListOf(Type element)
        ? of(element).listed()
        : new JsonShape(0, type, true);
  }

  static JsonShape of(Json value) {
    if (value instanceof JsonArray all) {
      return elements(all).listed();
    }
    Type type = JsonValues.type(value);
    return new JsonShape(0, type, type != null && WholeTypes.isLarge(value.text(), type));
  }

  private static JsonShape elements(JsonArray all) {
    JsonShape found = UNKNOWN;
    for (Json each : all) {
      found = found.with(of(each));
    }
    return found;
  }

  private JsonShape listed() {
    return new JsonShape(depth + 1, inner, large);
  }

  /// What holds the values of both; texts hold what nothing else does.
  JsonShape with(JsonShape other) {
    if (inner == null) {
      return depth <= other.depth ? other : other.inner == null ? this : TEXT;
    }
    if (other.inner == null) {
      return other.with(this);
    }
    return depth == other.depth
        ? Type.common(inner, other.inner)
            .map(both -> new JsonShape(depth, both, large || other.large))
            .orElse(TEXT)
        : TEXT;
  }

  /// The type of the column; numbers in lists that were all empty.
  Type type() {
    Type known = inner == null || large ? inner : WholeTypes.small(inner);
    Type type = known != null ? known : depth == 0 ? Type.Scalar.TEXT : Type.Scalar.F64;
    for (int i = 0; i < depth; i++) {
      type = new Type.ListOf(type);
    }
    return type;
  }
}
