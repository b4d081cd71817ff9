package dev.manta.spi.json;

import java.nio.charset.StandardCharsets;

/// One JSON value.
///
/// Writing is a method of each kind rather than a `switch` over the kinds: workers load this
/// package before their hello, and a pattern switch costs milliseconds at its first use.
public sealed interface Json
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

  /// Appends the compact text of this value.
  void writeTo(JsonBytes out);

  /// What this value is, for messages: `an object`, `"abc"`, `3`.
  String describe();

  static Json parse(String text) {
    return new JsonParser(text, false).document();
  }

  static Json parse(byte[] utf8) {
    return parse(StrictUtf8.decode(utf8, 0, utf8.length));
  }

  static Json parse(byte[] utf8, int offset, int length) {
    return parse(StrictUtf8.decode(utf8, offset, length));
  }

  /// The same with all digits of integers that no `long` holds: a number's value is a `BigDecimal`
  /// then.
  static Json parseExactly(byte[] utf8, int offset, int length) {
    return new JsonParser(StrictUtf8.decode(utf8, offset, length), true).document();
  }

  static Json of(String value) {
    return new JsonString(value);
  }

  static Json of(long value) {
    return new JsonNumber(value);
  }

  static Json of(double value) {
    return new JsonNumber(value);
  }

  static Json of(boolean value) {
    return JsonBoolean.of(value);
  }

  /// The compact text as UTF-8.
  default byte[] bytes() {
    JsonBytes out = new JsonBytes();
    writeTo(out);
    return out.toByteArray();
  }

  /// The compact text.
  default String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /// The text over several lines, indented by two spaces.
  default String pretty() {
    return new JsonPretty().write(this);
  }

  default JsonObject asObject() {
    if (this instanceof JsonObject object) {
      return object;
    }
    throw new JsonException("expected an object, found " + describe());
  }

  default JsonArray asArray() {
    if (this instanceof JsonArray array) {
      return array;
    }
    throw new JsonException("expected an array, found " + describe());
  }

  default String asText() {
    if (this instanceof JsonString string) {
      return string.value();
    }
    throw new JsonException("expected a text, found " + describe());
  }

  default boolean asBoolean() {
    if (this instanceof JsonBoolean bool) {
      return bool.value();
    }
    throw new JsonException("expected true or false, found " + describe());
  }

  default long asLong() {
    return Numbers.asLong(this);
  }

  default int asInt() {
    return (int) Numbers.within(this, Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
  }

  /// A number, or one of the texts `NaN`, `Infinity`, `-Infinity` that stand for what JSON cannot
  /// write.
  default double asDouble() {
    return Numbers.asDouble(this);
  }
}
