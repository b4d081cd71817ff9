package dev.manta.bench.recovery;

import dev.manta.internal.machine.FileTree;
import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// Kills the controller of a detached run in some storage, in a process that has the variables of
/// that storage.
public final class ReattachProbe {
  private static final int WORKERS = 2;

  private ReattachProbe() {}

  /// Takes a directory, a storage, and how often.
  public static void main(String[] args) throws IOException, InterruptedException {
    var run = new Reattachments(Path.of(args[0]), Location.parse(args[1]), WORKERS);
    try {
      Map<String, Double> figures = run.figures(Integer.parseInt(args[2]));
      figures.forEach((name, value) -> System.out.println("figure " + name + " " + value));
    } finally {
      FileTree.delete(run.local());
    }
  }
}
