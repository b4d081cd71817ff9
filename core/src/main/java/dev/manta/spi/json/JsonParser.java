package dev.manta.spi.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads strict JSON: no comments, no trailing commas, no duplicate keys, a limit on depth.
final class JsonParser {
  private static final int DEPTH_MAX = 500;

  private final String text;
  private final boolean exact;
  private int at;
  private int depth;

  /// @param exact whether an integer that no `long` holds keeps its digits
  JsonParser(String text, boolean exact) {
    this.text = text;
    this.exact = exact;
  }

  Json document() {
    Json value = value();
    skipSpace();
    if (at < text.length()) {
      throw error("unexpected " + here() + " after the end of the document");
    }
    return value;
  }

  private Json value() {
    skipSpace();
    if (at == text.length()) {
      throw error("expected a value, found the end of the text");
    }
    char c = text.charAt(at);
    return switch (c) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> new JsonString(string());
      case 't' -> word("true", JsonBoolean.TRUE);
      case 'f' -> word("false", JsonBoolean.FALSE);
      case 'n' -> word("null", JsonNull.NULL);
      default -> number(c);
    };
  }

  private JsonObject object() {
    enter();
    LinkedHashMap<String, Json> fields = new LinkedHashMap<>();
    if (!opensEmpty('}')) {
      do {
        field(fields);
      } while (more('}'));
    }
    depth--;
    return fields.isEmpty() ? JsonObject.EMPTY : JsonObject.of(fields);
  }

  private void field(Map<String, Json> fields) {
    skipSpace();
    int start = at;
    if (peek() != '"') {
      throw error("expected a field name in quotes, found " + here());
    }
    String key = string();
    skipSpace();
    expect(':');
    if (fields.put(key, value()) != null) {
      at = start;
      throw error("field \"" + key + "\" is there twice");
    }
  }

  private JsonArray array() {
    enter();
    ArrayList<Json> items = new ArrayList<>();
    if (!opensEmpty(']')) {
      do {
        items.add(value());
      } while (more(']'));
    }
    depth--;
    return new JsonArray(items);
  }

  private void enter() {
    at++;
    if (++depth > DEPTH_MAX) {
      throw error("nested deeper than " + DEPTH_MAX + " levels");
    }
  }

  private boolean opensEmpty(char close) {
    skipSpace();
    if (peek() != close) {
      return false;
    }
    at++;
    return true;
  }

  private boolean more(char close) {
    skipSpace();
    char c = peek();
    if (c != ',' && c != close) {
      throw error("expected ',' or '" + close + "', found " + here());
    }
    at++;
    return c == ',';
  }

  private Json word(String word, Json value) {
    if (!text.startsWith(word, at)) {
      throw error("expected " + word + ", found " + here());
    }
    at += word.length();
    return value;
  }

  private String string() {
    int start = ++at;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        return text.substring(start, at++);
      }
      if (c == '\\') {
        return escapedString(start);
      }
      if (c < 0x20) {
        throw error("unescaped control character in a string");
      }
    }
    throw error("the string is not closed");
  }

  private String escapedString(int start) {
    StringBuilder out = new StringBuilder().append(text, start, at);
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return out.toString();
      }
      if (c < 0x20) {
        at--;
        throw error("unescaped control character in a string");
      }
      out.append(c == '\\' ? escape() : c);
    }
    throw error("the string is not closed");
  }

  private char escape() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> {
        at--;
        throw error("unknown escape \\" + here());
      }
    };
  }

  private char unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      char c = peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw error("expected four hexadecimal digits after \\u, found " + here());
      }
      code = code << 4 | digit;
      at++;
    }
    return (char) code;
  }

  private Json number(char first) {
    int start = at;
    if (first != '-' && !isDigit(first)) {
      throw error("expected a value, found " + here());
    }
    if (first == '-') {
      at++;
    }
    integerDigits();
    boolean fraction = fraction();
    boolean exponent = exponent();
    return fraction || exponent ? real(start) : integer(start);
  }

  private void integerDigits() {
    if (peek() != '0') {
      digits();
      return;
    }
    at++;
    if (isDigit(peek())) {
      throw error("a number must not start with a zero");
    }
  }

  private boolean fraction() {
    if (peek() != '.') {
      return false;
    }
    at++;
    digits();
    return true;
  }

  private boolean exponent() {
    if (peek() != 'e' && peek() != 'E') {
      return false;
    }
    at++;
    if (peek() == '+' || peek() == '-') {
      at++;
    }
    digits();
    return true;
  }

  private void digits() {
    if (!isDigit(peek())) {
      throw error("expected a digit, found " + here());
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  private Json integer(int start) {
    if (text.charAt(start) == '-' && text.charAt(start + 1) == '0') {
      return new JsonNumber(-0.0);
    }
    try {
      return new JsonNumber(Long.parseLong(text, start, at, 10));
    } catch (NumberFormatException tooLargeForLong) {
      Json rounded = real(start);
      return exact ? new JsonNumber(new BigDecimal(text.substring(start, at))) : rounded;
    }
  }

  private Json real(int start) {
    double value = Double.parseDouble(text.substring(start, at));
    if (Double.isInfinite(value)) {
      at = start;
      throw error("the number is too large for a double");
    }
    return new JsonNumber(value);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void expect(char c) {
    if (peek() != c) {
      throw error("expected '" + c + "', found " + here());
    }
    at++;
  }

  /// The next character, or NUL at the end: NUL is nowhere valid in JSON.
  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void skipSpace() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return;
      }
      at++;
    }
  }

  private String here() {
    return at < text.length() ? "'" + text.charAt(at) + "'" : "the end of the text";
  }

  private JsonException error(String what) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < at && i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    int column = at - lineStart + 1;
    return new JsonException("not JSON at line " + line + ", column " + column + ": " + what);
  }
}
