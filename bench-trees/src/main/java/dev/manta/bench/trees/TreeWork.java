package dev.manta.bench.trees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What every side learns: the rows below a directory, and how many rounds of boosting.
///
/// @param directory holds the folders `train` and `held-out`
record TreeWork(Path directory, int trees) {
  /// The columns that are learned from.
  static final int FEATURES = 28;

  /// The column that is learned.
  static final String LABEL = "label";

  /// The rows that are learned.
  Path train() {
    return directory.resolve("train");
  }

  /// Rows of the same kind that no side sees before it is judged.
  Path heldOut() {
    return directory.resolve("held-out");
  }

  /// The files of a peer's rank: every second one of two.
  List<Path> share(int rank, int ranks) throws IOException {
    try (Stream<Path> files = Files.list(train())) {
      List<Path> all = files.sorted().toList();
      return Stream.iterate(rank, at -> at < all.size(), at -> at + ranks).map(all::get).toList();
    }
  }

  /// As arguments of a program.
  List<String> arguments() {
    return List.of(directory.toString(), String.valueOf(trees));
  }

  /// Reads what [#arguments] wrote, from a place on.
  static TreeWork parse(String[] arguments, int from) {
    return new TreeWork(Path.of(arguments[from]), Integer.parseInt(arguments[from + 1]));
  }
}
