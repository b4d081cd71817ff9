package dev.manta.bench.search;

import java.util.function.ToDoubleFunction;

/// A function to minimise, whose least value is known.
///
/// @param name what it is called in results
/// @param low the least value of each variable
/// @param high the largest value of each variable
/// @param least the function's least value
/// @param values the function
record TestFunction(
    String name, double[] low, double[] high, double least, ToDoubleFunction<double[]> values) {
  /// How far a value is above the least one.
  double regret(double value) {
    return Math.max(0, value - least);
  }

  int dimensions() {
    return low.length;
  }
}
