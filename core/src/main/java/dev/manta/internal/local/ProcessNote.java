package dev.manta.internal.local;

import dev.manta.internal.machine.Pids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Which process a worker is, for a controller that did not start it: a small file in the run's
/// directory with its id and its birth.
record ProcessNote(Path file) {
  static ProcessNote of(Path directory, String worker) {
    return new ProcessNote(all(directory).resolve(worker));
  }

  /// The directory that holds them.
  static Path all(Path directory) {
    return directory.resolve("processes");
  }

  void write(long pid) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, line(pid));
    } catch (IOException e) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot note which process a worker is", e);
    }
  }

  /// Whether that process may be the one that was noted; without a note every one may.
  boolean allows(long pid) {
    try {
      return Files.readString(file).equals(line(pid));
    } catch (IOException older) {
      return true;
    }
  }

  private static String line(long pid) {
    return pid + " " + Pids.birth(pid).orElse("");
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      // the next one of that name writes it anew
    }
  }
}
