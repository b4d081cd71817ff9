package dev.manta.bench.recovery;

import java.io.IOException;

/// What happens to a run from beside it, in the process of its controller.
final class Beside {
  /// Does something to the run and prints the figures of that.
  interface Work {
    void print() throws IOException, InterruptedException;
  }

  private Beside() {}

  /// Begins beside the run that is about to begin, and ends the process when the work is done.
  ///
  /// @param what is measured, for an error
  static void begin(String what, Work work) {
    Thread.ofPlatform().daemon().start(() -> printAndExit(what, work));
  }

  private static void printAndExit(String what, Work work) {
    int status = 1;
    try {
      work.print();
      status = 0;
    } catch (IOException | InterruptedException | RuntimeException e) {
      System.err.println(what + " could not be measured: " + e);
    }
    System.exit(status);
  }
}
