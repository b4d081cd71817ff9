package dev.manta.xgboost.internal.parameters;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Numbers as the names of reported metrics have them: XGBoost reads them as floats, and writes
/// their six leading digits.
final class ReportedNumber {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  private ReportedNumber() {}

  /// What is said for a number that parameters have; what is none is left as it is.
  static String of(String text) {
    Matcher number = NUMBER.matcher(text);
    if (!number.lookingAt()) {
      return text;
    }
    float value = Float.parseFloat(number.group());
    return Float.isFinite(value) ? written(value) : "inf";
  }

  private static String written(float value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    return exponent < -4 || exponent >= DIGITS.getPrecision()
        ? rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString() + power(exponent)
        : rounded.toPlainString();
  }

  private static String power(int exponent) {
    return String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
