package dev.manta.lightgbm.internal.run;

import dev.manta.train.Copied;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/// A model while it grows, in LightGBM's text format and with the bytes that LightGBM itself would
/// write: the trees of each round are appended to those before, which is all that a round costs.
///
/// It is live state: survivors hold it, and it is the model's file in checkpoints.
final class ModelText implements Copied {
  private static final String SIZES = "tree_sizes=";
  private static final String TREE = "Tree=";
  private static final String END = "end of trees\n";
  private static final String FEATURES = "feature_names=";
  private static final String PER_ROUND = "num_tree_per_iteration=";
  private static final String PARAMETERS = "\nparameters:";

  private String head = "";
  private String tail = "";
  private final StringBuilder trees = new StringBuilder();
  private final List<Integer> sizes = new ArrayList<>();
  private SplitCounts splits = new SplitCounts(0);

  /// Takes the trees of a text that holds some rounds.
  void append(String text) {
    int end = text.indexOf("\n" + END);
    if (!text.startsWith("tree\n") || end < 0) {
      throw new IllegalArgumentException(
          "this is no model in LightGBM's text format: it does not begin with \"tree\", or has no"
              + " \"end of trees\"");
    }
    int first = text.indexOf("\n" + TREE);
    int beforeTrees = first < 0 ? end : first;
    int sizesAt = text.lastIndexOf(SIZES, beforeTrees);
    if (isEmpty()) {
      head = text.substring(0, sizesAt < 0 ? beforeTrees : sizesAt);
      splits = new SplitCounts(names().size());
    }
    for (int at = first; at >= 0 && at < end; ) {
      int next = text.indexOf("\n" + TREE, at + 1);
      add(text.substring(at + 1, next < 0 || next > end ? end + 1 : next + 1));
      at = next;
    }
    int parameters = text.indexOf(PARAMETERS, end);
    tail = parameters < 0 ? "" : text.substring(parameters);
  }

  private void add(String tree) {
    String numbered = TREE + sizes.size() + tree.substring(tree.indexOf('\n'));
    trees.append(numbered);
    sizes.add(numbered.length());
    splits.add(numbered);
  }

  private List<String> names() {
    return head.lines()
        .filter(line -> line.startsWith(FEATURES))
        .findFirst()
        .map(line -> Arrays.asList(line.substring(FEATURES.length()).split(" ", -1)))
        .orElse(List.of());
  }

  /// How many trees each round has.
  private int treesPerRound() {
    return head.lines()
        .filter(line -> line.startsWith(PER_ROUND))
        .mapToInt(line -> Integer.parseInt(line.substring(PER_ROUND.length())))
        .findFirst()
        .orElse(1);
  }

  /// How many rounds it has.
  int rounds() {
    return isEmpty() ? 0 : sizes.size() / treesPerRound();
  }

  boolean isEmpty() {
    return sizes.isEmpty();
  }

  /// Its size in characters.
  int length() {
    return trees.length();
  }

  /// Drops all rounds but the first so many.
  void keep(int rounds) {
    int end = sizes.subList(0, rounds * treesPerRound()).stream().mapToInt(size -> size).sum();
    String kept = head + "\n" + trees.substring(0, end) + END + tail;
    clear();
    if (rounds > 0) {
      append(kept);
    }
  }

  void clear() {
    head = "";
    tail = "";
    trees.setLength(0);
    sizes.clear();
  }

  /// As LightGBM reads and writes it.
  String text() {
    StringBuilder all = new StringBuilder(head.length() + trees.length() + tail.length() + 1024);
    all.append(head).append(SIZES);
    for (int i = 0; i < sizes.size(); i++) {
      all.append(i == 0 ? "" : " ").append(sizes.get(i));
    }
    return all.append("\n\n")
        .append(trees)
        .append(END)
        .append("\nfeature_importances:\n")
        .append(splits.lines(names()))
        .append(tail)
        .toString();
  }

  /// Tells models apart. How many threads or machines grew one is no part of it.
  String digest() {
    try {
      byte[] bytes = (head + trees).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  @Override
  public byte[] save() {
    return isEmpty() ? new byte[0] : text().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void load(byte[] bytes) {
    clear();
    if (bytes.length > 0) {
      append(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  @Override
  public String ending() {
    return ".txt";
  }
}
