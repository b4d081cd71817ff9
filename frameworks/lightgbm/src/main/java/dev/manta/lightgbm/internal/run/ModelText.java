package dev.manta.lightgbm.internal.run;

import dev.manta.train.Copied;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A model while it grows, in LightGBM's text format and with the bytes that LightGBM itself would
/// write: the trees of each round are appended to those before, which is all that a round costs.
///
/// It is live state: survivors hold it, and it is the model's file in checkpoints. Rounds are
/// written when somebody asks for them.
final class ModelText implements Copied {
  /// Writes rounds of a model that grows.
  @FunctionalInterface
  interface Source {
    /// @param from the first round, counted from 0
    String text(int from, int rounds);
  }

  private static final String SIZES = "tree_sizes=";
  private static final String TREE = "Tree=";
  private static final String END = "end of trees\n";
  private static final String FEATURES = "feature_names=";
  private static final String PER_ROUND = "num_tree_per_iteration=";
  private static final String PARAMETERS = "\nparameters:";

  private String head = "";
  private String tail = "";
  private final StringBuilder sizes = new StringBuilder();
  private byte[] trees = new byte[1 << 14];
  private int length;
  private int count;
  private SplitCounts splits = new SplitCounts(0);
  private @Nullable Source source;
  private int grown;

  /// Follows a model that grows from here on.
  void follow(Source growing) {
    source = growing;
    grown = rounds();
  }

  /// One more round was grown.
  void grow() {
    grown++;
  }

  /// Writes what has grown; the model is not asked any more.
  void leave() {
    write();
    source = null;
  }

  private void write() {
    if (source != null && rounds() < grown) {
      append(source.text(rounds(), grown - rounds()));
    }
  }

  /// Takes the trees of a text that holds some rounds.
  void append(String text) {
    int end = text.indexOf("\n" + END);
    if (!text.startsWith("tree\n") || end < 0) {
      throw new IllegalArgumentException(
          "this is not a model in LightGBM's text format: it does not begin with \"tree\", or has no"
              + " \"end of trees\"");
    }
    int first = text.indexOf("\n" + TREE);
    if (isEmpty()) {
      begin(text, first < 0 ? end : first);
    }
    for (int at = first; at >= 0 && at < end; ) {
      int next = text.indexOf("\n" + TREE, at + 1);
      add(text.substring(at + 1, next < 0 || next > end ? end + 1 : next + 1));
      at = next;
    }
    int parameters = text.indexOf(PARAMETERS, end);
    tail = parameters < 0 ? "" : text.substring(parameters);
  }

  private void begin(String text, int beforeTrees) {
    int at = text.lastIndexOf(SIZES, beforeTrees);
    head = text.substring(0, at < 0 ? beforeTrees : at);
    splits = new SplitCounts(names().size());
  }

  private void add(String tree) {
    byte[] numbered =
        (TREE + count++ + tree.substring(tree.indexOf('\n'))).getBytes(StandardCharsets.UTF_8);
    if (length + numbered.length > trees.length) {
      trees = Arrays.copyOf(trees, Math.max(2 * trees.length, length + numbered.length));
    }
    System.arraycopy(numbered, 0, trees, length, numbered.length);
    length += numbered.length;
    sizes.append(sizes.isEmpty() ? "" : " ").append(numbered.length);
    splits.add(tree);
  }

  /// The features, as the library names them.
  List<String> names() {
    return Arrays.asList(value(FEATURES).split(" ", -1));
  }

  private String value(String name) {
    return head.lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst()
        .orElse("");
  }

  /// How many rounds it has.
  int rounds() {
    return isEmpty() ? 0 : count / treesPerRound();
  }

  private int treesPerRound() {
    return Integer.parseInt(value(PER_ROUND));
  }

  boolean isEmpty() {
    return count == 0;
  }

  /// Drops all rounds but the first so many; nothing grows after that.
  void keep(int rounds) {
    leave();
    int end =
        Arrays.stream(sizes.toString().split(" "))
            .limit((long) rounds * treesPerRound())
            .mapToInt(Integer::parseInt)
            .sum();
    String kept = head + "\n" + new String(trees, 0, end, StandardCharsets.UTF_8) + END + tail;
    clear();
    if (rounds > 0) {
      append(kept);
    }
  }

  private void clear() {
    head = "";
    tail = "";
    sizes.setLength(0);
    length = 0;
    count = 0;
  }

  /// As LightGBM reads and writes it.
  String text() {
    return new String(save(), StandardCharsets.UTF_8);
  }

  /// Tells models apart. How many threads or machines grew one is not part of it.
  String digest() {
    write();
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(head.getBytes(StandardCharsets.UTF_8));
      digest.update(trees, 0, length);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  @Override
  public byte[] save() {
    write();
    if (isEmpty()) {
      return new byte[0];
    }
    byte[] before = (head + SIZES + sizes + "\n\n").getBytes(StandardCharsets.UTF_8);
    byte[] after =
        (END + "\nfeature_importances:\n" + splits.lines(names()) + tail)
            .getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(before.length + length + after.length)
        .put(before)
        .put(trees, 0, length)
        .put(after)
        .array();
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
