package dev.manta.bench.python;

import dev.manta.bench.train.Stamps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Kills rank 1 while both ranks train, and waits until both have made a step of the next attempt.
record RankKill(Path directory) {
  private static final Duration TRAINS_FOR = Duration.ofSeconds(3);
  private static final long LOOK_EVERY_MILLIS = 5;
  private static final int RANKS = 2;

  void run(Consumer<Double> millis) {
    try {
      await(1);
      Thread.sleep(TRAINS_FOR);
      double before = Stamps.now();
      long victim = Long.parseLong(lines(1).getLast()[1]);
      ProcessHandle.of(victim).orElseThrow().destroyForcibly();
      millis.accept((await(2) - before) * 1000);
      Files.createFile(directory.resolve("stop"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// When the last rank had made its first step of an attempt.
  private double await(int attempt) throws IOException, InterruptedException {
    while (true) {
      double last = 0;
      for (int rank = 0; rank < RANKS; rank++) {
        last = Math.max(last, first(rank, attempt).orElse(Double.POSITIVE_INFINITY));
      }
      if (last < Double.POSITIVE_INFINITY) {
        return last;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private OptionalDouble first(int rank, int attempt) throws IOException {
    return lines(rank).stream()
        .filter(words -> Integer.parseInt(words[0]) >= attempt)
        .mapToDouble(words -> Double.parseDouble(words[2]))
        .findFirst();
  }

  private List<String[]> lines(int rank) throws IOException {
    Path file = directory.resolve("steps-" + rank);
    String text = Files.exists(file) ? Files.readString(file) : "";
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> line.split(" ", -1))
        .toList();
  }
}
