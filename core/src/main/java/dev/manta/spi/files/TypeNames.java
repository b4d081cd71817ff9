package dev.manta.spi.files;

import dev.manta.data.Type;
import java.util.Locale;

/// Reads the short names of types.
public final class TypeNames {
  private static final String LIST = "list<";

  private TypeNames() {}

  /// A type by the name that [Type#text] gives.
  public static Type parse(String text) {
    if (text.startsWith(LIST) && text.endsWith(">")) {
      return new Type.ListOf(parse(text.substring(LIST.length(), text.length() - 1)));
    }
    if (text.endsWith("]") || text.endsWith(")")) {
      return withParameters(text);
    }
    try {
      return Type.Scalar.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "there is no type \"" + text + "\"; there are i32, i64, f32, f64, text, bool, …", e);
    }
  }

  private static Type withParameters(String text) {
    int open = Math.max(text.indexOf('['), text.indexOf('('));
    String[] parameters = text.substring(open + 1, text.length() - 1).split(",", -1);
    return switch (text.substring(0, open)) {
      case "timestamp" -> new Type.Timestamp(unit(parameters[0]), parameters.length > 1);
      case "time" -> new Type.TimeOfDay(unit(parameters[0]));
      case "decimal" ->
          new Type.Decimal(Integer.parseInt(parameters[0]), Integer.parseInt(parameters[1]));
      case "fixed" -> new Type.FixedBytes(Integer.parseInt(parameters[0]));
      default -> throw new IllegalArgumentException("there is no type \"" + text + "\"");
    };
  }

  private static Type.Unit unit(String name) {
    return Type.Unit.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
