package dev.manta.cli;

import dev.manta.data.Dataset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A dataset as it is typed: `train=parquet:data/`, or without the format where the ending of the
/// path says it.
///
/// @param paths files, directories or globs
record TypedDataset(String name, String format, List<String> paths) {
  private static final Map<String, String> BY_ENDING =
      Map.of(
          "csv", "csv",
          "jsonl", "json",
          "parquet", "parquet",
          "arrow", "arrow",
          "feather", "arrow",
          "npy", "npy",
          "npz", "npz",
          "txt", "text",
          "tfrecord", "tfrecord");

  static TypedDataset parse(String typed) {
    int equals = typed.indexOf('=');
    if (equals < 1 || equals == typed.length() - 1) {
      throw new IllegalArgumentException(
          "--dataset %s: say NAME=FORMAT:PATH, such as train=parquet:data/".formatted(typed));
    }
    String source = typed.substring(equals + 1);
    Optional<String> said = format(source);
    String paths = said.map(format -> source.substring(format.length() + 1)).orElse(source);
    String format = said.orElseGet(() -> byEnding(typed, paths));
    return new TypedDataset(
        typed.substring(0, equals), format, Arrays.asList(paths.split(",", -1)));
  }

  /// What is in front of a colon, unless that begins a location such as `s3://bucket`.
  private static Optional<String> format(String source) {
    int colon = source.indexOf(':');
    boolean location = colon >= 0 && source.startsWith("//", colon + 1);
    return colon < 1 || location ? Optional.empty() : Optional.of(source.substring(0, colon));
  }

  private static String byEnding(String typed, String path) {
    String ending = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Optional.ofNullable(BY_ENDING.get(ending))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--dataset %s: the path does not tell its format; say NAME=FORMAT:PATH, such as train=parquet:data/"
                        .formatted(typed)));
  }

  Dataset dataset() {
    String[] all = paths.toArray(String[]::new);
    return switch (format) {
      case "csv" -> Dataset.csv(all);
      case "json", "jsonl" -> Dataset.jsonLines(all);
      case "text" -> Dataset.text(all);
      case "npy" -> Dataset.npy(all);
      case "npz" -> Dataset.npz(all);
      case "files" -> Dataset.binaryFiles(all);
      default -> Dataset.read(format, all);
    };
  }
}
