package dev.manta.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Numbers as people read them: three digits that count.
public final class Figure {
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private Figure() {}

  public static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return String.valueOf(value);
    }
    if (Math.abs(value) >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return plain(BigDecimal.valueOf(value).round(THREE_DIGITS));
  }

  static String list(Map<String, Double> figures) {
    return new TreeMap<>(figures)
        .entrySet().stream()
            .map(each -> each.getKey() + " " + text(each.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return (stripped.scale() < 0 ? stripped.setScale(0) : stripped).toPlainString();
  }
}
