package dev.manta.formats.image;

import java.util.Arrays;

/// Some rows of blocks of one colour, as stored: in frequencies. They are resized together.
///
/// Whole lines are added up, which the JIT makes vector instructions of: first columns, and once
/// these are as many as wanted, they are turned into rows.
final class Strip {
  private final Waves across;
  private final Waves down;
  private final int blocks;
  private final float[][] columns;
  private final float[][] narrow;
  private final float[][] lines;
  private final float[][] resized;
  private int block;
  private int target;

  /// @param wide how many blocks there are from left to right
  /// @param blocks how many rows of them it takes
  Strip(Waves across, Waves down, int wide, int blocks) {
    this.across = across;
    this.down = down;
    this.blocks = blocks;
    int width = across.first().length;
    this.columns = new float[wide * Waves.SIZE][blocks * Waves.SIZE];
    this.narrow = new float[width][blocks * Waves.SIZE];
    this.lines = new float[Waves.SIZE][width];
    this.resized = new float[down.first().length][width];
  }

  /// Where frequencies are put: by column, then by row.
  float[][] columns() {
    return columns;
  }

  /// The rows of the resized image, whole once all strips were added.
  float[][] resized() {
    return resized;
  }

  /// Adds what was put to the resized image, and is empty again.
  void add() {
    for (int x = 0; x < narrow.length; x++) {
      Arrays.fill(narrow[x], 0);
      float[] weights = across.weights()[x];
      for (int k = 0; k < weights.length; k += Waves.SIZE) {
        sum(columns, across.first()[x] * Waves.SIZE + k, weights, k, narrow[x]);
      }
    }
    for (int i = 0; i < blocks; i++) {
      turn(i * Waves.SIZE);
      addLines(block++);
    }
    for (float[] column : columns) {
      Arrays.fill(column, 0);
    }
  }

  /// Targets take from blocks in their order.
  private void addLines(int block) {
    while (target < resized.length && down.end(target) <= block) {
      target++;
    }
    for (int y = target; y < resized.length && down.first()[y] <= block; y++) {
      int from = (block - down.first()[y]) * Waves.SIZE;
      sum(lines, 0, down.weights()[y], from, resized[y]);
    }
  }

  private void turn(int row) {
    float[] a = lines[0];
    float[] b = lines[1];
    float[] c = lines[2];
    float[] d = lines[3];
    float[] e = lines[4];
    float[] f = lines[5];
    float[] g = lines[6];
    float[] h = lines[7];
    for (int x = 0; x < narrow.length; x++) {
      float[] from = narrow[x];
      a[x] = from[row];
      b[x] = from[row + 1];
      c[x] = from[row + 2];
      d[x] = from[row + 3];
      e[x] = from[row + 4];
      f[x] = from[row + 5];
      g[x] = from[row + 6];
      h[x] = from[row + 7];
    }
  }

  /// Adds eight lines, each with its weight.
  private static void sum(float[][] lines, int line, float[] weights, int weight, float[] to) {
    float[] a = lines[line];
    float[] b = lines[line + 1];
    float[] c = lines[line + 2];
    float[] d = lines[line + 3];
    float[] e = lines[line + 4];
    float[] f = lines[line + 5];
    float[] g = lines[line + 6];
    float[] h = lines[line + 7];
    float p = weights[weight];
    float q = weights[weight + 1];
    float r = weights[weight + 2];
    float s = weights[weight + 3];
    float t = weights[weight + 4];
    float u = weights[weight + 5];
    float v = weights[weight + 6];
    float w = weights[weight + 7];
    for (int i = 0; i < to.length; i++) {
      float even = a[i] * p + c[i] * r + e[i] * t + g[i] * v;
      to[i] += even + (b[i] * q + d[i] * s + f[i] * u + h[i] * w);
    }
  }
}
