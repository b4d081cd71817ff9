package dev.manta.internal.data.source;

import dev.manta.data.Type;
import java.util.Locale;

/// Reads the short names of types.
public final class TypeNames {
  private static final String LIST = "list<";

  private TypeNames() {}

  /// A type by the name that [Type#text] gives: numbers, texts, booleans, dates, moments in
  /// microseconds, and lists of those.
  public static Type parse(String text) {
    if (text.startsWith(LIST) && text.endsWith(">")) {
      return new Type.ListOf(parse(text.substring(LIST.length(), text.length() - 1)));
    }
    if (text.startsWith("timestamp[micros")) {
      return new Type.Timestamp(Type.Unit.MICROS, text.contains("utc"));
    }
    try {
      return Type.Scalar.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "there is no type \"" + text + "\"; there are i32, i64, f32, f64, text, bool, …", e);
    }
  }
}
