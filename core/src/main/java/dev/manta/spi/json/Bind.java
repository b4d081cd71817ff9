package dev.manta.spi.json;

import java.lang.reflect.Type;

/// Binds records to JSON and back.
///
/// Bound are records, sealed interfaces of records (by a field `type` with the simple class name),
/// enums, primitives, `String`, `Optional`, `List`, `Set`, `Map`, `Duration` and `Instant` as ISO
/// text, `byte[]` as base64, other arrays, `Json` itself, and classes and interfaces that have
/// `toJson()` and a static `fromJson(Json)`. Empty optionals are left out. Components of a record
/// that is [Flat] are written among those of the record around it.
public final class Bind {
  private Bind() {}

  /// The value as JSON, by its own class: a record of a sealed interface gets no `type` field this
  /// way.
  public static Json write(Object value) {
    return BindWriter.write(value, value.getClass());
  }

  /// The value as JSON where `declared` is expected, so that a sealed interface gets its `type`
  /// field.
  public static Json write(Object value, Type declared) {
    return BindWriter.write(value, declared);
  }

  /// The record that a value stands for.
  public static <T> T read(Json json, Class<T> type) {
    return read(json, type, "");
  }

  /// Reads a value; `root` is the name that paths in messages begin with, such as `config`.
  public static <T> T read(Json json, Class<T> type, String root) {
    return type.cast(BindReader.read(json, Types.boxed(type), Place.root(root)));
  }

  /// Reads what an older version may have written: a field that is missing is empty, `0`, `false`
  /// or `""`; a record is one of such fields. Where that makes no sense, as in an enum, it must be
  /// there.
  public static <T> T readOlder(Json json, Class<T> type, String root) {
    return type.cast(BindReader.read(json, Types.boxed(type), Place.rootOfOlder(root)));
  }

  /// Reads a value of a generic type such as a record component's.
  public static Object read(Json json, Type type, String root) {
    return BindReader.read(json, type, Place.root(root));
  }

  /// The record that a text in UTF-8 stands for.
  public static <T> T parse(byte[] utf8, Class<T> type) {
    return read(Json.parse(utf8), type);
  }
}
