package dev.manta.formats.image;

/// The inverse cosine transform of blocks of 8 × 8, in whole numbers of 12 bits behind the point.
final class Idct {
  private static final int A = fixed(0.5411961);
  private static final int B = fixed(-1.847759065);
  private static final int C = fixed(0.765366865);
  private static final int D = fixed(1.175875602);
  private static final int E = fixed(0.298631336);
  private static final int F = fixed(2.053119869);
  private static final int G = fixed(3.072711026);
  private static final int H = fixed(1.501321110);
  private static final int I = fixed(-0.899976223);
  private static final int J = fixed(-2.562915447);
  private static final int K = fixed(-1.961570560);
  private static final int L = fixed(-0.390180644);

  private final int[] half = new int[64];

  private static int fixed(double factor) {
    return (int) Math.round(factor * 4096);
  }

  /// A block of nothing but its mean.
  static void flat(int mean, int[][] to, int row, int at) {
    int value = Math.clamp(((mean + 4) >> 3) + 128, 0, 255);
    for (int y = 0; y < 8; y++) {
      java.util.Arrays.fill(to[row + y], at, at + 8, value);
    }
  }

  /// Columns first, then rows; the result is between 0 and 255.
  void block(int[] in, int[][] to, int row, int at) {
    for (int x = 0; x < 8; x++) {
      column(in, x);
    }
    for (int y = 0; y < 8; y++) {
      row(y * 8, to[row + y], at);
    }
  }

  private void column(int[] in, int x) {
    if ((in[x + 8] | in[x + 16] | in[x + 24] | in[x + 32] | in[x + 40] | in[x + 48] | in[x + 56])
        == 0) {
      int value = in[x] << 2;
      for (int i = x; i < 64; i += 8) {
        half[i] = value;
      }
      return;
    }
    int p1 = (in[x + 16] + in[x + 48]) * A;
    int t2 = p1 + in[x + 48] * B;
    int t3 = p1 + in[x + 16] * C;
    int t0 = (in[x] + in[x + 32]) << 12;
    int t1 = (in[x] - in[x + 32]) << 12;
    int x0 = t0 + t3 + 512;
    int x3 = t0 - t3 + 512;
    int x1 = t1 + t2 + 512;
    int x2 = t1 - t2 + 512;
    t0 = in[x + 56];
    t1 = in[x + 40];
    t2 = in[x + 24];
    t3 = in[x + 8];
    int p3 = t0 + t2;
    int p4 = t1 + t3;
    int p5 = (p3 + p4) * D;
    p1 = p5 + (t0 + t3) * I;
    int p2 = p5 + (t1 + t2) * J;
    p3 = p3 * K;
    p4 = p4 * L;
    t3 = t3 * H + p1 + p4;
    t2 = t2 * G + p2 + p3;
    t1 = t1 * F + p2 + p4;
    t0 = t0 * E + p1 + p3;
    half[x] = (x0 + t3) >> 10;
    half[x + 56] = (x0 - t3) >> 10;
    half[x + 8] = (x1 + t2) >> 10;
    half[x + 48] = (x1 - t2) >> 10;
    half[x + 16] = (x2 + t1) >> 10;
    half[x + 40] = (x2 - t1) >> 10;
    half[x + 24] = (x3 + t0) >> 10;
    half[x + 32] = (x3 - t0) >> 10;
  }

  private void row(int from, int[] to, int at) {
    int[] in = half;
    int p1 = (in[from + 2] + in[from + 6]) * A;
    int t2 = p1 + in[from + 6] * B;
    int t3 = p1 + in[from + 2] * C;
    int t0 = (in[from] + in[from + 4]) << 12;
    int t1 = (in[from] - in[from + 4]) << 12;
    int round = 65536 + (128 << 17);
    int x0 = t0 + t3 + round;
    int x3 = t0 - t3 + round;
    int x1 = t1 + t2 + round;
    int x2 = t1 - t2 + round;
    t0 = in[from + 7];
    t1 = in[from + 5];
    t2 = in[from + 3];
    t3 = in[from + 1];
    int p3 = t0 + t2;
    int p4 = t1 + t3;
    int p5 = (p3 + p4) * D;
    p1 = p5 + (t0 + t3) * I;
    int p2 = p5 + (t1 + t2) * J;
    p3 = p3 * K;
    p4 = p4 * L;
    t3 = t3 * H + p1 + p4;
    t2 = t2 * G + p2 + p3;
    t1 = t1 * F + p2 + p4;
    t0 = t0 * E + p1 + p3;
    to[at] = clipped(x0 + t3);
    to[at + 7] = clipped(x0 - t3);
    to[at + 1] = clipped(x1 + t2);
    to[at + 6] = clipped(x1 - t2);
    to[at + 2] = clipped(x2 + t1);
    to[at + 5] = clipped(x2 - t1);
    to[at + 3] = clipped(x3 + t0);
    to[at + 4] = clipped(x3 - t0);
  }

  private static int clipped(int value) {
    return Math.max(0, Math.min(255, value >> 17));
  }
}
