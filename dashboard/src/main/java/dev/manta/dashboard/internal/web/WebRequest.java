package dev.manta.dashboard.internal.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// What was asked for.
///
/// @param path its names, without the slashes between them
/// @param query parameters by name, each with all of its values
/// @param body what was sent along
public record WebRequest(
    String method, List<String> path, Map<String, List<String>> query, byte[] body) {
  /// @param rawPath the path as it was sent: a slash that is part of a name is written `%2F`
  static WebRequest of(String method, String rawPath, String rawQuery, byte[] body) {
    List<String> path =
        Arrays.stream(rawPath.split("/", -1))
            .skip(1)
            .map(name -> decoded(name.replace("+", "%2B")))
            .toList();
    return new WebRequest(method, path, query(rawQuery), body);
  }

  private static Map<String, List<String>> query(String raw) {
    Map<String, List<String>> values = new TreeMap<>();
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      values.computeIfAbsent(decoded(name), _ -> new ArrayList<>()).add(decoded(value));
    }
    return values;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /// All values of a parameter.
  public List<String> all(String name) {
    return query.getOrDefault(name, List.of());
  }

  /// The value of a parameter; the first of several.
  public Optional<String> find(String name) {
    return all(name).stream().findFirst().filter(value -> !value.isEmpty());
  }

  /// A whole number.
  public long whole(String name, long usual) {
    return find(name).map(text -> whole(name, text)).orElse(usual);
  }

  private static long whole(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is not a whole number: \"%s\"".formatted(name, text), e);
    }
  }

  /// A whole number that is not less than one and not more than another.
  public int within(String name, int usual, int least, int most) {
    long value = whole(name, usual);
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be from %s to %s, not %s".formatted(name, least, most, value));
    }
    return (int) value;
  }

  /// A rank, where one is given.
  public OptionalInt rank() {
    return find("rank").isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(within("rank", 0, 0, Integer.MAX_VALUE));
  }

  /// A real number.
  public double number(String name, double usual) {
    return find(name).map(text -> number(name, text)).orElse(usual);
  }

  private static double number(String name, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("%s is not a number: \"%s\"".formatted(name, text), e);
    }
  }
}
