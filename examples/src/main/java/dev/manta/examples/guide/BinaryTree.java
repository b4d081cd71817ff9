package dev.manta.examples.guide;

/// A tree of questions about the features of a row, in a part of an array of numbers: feature and
/// value of each question, level by level, then the answers.
///
/// @param numbers those of many trees
/// @param from where this one begins
record BinaryTree(double[] numbers, int from, int depth) {
  static BinaryTree of(double[] numbers, int index, int depth) {
    return new BinaryTree(numbers, index * size(depth), depth);
  }

  /// How many numbers a tree has.
  static int size(int depth) {
    return 2 * ((1 << depth) - 1) + (1 << depth);
  }

  private int question(int level, int node) {
    return from + 2 * ((1 << level) - 1 + node);
  }

  private int leaf(int node) {
    return from + 2 * ((1 << depth) - 1) + node;
  }

  void split(int level, int node, Histogram.Split split) {
    numbers[question(level, node)] = split.feature();
    numbers[question(level, node) + 1] = split.value();
  }

  void answer(int node, double answer) {
    numbers[leaf(node)] = answer;
  }

  /// In which node of a level a row ends up.
  int nodeOf(RankRows rows, int row, int level) {
    int node = 0;
    for (int i = 0; i < level; i++) {
      int question = question(i, node);
      boolean below = rows.feature(row, (int) numbers[question]) < numbers[question + 1];
      node = 2 * node + (below ? 0 : 1);
    }
    return node;
  }

  /// The tree's answer for a row.
  double answer(RankRows rows, int row) {
    return numbers[leaf(nodeOf(rows, row, depth))];
  }
}
