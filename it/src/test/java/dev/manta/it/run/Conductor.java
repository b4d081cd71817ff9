package dev.manta.it.run;

import dev.manta.Manta;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Asks a run for one size after the other, each time when it has trained a while with the last,
/// and then ends it.
final class Conductor implements RunListener {
  private static final int STEPS_EACH = 10;

  private final Path run;
  private final Path end;
  private final Deque<Integer> sizes;
  private int steps;

  Conductor(Path run, Path end, List<Integer> sizes) {
    this.run = run;
    this.end = end;
    this.sizes = new ArrayDeque<>(sizes);
  }

  @Override
  public void report(Report report) {
    boolean counts = report.rank() == 0 && report.metrics().number("size") == sizes.getFirst();
    steps += counts ? 1 : 0;
    if (steps == STEPS_EACH) {
      steps = 0;
      next();
    }
  }

  private void next() {
    if (sizes.size() > 1) {
      sizes.removeFirst();
      Manta.local().scale(run.toString(), sizes.getFirst());
    } else {
      end();
    }
  }

  /// Ends the run, whatever is still to come.
  void end() {
    try {
      Files.write(end, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
