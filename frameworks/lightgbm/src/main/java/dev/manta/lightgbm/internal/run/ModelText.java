package dev.manta.lightgbm.internal.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A model in LightGBM's text format while it grows: what is before its trees, and the trees, to
/// which those of each round are appended as they are.
final class ModelText {
  private static final String SIZES = "tree_sizes=";
  private static final String TREE = "Tree=";
  private static final String END = "end of trees";

  private String head = "";
  private final StringBuilder trees = new StringBuilder();

  /// The one that a text in the format holds.
  static ModelText parse(String text) {
    var model = new ModelText();
    model.append(text);
    return model;
  }

  /// Takes the trees of a text that holds some rounds.
  void append(String text) {
    int end = text.indexOf("\n" + END);
    if (!text.startsWith("tree\n") || end < 0) {
      throw new IllegalArgumentException(
          "this is no model in LightGBM's text format: it does not begin with \"tree\", or has no"
              + " \"end of trees\"");
    }
    int first = text.lastIndexOf("\n" + TREE, end) < 0 ? end : text.indexOf("\n" + TREE);
    int sizes = text.lastIndexOf(SIZES, first);
    head = text.substring(0, sizes < 0 ? first : sizes);
    trees.append(text, first + 1, end + 1);
  }

  boolean isEmpty() {
    return trees.isEmpty();
  }

  /// How many trees it has.
  int count() {
    int count = 0;
    for (int at = next(0); at >= 0; at = next(at + 1)) {
      count++;
    }
    return count;
  }

  private int next(int from) {
    int at = trees.indexOf(TREE, from);
    while (at > 0 && trees.charAt(at - 1) != '\n') {
      at = trees.indexOf(TREE, at + 1);
    }
    return at;
  }

  /// Drops all trees but the first so many.
  void keep(int count) {
    int at = next(0);
    for (int i = 0; i < count && at >= 0; i++) {
      at = next(at + 1);
    }
    if (at >= 0) {
      trees.setLength(at);
    }
  }

  /// As LightGBM reads it.
  String text() {
    return head + "\n" + trees + END + "\n\nparameters:\nend of parameters\n";
  }

  /// Tells models apart. How many threads or machines grew one is no part of it.
  String digest() {
    return digest(head + trees);
  }

  static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
