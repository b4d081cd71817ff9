package dev.manta.tune.internal.numbers;

/// The normal distribution.
public final class Gaussian {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
  private static final double EDGE = 1e-16;
  private static final double TAIL = 0.02425;

  private static final double[] A = {
    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
    1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00
  };
  private static final double[] B = {
    -5.447609879822406e+01,
    1.615858368580409e+02,
    -1.556989798598866e+02,
    6.680131188771972e+01,
    -1.328068155288572e+01,
    1
  };
  private static final double[] C = {
    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
    -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00
  };
  private static final double[] D = {
    7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00, 1
  };

  private Gaussian() {}

  /// The logarithm of the density.
  public static double logDensity(double z) {
    return -0.5 * z * z - LOG_ROOT_TWO_PI;
  }

  /// How likely a value below `z` is.
  public static double below(double z) {
    return 0.5 * erfc(-z / ROOT_TWO);
  }

  /// The complementary error function.
  public static double erfc(double x) {
    double y = Math.abs(x);
    double value = y <= Cody.SMALL ? 1 - Cody.small(y) : Cody.large(y);
    return x < 0 ? 2 - value : value;
  }

  /// `exp(x * x) * erfc(x)` for `x` of at least 0: what is left of a tail when its density is taken
  /// out.
  public static double scaledErfc(double x) {
    return x <= Cody.SMALL ? Math.exp(x * x) * (1 - Cody.small(x)) : Cody.scaled(x);
  }

  /// The value below which so large a part lies (Acklam's approximation, made exact by one step of
  /// Halley's method).
  public static double quantile(double part) {
    double inside = Math.clamp(part, EDGE, 1 - EDGE);
    double x = rough(inside);
    double step = (below(x) - inside) * Math.exp(LOG_ROOT_TWO_PI + 0.5 * x * x);
    return x - step / (1 + 0.5 * x * step);
  }

  /// The same to nine digits, for samples.
  public static double nearQuantile(double part) {
    return rough(Math.clamp(part, EDGE, 1 - EDGE));
  }

  private static double rough(double part) {
    if (part < TAIL) {
      return tail(Math.sqrt(-2 * Math.log(part)));
    }
    if (part > 1 - TAIL) {
      return -tail(Math.sqrt(-2 * Math.log(1 - part)));
    }
    double q = part - 0.5;
    double r = q * q;
    return q * horner(A, r) / horner(B, r);
  }

  private static double tail(double q) {
    return horner(C, q) / horner(D, q);
  }

  private static double horner(double[] coefficients, double x) {
    double sum = 0;
    for (double each : coefficients) {
      sum = sum * x + each;
    }
    return sum;
  }
}
