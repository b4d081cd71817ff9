package dev.manta.formats.image;

import java.util.Arrays;

/// The inverse cosine transform of blocks of 8 × 8, in whole numbers.
///
/// The cosines are symmetric: what even frequencies add to a number they add to its mirror image
/// too, and what odd ones add they subtract there. So four sums of each kind make eight numbers.
final class Idct {
  private static final int POINT = 12;
  // Two more bits than the result has are kept between the passes; both passes scale by 8 in all.
  private static final int KEPT = 2;
  private static final int BETWEEN = POINT - KEPT;
  private static final int LAST = POINT + KEPT + 3;
  private static final int MIDDLE = 128 << LAST;

  private static final int W1 = weight(1);
  private static final int W2 = weight(2);
  private static final int W3 = weight(3);
  private static final int W5 = weight(5);
  private static final int W6 = weight(6);
  private static final int W7 = weight(7);

  private final int[] columns = new int[64];
  private final int[] line = new int[8];

  private static int weight(int frequency) {
    return (int) Math.round(Math.sqrt(2) * Math.cos(frequency * Math.PI / 16) * (1 << POINT));
  }

  /// A block of nothing but its mean.
  static void flat(int mean, int[][] to, int row, int at) {
    int value = Math.clamp(((mean + 4) >> 3) + 128, 0, 255);
    for (int y = 0; y < 8; y++) {
      Arrays.fill(to[row + y], at, at + 8, value);
    }
  }

  /// Columns first, then rows; the result is between 0 and 255.
  void block(int[] in, int[][] to, int row, int at) {
    for (int x = 0; x < 8; x++) {
      column(in, x);
    }
    for (int y = 0; y < 8; y++) {
      transform(columns, y * 8, 1, MIDDLE + (1 << (LAST - 1)));
      for (int x = 0; x < 8; x++) {
        to[row + y][at + x] = Math.max(0, Math.min(255, line[x] >> LAST));
      }
    }
  }

  /// Most columns have a mean alone.
  private void column(int[] in, int x) {
    int others = 0;
    for (int i = x + 8; i < 64; i += 8) {
      others |= in[i];
    }
    if (others != 0) {
      transform(in, x, 8, 1 << (BETWEEN - 1));
    }
    for (int y = 0; y < 8; y++) {
      columns[x + y * 8] = others == 0 ? in[x] << KEPT : line[y] >> BETWEEN;
    }
  }

  /// Makes a line of the eight frequencies at these places, each number with this much added.
  private void transform(int[] in, int at, int step, int added) {
    int sum = ((in[at] + in[at + 4 * step]) << POINT) + added;
    int difference = ((in[at] - in[at + 4 * step]) << POINT) + added;
    int second = in[at + 2 * step];
    int sixth = in[at + 6 * step];
    int wide = second * W2 + sixth * W6;
    int narrow = second * W6 - sixth * W2;
    int a = in[at + step];
    int b = in[at + 3 * step];
    int c = in[at + 5 * step];
    int d = in[at + 7 * step];
    mirror(0, sum + wide, a * W1 + b * W3 + c * W5 + d * W7);
    mirror(1, difference + narrow, a * W3 - b * W7 - c * W1 - d * W5);
    mirror(2, difference - narrow, a * W5 - b * W1 + c * W7 + d * W3);
    mirror(3, sum - wide, a * W7 - b * W5 + c * W3 - d * W1);
  }

  private void mirror(int index, int even, int odd) {
    line[index] = even + odd;
    line[7 - index] = even - odd;
  }
}
