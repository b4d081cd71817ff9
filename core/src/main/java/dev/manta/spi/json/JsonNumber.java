package dev.manta.spi.json;

import java.math.BigDecimal;

/// A JSON number: a `Long` where it is an integer that fits, else a `Double`. A `BigDecimal` is
/// written with all its digits, and read as one of those unless digits are asked for.
public record JsonNumber(Number value) implements Json {
  public JsonNumber {
    if (!(value instanceof Long || value instanceof Double || value instanceof BigDecimal)) {
      throw new IllegalArgumentException("a JSON number is a Long or a Double, not " + value);
    }
  }

  @Override
  public void writeTo(JsonBytes out) {
    if (value instanceof Long integer) {
      out.number(integer.longValue());
    } else if (value instanceof BigDecimal exact) {
      out.ascii(exact.toString());
    } else {
      out.number(value.doubleValue());
    }
  }

  @Override
  public String describe() {
    return text();
  }

  @Override
  public String toString() {
    return text();
  }
}
