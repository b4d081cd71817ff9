package dev.manta.internal.data.source;

import dev.manta.data.Type;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of rows as JSON.
public final class JsonValues {
  private JsonValues() {}

  /// A value for other programs: decimals are numbers with all their digits.
  public static Json write(@Nullable Object value) {
    return switch (value) {
      case null -> JsonNull.NULL;
      case Boolean truth -> Json.of(truth);
      case Float real -> Json.of(real.doubleValue());
      case Double real -> Json.of(real);
      case BigDecimal real -> new JsonNumber(real);
      case BigInteger whole -> new JsonNumber(new BigDecimal(whole));
      case Number whole -> Json.of(whole.longValue());
      case byte[] bytes -> Json.of(Base64.getEncoder().encodeToString(bytes));
      case float[] all -> array(all.length, i -> Json.of((double) all[i]));
      case double[] all -> array(all.length, i -> Json.of(all[i]));
      case int[] all -> array(all.length, i -> Json.of(all[i]));
      case long[] all -> array(all.length, i -> Json.of(all[i]));
      case List<?> all -> array(all.size(), i -> write(all.get(i)));
      default -> Json.of(value.toString());
    };
  }

  /// A value that [#read] gives back as it was: decimals are texts, as numbers are read as doubles.
  static Json exact(@Nullable Object value) {
    return switch (value) {
      case BigDecimal real -> Json.of(real.toString());
      case BigInteger whole -> Json.of(whole.toString());
      case List<?> all -> array(all.size(), i -> exact(all.get(i)));
      case null, default -> write(value);
    };
  }

  private static Json array(int length, java.util.function.IntFunction<Json> element) {
    List<Json> all = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      all.add(element.apply(i));
    }
    return new JsonArray(all);
  }

  /// The type that holds a value that is not a list; a null holds none.
  static @Nullable Type type(Json json) {
    return switch (json) {
      case JsonNull _ -> null;
      case JsonBoolean _ -> Type.Scalar.BOOL;
      case JsonNumber(Long whole) -> whole < 0 ? Type.Scalar.I64 : Type.Scalar.U64;
      case JsonNumber(BigDecimal large) -> WholeTypes.of(large.toString());
      case JsonNumber _ -> Type.Scalar.F64;
      case JsonString(String text) -> isNumber(text) ? Type.Scalar.F64 : Type.Scalar.TEXT;
      case JsonObject _, JsonArray _ -> Type.Scalar.TEXT;
    };
  }

  /// What stands for numbers that JSON cannot write.
  private static boolean isNumber(String text) {
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  /// A value of a type.
  public static @Nullable Object read(Json json, Type type) {
    if (json instanceof JsonNull) {
      return null;
    }
    if (type instanceof Type.ListOf(Type element)) {
      List<@Nullable Object> all = new ArrayList<>();
      json.asArray().forEach(each -> all.add(read(each, element)));
      return all;
    }
    if (type instanceof Type.Timestamp stamp) {
      return stamp.utc() ? Instant.parse(json.asText()) : LocalDateTime.parse(json.asText());
    }
    return switch (type) {
      case Type.TimeOfDay _ -> LocalTime.parse(json.asText());
      case Type.Decimal _ ->
          new BigDecimal(json instanceof JsonString(String text) ? text : json.text());
      case Type.FixedBytes _ -> Base64.getDecoder().decode(json.asText());
      case Type other -> scalar(json, other);
    };
  }

  private static Object scalar(Json json, Type type) {
    if (type == Type.Scalar.BOOL) {
      return json.asBoolean();
    }
    if (type == Type.Scalar.F32 || type == Type.Scalar.F64 || type == Type.Scalar.F16) {
      return json.asDouble();
    }
    if (type == Type.Scalar.DATE) {
      return LocalDate.parse(json.asText());
    }
    if (type == Type.Scalar.BINARY) {
      return Base64.getDecoder().decode(json.asText());
    }
    if (type == Type.Scalar.TEXT) {
      return json instanceof JsonString(String text) ? text : json.text();
    }
    return switch (json) {
      case JsonString(String text) when type == Type.Scalar.U64 -> new BigInteger(text);
      case JsonNumber(BigDecimal large) when type == Type.Scalar.U64 -> large.toBigIntegerExact();
      default -> json.asLong();
    };
  }
}
