package dev.manta.tune.internal.numbers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Minimises a smooth function within bounds by L-BFGS; steps that leave the bounds end at them.
public final class Lbfgs {
  private static final int MEMORY = 8;
  private static final int TRIES = 20;
  private static final double DECREASE = 1e-4;

  private final Smooth function;
  private final double[] low;
  private final double[] high;
  private final Deque<double[][]> memory = new ArrayDeque<>();

  /// A function and its gradient.
  @FunctionalInterface
  public interface Smooth {
    /// The value at `x`; the gradient is written into `gradient`.
    double at(double[] x, double[] gradient);
  }

  private Lbfgs(Smooth function, double[] low, double[] high) {
    this.function = function;
    this.low = low;
    this.high = high;
  }

  /// Where the function is small, from `start` in at most so many steps.
  public static double[] minimize(
      Smooth function, double[] start, double[] low, double[] high, int steps) {
    return new Lbfgs(function, low, high).run(start, steps);
  }

  private double[] run(double[] start, int steps) {
    double[] x = start.clone();
    clamp(x);
    double[] gradient = new double[x.length];
    double value = function.at(x, gradient);
    for (int step = 0; step < steps && Double.isFinite(value); step++) {
      double[] direction = direction(x, gradient);
      double slope = dot(direction, gradient);
      if (slope > -1e-10) {
        break;
      }
      double[] nextGradient = new double[x.length];
      double[] next = search(x, value, direction, slope, nextGradient);
      if (next.length == 0) {
        break;
      }
      double reached = function.at(next, nextGradient);
      remember(x, next, gradient, nextGradient);
      boolean small = value - reached < 1e-7 * Math.max(1, Math.abs(value));
      x = next;
      gradient = nextGradient;
      value = reached;
      if (small) {
        break;
      }
    }
    return x;
  }

  /// Backtracks until the value is clearly lower; nothing where it never is.
  private double[] search(
      double[] x, double value, double[] direction, double slope, double[] scratch) {
    double length = memory.isEmpty() ? Math.min(1, 0.3 / Math.sqrt(dot(direction, direction))) : 1;
    for (int i = 0; i < TRIES; i++) {
      double[] next = new double[x.length];
      for (int j = 0; j < x.length; j++) {
        next[j] = x[j] + length * direction[j];
      }
      clamp(next);
      double reached = function.at(next, scratch);
      if (reached <= value + DECREASE * length * slope) {
        return next;
      }
      length *= 0.4;
    }
    return new double[0];
  }

  private void clamp(double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.clamp(x[i], low[i], high[i]);
    }
  }

  /// Downhill, bent by what was learnt of the curvature; 0 for what is at its bound and would leave
  /// it.
  private double[] direction(double[] x, double[] gradient) {
    double[] free = gradient.clone();
    for (int i = 0; i < x.length; i++) {
      boolean stuck = (x[i] <= low[i] && gradient[i] > 0) || (x[i] >= high[i] && gradient[i] < 0);
      free[i] = stuck ? 0 : gradient[i];
    }
    double[] direction = bend(free);
    for (int i = 0; i < x.length; i++) {
      direction[i] = free[i] == 0 ? 0 : -direction[i];
    }
    return dot(direction, free) < 0 ? direction : negative(free);
  }

  private static double[] negative(double[] x) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = -x[i];
    }
    return out;
  }

  private double[] bend(double[] gradient) {
    double[] q = gradient.clone();
    List<Double> factors = new ArrayList<>();
    for (double[][] pair : memory) {
      double factor = dot(pair[0], q) / dot(pair[0], pair[1]);
      factors.add(factor);
      add(q, pair[1], -factor);
    }
    double[][] last = memory.peekFirst();
    if (last != null) {
      double scale = dot(last[0], last[1]) / dot(last[1], last[1]);
      for (int i = 0; i < q.length; i++) {
        q[i] *= scale;
      }
    }
    int index = factors.size();
    for (var pairs = memory.descendingIterator(); pairs.hasNext(); ) {
      double[][] pair = pairs.next();
      double factor = factors.get(--index) - dot(pair[1], q) / dot(pair[0], pair[1]);
      add(q, pair[0], factor);
    }
    return q;
  }

  private void remember(double[] from, double[] to, double[] before, double[] after) {
    double[] moved = new double[from.length];
    double[] changed = new double[from.length];
    for (int i = 0; i < from.length; i++) {
      moved[i] = to[i] - from[i];
      changed[i] = after[i] - before[i];
    }
    if (dot(moved, changed) > 1e-12) {
      memory.addFirst(new double[][] {moved, changed});
      if (memory.size() > MEMORY) {
        memory.removeLast();
      }
    }
  }

  private static void add(double[] to, double[] what, double times) {
    for (int i = 0; i < to.length; i++) {
      to[i] += times * what[i];
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }
}
