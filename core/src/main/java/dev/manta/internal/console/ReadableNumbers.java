package dev.manta.internal.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Numbers and times as people read them.
public final class ReadableNumbers {
  private static final int TEXT_MAX = 200;

  private ReadableNumbers() {}

  /// A metric's value: four significant digits for fractions, all digits for whole numbers, the
  /// beginning of a long text.
  public static String value(Object value) {
    return switch (value) {
      case Double number -> fraction(number);
      case Float number -> fraction(number.doubleValue());
      default -> text(String.valueOf(value));
    };
  }

  private static String text(String value) {
    String shown = TerminalLines.clean(value.substring(0, Math.min(value.length(), TEXT_MAX)));
    return value.length() > TEXT_MAX ? shown + "…" : shown;
  }

  static String fraction(double number) {
    double size = Math.abs(number);
    if (!Double.isFinite(number) || number == 0) {
      return Double.isFinite(number) ? "0" : String.valueOf(number);
    }
    if (size >= 1e7 || size < 1e-4) {
      return String.format(Locale.ROOT, "%.3e", number);
    }
    int decimals = Math.clamp(3 - (int) Math.floor(Math.log10(size)), 0, 6);
    return String.format(Locale.ROOT, "%." + decimals + "f", number);
  }

  /// A span of time: `3.2 s`, `4:05`, `2:03:07`. One that a clock that was set back has made
  /// negative is nothing.
  public static String time(Duration span) {
    Duration time = span.isNegative() ? Duration.ZERO : span;
    long seconds = time.toSeconds();
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
    return seconds < 3600
        ? String.format(Locale.ROOT, "%s:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%s:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  /// A span of time as somebody would type it: `2 h`, `1 h 30 min`, `45 s`, `200 ms`.
  public static String words(Duration span) {
    List<String> words = new ArrayList<>();
    add(words, span.toHours(), "h");
    add(words, span.toMinutesPart(), "min");
    add(words, span.toSecondsPart(), "s");
    add(words, span.toMillisPart(), "ms");
    return words.isEmpty() ? "0 s" : String.join(" ", words);
  }

  private static void add(List<String> words, long amount, String unit) {
    if (amount > 0) {
      words.add(amount + " " + unit);
    }
  }

  /// A whole number with groups of three digits.
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// One of a thing, or several.
  public static String count(long count, String thing) {
    return count(count) + " " + thing + (count == 1 ? "" : "s");
  }
}
