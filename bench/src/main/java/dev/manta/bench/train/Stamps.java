package dev.manta.bench.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// When the ranks of a run got somewhere: each says so in a file of its own.
public final class Stamps {
  private Stamps() {}

  /// This rank is there.
  public static void write(String directory, int rank) throws IOException {
    Files.writeString(Path.of(directory, "rank-" + rank), String.valueOf(now()));
  }

  /// When the last of the ranks was there, in seconds since the epoch.
  public static double last(Path directory, int ranks) throws IOException {
    double last = 0;
    for (int rank = 0; rank < ranks; rank++) {
      String at = Files.readString(directory.resolve("rank-" + rank));
      last = Math.max(last, Double.parseDouble(at));
    }
    return last;
  }

  /// How many seconds a run takes until the last of its ranks is there.
  public static double seconds(Path directory, int ranks, Runnable run) throws IOException {
    Files.createDirectories(directory);
    double before = now();
    run.run();
    return last(directory, ranks) - before;
  }

  public static double now() {
    Instant now = Instant.now();
    return now.getEpochSecond() + now.getNano() / 1e9;
  }
}
