package dev.manta.tune.internal.importance;

import dev.manta.tune.internal.space.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// A tree that cuts the space into boxes until the losses in each are alike.
final class RegressionTree {
  private static final int DEPTH_MAX = 64;

  private final Observations rows;
  private final SplitSearch search;
  private final RandomGenerator random;
  private final List<TreeLeaf> leaves = new ArrayList<>();

  private RegressionTree(Observations rows, RandomGenerator random) {
    this.rows = rows;
    this.search = new SplitSearch(rows);
    this.random = random;
  }

  /// The leaves of a tree over some rows. Random numbers only decide between splits that are
  /// equally good.
  static List<TreeLeaf> leaves(Observations rows, RandomGenerator random) {
    var tree = new RegressionTree(rows, random);
    tree.grow(rows.orders(), rows.everywhere(), 0);
    return List.copyOf(tree.leaves);
  }

  private void grow(List<int[]> orders, List<Region> box, int depth) {
    int[] any = orders.getFirst();
    TreeSplit split =
        depth == DEPTH_MAX || rows.isConstant(any) ? TreeSplit.NONE : best(orders, box);
    if (split.equals(TreeSplit.NONE)) {
      leaves.add(new TreeLeaf(box, rows.mean(any)));
      return;
    }
    boolean[] goesLeft = sides(split, any);
    grow(part(orders, goesLeft, true), TreeLeaf.with(box, split.axis(), split.left()), depth + 1);
    grow(part(orders, goesLeft, false), TreeLeaf.with(box, split.axis(), split.right()), depth + 1);
  }

  /// Begins with a parameter at random: the first of equals wins, and few rows have many equals.
  private TreeSplit best(List<int[]> orders, List<Region> box) {
    int first = random.nextInt(orders.size());
    TreeSplit best = TreeSplit.NONE;
    for (int i = 0; i < orders.size(); i++) {
      int axis = (first + i) % orders.size();
      best = best.or(search.best(axis, orders.get(axis), box.get(axis)));
    }
    return best;
  }

  private boolean[] sides(TreeSplit split, int[] some) {
    boolean[] goesLeft = new boolean[rows.size()];
    Axis axis = rows.axes().get(split.axis());
    double[] places = rows.places()[split.axis()];
    for (int row : some) {
      goesLeft[row] =
          switch (split.left()) {
            case Region.Interval interval -> places[row] < interval.high();
            case Region.Levels levels -> levels.set().get(axis.index(places[row]));
          };
    }
    return goesLeft;
  }

  private static List<int[]> part(List<int[]> orders, boolean[] goesLeft, boolean left) {
    return orders.stream()
        .map(order -> Arrays.stream(order).filter(row -> goesLeft[row] == left).toArray())
        .toList();
  }
}
