package dev.manta.bench.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/// The steps of a training that is under way, as its ranks write them down: a line for each, whose
/// second word is the time.
record StepFiles(Path directory, int ranks) {
  private static final int LOOK_MILLIS = 10;

  /// Waits until every rank has made a step after a time; says when the last one did.
  double awaitStepsAfter(double time, int seconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end) {
      OptionalDouble last = OptionalDouble.of(time);
      for (int rank = 0; rank < ranks && last.isPresent(); rank++) {
        OptionalDouble first = firstAfter(rank, time);
        last =
            first.isPresent()
                ? OptionalDouble.of(Math.max(last.getAsDouble(), first.getAsDouble()))
                : first;
      }
      if (last.isPresent()) {
        return last.getAsDouble();
      }
      Thread.sleep(LOOK_MILLIS);
    }
    throw new IOException("no step of all ranks within " + seconds + " s");
  }

  private OptionalDouble firstAfter(int rank, double time) throws IOException {
    Path file = directory.resolve("steps-" + rank);
    if (!Files.exists(file)) {
      return OptionalDouble.empty();
    }
    String text = Files.readString(file);
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    return lines.stream()
        .mapToDouble(line -> Double.parseDouble(line.split(" ", -1)[1]))
        .filter(at -> at > time)
        .findFirst();
  }

  /// The name of the machine that a rank is on.
  String host(int rank) throws IOException {
    return Files.readString(directory.resolve("host-" + rank)).strip();
  }

  void stop() throws IOException {
    Files.createFile(directory.resolve("stop"));
  }
}
