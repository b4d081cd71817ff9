package dev.manta.stores.internal.sign;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.StringJoiner;

/// Texts as they stand in a URI and in what is signed: every byte but the plainest as `%XX`.
public final class UriText {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private UriText() {}

  /// A key as a path; its slashes stay.
  public static String path(String key) {
    return encode(key, true);
  }

  /// A name or value of a query.
  public static String value(String text) {
    return encode(text, false);
  }

  /// A query in the order in which it is signed.
  public static String query(SortedMap<String, String> parameters) {
    StringJoiner joined = new StringJoiner("&");
    parameters.forEach((name, value) -> joined.add(value(name) + "=" + value(value)));
    return joined.toString();
  }

  private static String encode(String text, boolean slashes) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if (isPlain(c) || (slashes && c == '/')) {
        out.append(c);
      } else {
        out.append('%').append(HEX.toHexDigits(b));
      }
    }
    return out.toString();
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }
}
