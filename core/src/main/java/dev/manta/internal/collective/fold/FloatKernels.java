package dev.manta.internal.collective.fold;

import java.util.Arrays;

/// One small loop per operation on floats: each is compiled by itself, into vector instructions.
final class FloatKernels {
  private FloatKernels() {}

  static void sum(float[] sum, float[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] += next[i];
    }
  }

  static void sumScaled(float[] sum, float[] next, float weight, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] += weight * next[i];
    }
  }

  static void min(float[] sum, float[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.min(sum[i], next[i]);
    }
  }

  static void max(float[] sum, float[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.max(sum[i], next[i]);
    }
  }

  static void product(float[] sum, float[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] *= next[i];
    }
  }

  /// A divisor of 0 means that no rank had weight: the sum is 0 and stays so.
  static void divide(float[] sum, float divisor, int count) {
    if (divisor == 0) {
      return;
    }
    for (int i = 0; i < count; i++) {
      sum[i] /= divisor;
    }
  }

  static void clear(float[] sum, int count) {
    Arrays.fill(sum, 0, count, 0);
  }

  static double total(double[] weights) {
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    return total;
  }

  static void fromHalf(short[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.float16ToFloat(from[i]);
    }
  }

  static void toHalf(float[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.floatToFloat16(from[i]);
    }
  }

  static void fromBfloat(short[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.intBitsToFloat(from[i] << 16);
    }
  }

  static void toBfloat(float[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = bfloat(from[i]);
    }
  }

  /// Rounds to the nearest, to even on a tie; a number that is none stays so.
  static short bfloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int rounded = bits + 0x7fff + (bits >>> 16 & 1);
    return (short) (Float.isNaN(value) ? bits >>> 16 | 0x40 : rounded >>> 16);
  }
}
