package dev.manta.train.tracker;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Names and values as MLflow accepts them.
final class MlflowNames {
  private static final int NAME_MAX = 250;
  private static final int PARAMETER_MAX = 6000;
  private static final int TAG_MAX = 5000;

  private MlflowNames() {}

  /// Letters, digits, `_ - . /` and spaces stay; parts of a path are neither empty nor dots.
  static String name(String name) {
    String path =
        Arrays.stream(name.split("/"))
            .map(part -> part.replaceAll("[^\\p{L}\\p{N}_. -]", "_"))
            .filter(part -> !part.isEmpty())
            .map(part -> part.matches("\\.{1,2}") ? "_" : part)
            .collect(Collectors.joining("/"));
    return cut(path.isEmpty() ? "_" : path, NAME_MAX);
  }

  static String parameter(String value) {
    return cut(value, PARAMETER_MAX);
  }

  static String tag(String value) {
    return cut(value, TAG_MAX);
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max - 1) + "…";
  }
}
