package dev.manta.cluster.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// Says in a run's directory which controller of the run was here last, and of which process.
record RunNote(Path directory) {
  private static final String NAME = "term";

  private Path file() {
    return directory.resolve(NAME);
  }

  /// Writes it whole or not at all.
  ///
  /// @param driver the print of the controller's process
  void write(int term, String driver) throws IOException {
    Files.createDirectories(directory);
    Path fresh = directory.resolve(NAME + ".new");
    try {
      Files.writeString(fresh, term + " " + driver);
      Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(file());
  }

  /// Why a controller may not follow the one that was here last; empty where it may.
  Optional<String> refusal(int term, String driver) throws IOException {
    if (!Files.exists(file())) {
      return Optional.empty();
    }
    String[] known = Files.readString(file()).strip().split(" ", 2);
    try {
      int last = Integer.parseInt(known[0]);
      return refusal(term, driver, last, known[known.length - 1]);
    } catch (NumberFormatException e) {
      return Optional.of(
          "cannot be told from the one that has its workers here: no term in " + file());
    }
  }

  private static Optional<String> refusal(int term, String driver, int last, String before) {
    if (term < last) {
      return Optional.of("comes after controller " + last + ", which has its workers here");
    }
    return term == last && !before.equals(driver)
        ? Optional.of("is another process than this driver")
        : Optional.empty();
  }
}
