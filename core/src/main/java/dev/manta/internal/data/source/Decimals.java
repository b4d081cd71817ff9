package dev.manta.internal.data.source;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Reads decimal numbers from bytes. Short ones are exact in floating point: an integer below 2^53
/// times or over a power of ten up to 10^22 rounds once. All others go through the JDK.
final class Decimals {
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final int DIGITS_MAX = 15;

  private Decimals() {}

  static double parse(byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = at < to && bytes[at] == '-';
    at += negative ? 1 : 0;
    long digits = 0;
    int count = 0;
    int point = -1;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        count++;
      } else if (bytes[at] == '.' && point < 0) {
        point = count;
      } else {
        return slow(bytes, from, to);
      }
    }
    if (count == 0 || count > DIGITS_MAX) {
      return slow(bytes, from, to);
    }
    double value = point < 0 ? digits : digits / TENS[count - point];
    return negative ? -value : value;
  }

  private static double slow(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.US_ASCII).strip();
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan", "+nan", "-nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> plain(text);
    };
  }

  /// Java's own forms, such as `1d` and `0x1p3`, are none of CSV's.
  private static double plain(String text) {
    char last = text.isEmpty() ? ' ' : text.charAt(text.length() - 1);
    if ((last != '.' && !Character.isDigit(last)) || text.indexOf('x') >= 0) {
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(text);
  }
}
