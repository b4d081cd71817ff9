package dev.manta.dashboard.internal.curve;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A place in lines of JSON, in the form in which Manta writes them. Whatever has another form is
/// found out when the line is over: [#fits] is false from there on, and nothing is thrown.
///
/// The last byte must be a line break, which ends every part of a line.
final class LineCursor {
  private static final int DIGITS_MAX = 18;
  private static final long EXACT_MAX = 1L << 53;
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private final byte[] bytes;
  private int at;
  private boolean fits;

  LineCursor(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Goes to the beginning of a line.
  void begin(int line) {
    at = line;
    fits = true;
  }

  /// Whether all since then had the form that was expected.
  boolean fits() {
    return fits;
  }

  /// Says that what was read has another form.
  void refuse() {
    fits = false;
  }

  int at() {
    return at;
  }

  byte here() {
    return bytes[at];
  }

  /// Goes over these bytes, which must come next.
  void expect(byte[] literal) {
    int end = at + literal.length;
    if (end <= bytes.length && Arrays.equals(bytes, at, end, literal, 0, literal.length)) {
      at = end;
    } else {
      fits = false;
    }
  }

  /// Goes over a byte, which must come next.
  void expect(char ascii) {
    if (!take(ascii)) {
      fits = false;
    }
  }

  /// Goes over a byte where it comes next.
  boolean take(char ascii) {
    boolean there = bytes[at] == ascii;
    at += there ? 1 : 0;
    return there;
  }

  /// Goes over a text in quotes that was read elsewhere, and the colon behind it, where they come
  /// next.
  boolean takeKey(int start, int length) {
    int end = at + 1 + length;
    boolean there =
        end + 1 < bytes.length
            && bytes[at] == '"'
            && bytes[end] == '"'
            && bytes[end + 1] == ':'
            && Arrays.equals(bytes, at + 1, end, bytes, start, start + length);
    at = there ? end + 2 : at;
    return there;
  }

  /// A text in quotes; what is escaped in it, or is not UTF-8, has another form.
  String text() {
    expect('"');
    int start = at;
    while (bytes[at] != '"' && bytes[at] != '\\' && (bytes[at] < 0 || bytes[at] >= ' ')) {
      at++;
    }
    String text = new String(bytes, start, at - start, StandardCharsets.UTF_8);
    fits &= text.indexOf('\uFFFD') < 0;
    expect('"');
    return text;
  }

  /// A whole number of at most eighteen digits.
  long whole() {
    boolean negative = take('-');
    int start = at;
    long value = 0;
    while (isDigit(bytes[at])) {
      value = value * 10 + (bytes[at++] - '0');
    }
    fits &= isWhole(start, at - start) && at - start <= DIGITS_MAX;
    return negative ? -value : value;
  }

  /// JSON has no zeros before a number.
  private boolean isWhole(int start, int count) {
    return count == 1 || (count > 1 && bytes[start] != '0');
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /// A number, as exact as `Double.parseDouble` reads it.
  double number() {
    int start = at;
    boolean negative = take('-');
    int first = at;
    long digits = digits(0);
    int count = at - first;
    fits &= isWhole(first, count);
    int scale = 0;
    if (take('.')) {
      int point = at;
      digits = digits(digits);
      scale = at - point;
      fits &= scale > 0;
    }
    int power = exponent() - scale;
    boolean exact = count + scale <= DIGITS_MAX && digits <= EXACT_MAX && isExact(power);
    double value = exact ? scaled(digits, power) : Math.abs(parsed(start));
    fits &= value <= Double.MAX_VALUE;
    return negative ? -value : value;
  }

  private long digits(long before) {
    long value = before;
    while (isDigit(bytes[at])) {
      value = value * 10 + (bytes[at++] - '0');
    }
    return value;
  }

  private int exponent() {
    if (!take('e') && !take('E')) {
      return 0;
    }
    boolean negative = take('-');
    if (!negative) {
      take('+');
    }
    int start = at;
    long value = digits(0);
    fits &= at > start && at - start < 5;
    return (int) (negative ? -value : value);
  }

  private static boolean isExact(int power) {
    return power > -POWERS.length && power < POWERS.length;
  }

  /// Both are exact doubles, so what comes out is rounded once.
  private static double scaled(long digits, int power) {
    return power < 0 ? digits / POWERS[-power] : digits * POWERS[power];
  }

  private double parsed(int start) {
    return fits
        ? Double.parseDouble(new String(bytes, start, at - start, StandardCharsets.ISO_8859_1))
        : 0;
  }

  /// Two digits; negative where they are none.
  int twoDigits(int place) {
    return isDigit(bytes[place]) && isDigit(bytes[place + 1])
        ? 10 * (bytes[place] - '0') + bytes[place + 1] - '0'
        : -1;
  }

  /// Moves on by so many bytes, at most to the end.
  void skip(int count) {
    at = Math.min(at + count, bytes.length - 1);
  }

  /// Whether there are more bytes than that from here on.
  boolean has(int count) {
    return at + count < bytes.length;
  }

  /// Whether so many bytes from here on are there, and the same as elsewhere.
  boolean isSame(int place, int count) {
    return has(count) && Arrays.equals(bytes, at, at + count, bytes, place, place + count);
  }

  /// So many bytes from here on, as text.
  String ahead(int count) {
    int end = Math.min(at + count, bytes.length);
    return new String(bytes, at, end - at, StandardCharsets.ISO_8859_1);
  }
}
