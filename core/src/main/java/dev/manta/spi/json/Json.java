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

  /// The value that a text stands for; anything behind it is an error.
  static Json parse(String text) {
    return new JsonParser(text, false).document();
  }

  /// The value that a text in UTF-8 stands for.
  static Json parse(byte[] utf8) {
    return parse(StrictUtf8.decode(utf8, 0, utf8.length));
  }

  /// The same for some bytes of an array.
  static Json parse(byte[] utf8, int offset, int length) {
    return parse(StrictUtf8.decode(utf8, offset, length));
  }

  /// The same with all digits of integers that no `long` holds: a number's value is a `BigDecimal`
  /// then.
  static Json parseExactly(byte[] utf8, int offset, int length) {
    return new JsonParser(StrictUtf8.decode(utf8, offset, length), true).document();
  }

  /// A text.
  static Json of(String value) {
    return new JsonString(value);
  }

  /// A whole number.
  static Json of(long value) {
    return new JsonNumber(value);
  }

  /// A number; NaN and infinities are texts, as JSON has none.
  static Json of(double value) {
    return new JsonNumber(value);
  }

  /// A truth value.
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

  /// This as an object; an error where it is none.
  default JsonObject asObject() {
    if (this instanceof JsonObject object) {
      return object;
    }
    throw new JsonException("expected an object, found " + describe());
  }

  /// This as an array; an error where it is none.
  default JsonArray asArray() {
    if (this instanceof JsonArray array) {
      return array;
    }
    throw new JsonException("expected an array, found " + describe());
  }

  /// This as a text; an error where it is none.
  default String asText() {
    if (this instanceof JsonString string) {
      return string.value();
    }
    throw new JsonException("expected a text, found " + describe());
  }

  /// This as a truth value; an error where it is none.
  default boolean asBoolean() {
    if (this instanceof JsonBoolean bool) {
      return bool.value();
    }
    throw new JsonException("expected true or false, found " + describe());
  }

  /// This as a whole number; an error where it is none.
  default long asLong() {
    return Numbers.asLong(this);
  }

  /// The same, where it must fit into an `int`.
  default int asInt() {
    return (int) Numbers.within(this, Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
  }

  /// A number, or one of the texts `NaN`, `Infinity`, `-Infinity` that stand for what JSON cannot
  /// write.
  default double asDouble() {
    return Numbers.asDouble(this);
  }
}
