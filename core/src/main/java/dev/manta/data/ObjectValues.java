package dev.manta.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Java objects as values of columns.
final class ObjectValues {
  private static final int DIGITS_MAX = 38;
  private static final Type FLOATS = new Type.ListOf(Type.Scalar.F32);
  private static final Type DOUBLES = new Type.ListOf(Type.Scalar.F64);
  private static final Type INTS = new Type.ListOf(Type.Scalar.I32);
  private static final Type LONGS = new Type.ListOf(Type.Scalar.I64);

  private ObjectValues() {}

  /// The type that holds a value: `like` where that is of its kind and holds it exactly. Null for
  /// lists of nothing, which decide on no type.
  static @Nullable Type type(String name, Object value, @Nullable Type like) {
    return switch (value) {
      case Boolean _ -> Type.Scalar.BOOL;
      case Byte _ -> Type.Scalar.I8;
      case Short _ -> Type.Scalar.I16;
      case Integer _ -> Type.Scalar.I32;
      case Long whole -> like == Type.Scalar.U64 && whole >= 0 ? like : Type.Scalar.I64;
      case Float _ -> Type.Scalar.F32;
      case Double _ -> Type.Scalar.F64;
      case BigInteger whole -> whole(whole, like);
      case BigDecimal real -> decimal(real, like);
      case String _ -> Type.Scalar.TEXT;
      case Enum<?> _ -> Type.Scalar.TEXT;
      case byte[] bytes -> bytes(bytes, like);
      case LocalDate _ -> Type.Scalar.DATE;
      case LocalTime time -> time(time, like);
      case Instant moment -> moment(nano(moment), true, like);
      case LocalDateTime moment -> moment(nano(moment), false, like);
      case float[] _ -> FLOATS;
      case double[] _ -> DOUBLES;
      case int[] _ -> INTS;
      case long[] _ -> LONGS;
      case List<?> list -> list(name, list, like);
      default ->
          throw new IllegalArgumentException(
              "column \"%s\" holds a %s; columns hold numbers, booleans, texts, byte[], dates, moments,"
                      .formatted(name, value.getClass().getName())
                  + " arrays and lists of those");
    };
  }

  private static Type whole(BigInteger value, @Nullable Type like) {
    if (like == Type.Scalar.U64 && isUnsignedLong(value)) {
      return like;
    }
    return value.bitLength() < Long.SIZE ? Type.Scalar.I64 : new Type.Decimal(DIGITS_MAX, 0);
  }

  private static boolean isUnsignedLong(BigInteger value) {
    return value.signum() >= 0 && value.bitLength() <= Long.SIZE;
  }

  private static Type decimal(BigDecimal value, @Nullable Type like) {
    return like instanceof Type.Decimal type && holds(type, value)
        ? like
        : new Type.Decimal(DIGITS_MAX, Math.max(0, value.scale()));
  }

  private static boolean holds(Type.Decimal type, BigDecimal value) {
    int before = value.precision() - value.scale();
    return value.scale() <= type.scale() && before <= type.precision() - type.scale();
  }

  private static Type bytes(byte[] bytes, @Nullable Type like) {
    return like instanceof Type.FixedBytes(int width) && width == bytes.length
        ? like
        : Type.Scalar.BINARY;
  }

  private static Type time(LocalTime time, @Nullable Type like) {
    return like instanceof Type.TimeOfDay(Type.Unit unit) && nano(time) % unit.nanos() == 0
        ? like
        : new Type.TimeOfDay(unit(nano(time)));
  }

  private static Type moment(int nano, boolean utc, @Nullable Type like) {
    return like instanceof Type.Timestamp(Type.Unit unit, boolean also)
            && also == utc
            && nano % unit.nanos() == 0
        ? like
        : new Type.Timestamp(unit(nano), utc);
  }

  private static int nano(TemporalAccessor time) {
    return time.get(ChronoField.NANO_OF_SECOND);
  }

  private static Type.Unit unit(int nano) {
    return nano % Type.Unit.MICROS.nanos() == 0 ? Type.Unit.MICROS : Type.Unit.NANOS;
  }

  private static @Nullable Type list(String name, List<?> list, @Nullable Type like) {
    Type now = like instanceof Type.ListOf(Type element) ? element : null;
    Type found = null;
    for (Object each : list) {
      Type type = each == null ? null : type(name, each, now);
      if (type != null) {
        found = found == null ? type : common(name, found, type);
      }
    }
    return found == null ? null : new Type.ListOf(found);
  }

