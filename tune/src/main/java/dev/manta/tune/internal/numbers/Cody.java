package dev.manta.tune.internal.numbers;

/// The error function by rational approximations (W. J. Cody, 1969), to 16 digits.
final class Cody {
  /// Up to here `small` is used, beyond it the others.
  static final double SMALL = 0.46875;

  private static final double[] A = {
    3.1611237438705655,
    113.86415415105016,
    377.485237685302,
    3209.3775891384694,
    0.18577770618460315
  };
  private static final double[] B = {
    23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171
  };
  private static final double[] C = {
    0.5641884969886701, 8.883149794388377, 66.11919063714163, 298.6351381974001,
    881.952221241769, 1712.0476126340707, 2051.0783778260716, 1230.3393547979972,
    2.1531153547440383e-08
  };
  private static final double[] D = {
    15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903,
    3290.7992357334597, 4362.619090143247, 3439.3676741437216, 1230.3393548037495
  };
  private static final double[] P = {
    0.30532663496123236, 0.36034489994980445, 0.12578172611122926,
    0.016083785148742275, 0.0006587491615298378, 0.016315387137302097
  };
  private static final double[] Q = {
    2.568520192289822,
    1.8729528499234673,
    0.5279051029514285,
    0.06051834131244132,
    0.0023352049762686918
  };
  private static final double ONE_OVER_ROOT_PI = 0.5641895835477563;
  private static final double BIG = 26.6;

  private Cody() {}

  /// erf of at most `SMALL`.
  static double small(double y) {
    return y * ratio(A, B, y * y);
  }

  /// erfc of more than that.
  static double large(double y) {
    return y > BIG ? 0 : Math.exp(-y * y) * scaled(y);
  }

  /// exp(y²) erfc(y) of more than that.
  static double scaled(double y) {
    if (y <= 4) {
      return ratio(C, D, y);
    }
    double z = 1 / (y * y);
    return (ONE_OVER_ROOT_PI - z * ratio(P, Q, z)) / y;
  }

  /// Numerators have their leading coefficient last, denominators have 1 for theirs.
  private static double ratio(double[] over, double[] under, double z) {
    int last = under.length - 1;
    double above = over[last + 1] * z;
    double below = z;
    for (int i = 0; i < last; i++) {
      above = (above + over[i]) * z;
      below = (below + under[i]) * z;
    }
    return (above + over[last]) / (below + under[last]);
  }
}
