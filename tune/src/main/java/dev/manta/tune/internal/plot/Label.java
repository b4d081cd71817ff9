package dev.manta.tune.internal.plot;

import java.math.BigDecimal;
import java.math.MathContext;

/// Numbers and names, as short as plots need them and without characters that are not to be seen.
final class Label {
  private static final int DIGITS = 6;
  private static final double SMALL = 1e-3;
  private static final double LARGE = 1e6;

  private Label() {}

  /// A value of a point.
  static String of(Object value) {
    return value instanceof Double number ? number(number) : plain(String.valueOf(value));
  }

  /// A number with six digits at most: `0.25`, `1e-5`.
  static String number(double value) {
    return number(value, DIGITS);
  }

  /// A number with so many digits at most.
  static String number(double value, int digits) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : String.valueOf(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
    double size = Math.abs(value);
    if (size >= SMALL && size < LARGE) {
      return rounded.toPlainString();
    }
    String figures = rounded.unscaledValue().toString();
    int first = figures.startsWith("-") ? 2 : 1;
    String rest = figures.substring(first);
    int exponent = rounded.precision() - rounded.scale() - 1;
    return figures.substring(0, first) + (rest.isEmpty() ? "" : "." + rest) + "e" + exponent;
  }

  /// A name in one line, without what moves a cursor or turns the direction of text.
  static String plain(String text) {
    var kept = new StringBuilder();
    text.codePoints().map(c -> isShown(c) ? c : '\uFFFD').forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /// The text, cut where it is wider.
  static String cut(String text, int most) {
    if (width(text) <= most) {
      return text;
    }
    String kept = text;
    while (!kept.isEmpty() && width(kept) > most - 1) {
      kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
    }
    return kept + "…";
  }

  /// The text with spaces before it.
  static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - width(text))) + text;
  }

  /// The text with spaces behind it.
  static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - width(text)));
  }

  /// How many columns of a terminal it takes: signs of East Asian scripts and pictures take two,
  /// those that join the one before take none.
  static int width(String text) {
    return text.codePoints().map(Label::width).sum();
  }

  private static int width(int c) {
    if (Character.getType(c) == Character.NON_SPACING_MARK) {
      return 0;
    }
    boolean wide =
        switch (Character.UnicodeScript.of(c)) {
          case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
          default -> Character.isEmojiPresentation(c) || (c >= 0xFF01 && c <= 0xFF60);
        };
    return wide ? 2 : 1;
  }
}