  private static Type common(String name, Type a, Type b) {
    return Type.common(a, b)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "column \"%s\": a list holds values of %s and of %s"
                        .formatted(name, a.text(), b.text())));
  }

  /// Adds a value to a column of a type that holds it; any other is refused.
  static void put(ColumnBuilder to, String name, Object value) {
    if (to.type() instanceof Type.ListOf) {
      putList(to, name, value);
      return;
    }
    boolean fits;
    try {
      fits = fits(to, value);
    } catch (HalfPair e) {
      throw new IllegalArgumentException("column \"%s\": %s".formatted(name, e.getMessage()), e);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw (IllegalArgumentException) misfit(name, to.type(), value).initCause(e);
    }
    if (!fits) {
      throw misfit(name, to.type(), value);
    }
  }

  static IllegalArgumentException misfit(String name, Type type, Object value) {
    return new IllegalArgumentException(
        value instanceof String text
            ? "column \"%s\" is of %s, and \"%s\" is a text".formatted(name, type.text(), text)
            : "column \"%s\" is of %s, where the %s %s does not fit"
                .formatted(name, type.text(), value.getClass().getSimpleName(), shown(value)));
  }

  private static String shown(Object value) {
    return value.getClass().isArray()
        ? "of length " + java.lang.reflect.Array.getLength(value)
        : value.toString();
  }

  private static boolean fits(ColumnBuilder to, Object value) {
    return switch (to.type()) {
      case Type.Scalar scalar -> scalar(to, scalar, value);
      case Type.Timestamp(Type.Unit unit, boolean utc) -> moment(to, unit, utc, value);
      case Type.TimeOfDay(Type.Unit unit) ->
          value instanceof LocalTime time && count(to, unit, time.toSecondOfDay(), nano(time));
      case Type.Decimal _ -> decimal(to, value);
      case Type.FixedBytes _ -> value instanceof byte[] bytes && bytes(to, bytes);
      case Type.ListOf _ -> false;
    };
  }

  private static boolean scalar(ColumnBuilder to, Type.Scalar type, Object value) {
    return switch (type) {
      case BOOL -> value instanceof Boolean truth && added(to, truth ? 1 : 0);
      case I8, I16, I32, I64, U8, U16, U32, U64 -> whole(to, value);
      case F16, F32, F64 -> value instanceof Number number && real(to, number.doubleValue());
      case TEXT ->
          switch (value) {
            case String text -> bytes(to, requireWhole(text).getBytes(StandardCharsets.UTF_8));
            case Enum<?> constant -> bytes(to, constant.name().getBytes(StandardCharsets.UTF_8));
            case byte[] bytes -> bytes(to, bytes);
            default -> false;
          };
      case BINARY -> value instanceof byte[] bytes && bytes(to, bytes);
      case DATE -> value instanceof LocalDate date && added(to, date.toEpochDay());
    };
  }

  /// UTF-8 has no halves of surrogate pairs: Java writes a question mark in their place.
  private static String requireWhole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        int code = text.codePointAt(i);
        if (!Character.isSupplementaryCodePoint(code)) {
          throw new HalfPair(code, i);
        }
        i++;
      }
    }
    return text;
  }

  private static final class HalfPair extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    HalfPair(int code, int index) {
      super(
          String.format(
              Locale.ROOT,
              "character %s of the text is \\u%04x, half of a surrogate pair, which no file can hold",
              index + 1,
              code));
    }
  }

  private static boolean whole(ColumnBuilder to, Object value) {
    return switch (value) {
      case Long whole -> (whole >= 0 || to.type() != Type.Scalar.U64) && added(to, whole);
      case BigInteger whole when to.type() == Type.Scalar.U64 ->
          isUnsignedLong(whole) && added(to, whole.longValue());
      case BigInteger whole -> added(to, whole.longValueExact());
      case BigDecimal whole -> added(to, whole.longValueExact());
      case Boolean truth -> added(to, truth ? 1 : 0);
      case Byte _, Short _, Integer _ -> whole(to, (Object) ((Number) value).longValue());
      default -> false;
    };
  }

  private static boolean added(ColumnBuilder to, long value) {
    to.add(value);
    return true;
  }

  private static boolean real(ColumnBuilder to, double value) {
    to.add(value);
    return true;
  }

  private static boolean bytes(ColumnBuilder to, byte[] value) {
    to.add(value);
    return true;
  }

  private static boolean moment(ColumnBuilder to, Type.Unit unit, boolean utc, Object value) {
    Instant moment =
        switch (value) {
          case Instant given when utc -> given;
          case LocalDateTime given when !utc -> given.toInstant(ZoneOffset.UTC);
          default -> null;
        };
    return moment != null && count(to, unit, moment.getEpochSecond(), nano(moment));
  }

  private static boolean count(ColumnBuilder to, Type.Unit unit, long seconds, int nano) {
    if (nano % unit.nanos() != 0) {
      return false;
    }
    long perSecond = Type.Unit.SECONDS.nanos() / unit.nanos();
    return added(to, Math.addExact(Math.multiplyExact(seconds, perSecond), nano / unit.nanos()));
  }

  private static boolean decimal(ColumnBuilder to, Object value) {
    BigDecimal exact =
        switch (value) {
          case BigDecimal real -> real;
          case BigInteger whole -> new BigDecimal(whole);
          case Byte _, Short _, Integer _, Long _ ->
              BigDecimal.valueOf(((Number) value).longValue());
          default -> null;
        };
    if (exact == null) {
      return false;
    }
    to.add(exact);
    return true;
  }

  private static void putList(ColumnBuilder to, String name, Object value) {
    ColumnBuilder elements = to.elements();
    switch (value) {
      case float[] all when isReal(elements) -> {
        for (float each : all) {
          elements.add((double) each);
        }
      }
      case double[] all when isReal(elements) -> {
        for (double each : all) {
          elements.add(each);
        }
      }
      case int[] all -> {
        for (int each : all) {
          put(elements, name, each);
        }
      }
      case long[] all -> {
        for (long each : all) {
          put(elements, name, each);
        }
      }
      case List<?> all -> all.forEach(each -> putElement(elements, name, each));
      default -> throw misfit(name, to.type(), value);
    }
    to.endList();
  }

  private static boolean isReal(ColumnBuilder column) {
    return column.type() == Type.Scalar.F32
        || column.type() == Type.Scalar.F64
        || column.type() == Type.Scalar.F16;
  }

  private static void putElement(ColumnBuilder to, String name, @Nullable Object value) {
    if (value == null) {
      to.addNull();
    } else {
      put(to, name, value);
    }
  }
}
