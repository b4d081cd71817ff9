package dev.manta.examples.guide;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.manta.train.Failure;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import dev.manta.train.Tracker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Listeners and trackers.
public final class Watching {
  private Watching() {}

  // region: listener
  /// A run that tells `alarm` about failures and the end.
  static RunConfig watched(RunConfig run, List<String> alarm) {
    return run.listener(
        new RunListener() {
          @Override
          public void failure(Failure failure) {
            alarm.add(failure.describe());
          }

          @Override
          public void state(RunUpdate update) {
            if (update.status().ended()) {
              alarm.add(update.run() + " " + update.status() + ": " + update.reason());
            }
          }
        });
  }

  // endregion

  // region: tracker
  /// Writes each step, reduced over ranks, as a line of text. A resumed run continues the file.
  static final class Lines implements Tracker, RunListener {
    private PrintWriter out = new PrintWriter(Writer.nullWriter());

    @Override
    public RunListener open(String run, Path directory) throws IOException {
      Path file = directory.resolve("reports.txt");
      out = new PrintWriter(Files.newBufferedWriter(file, CREATE, APPEND));
      return this;
    }

    @Override
    public void report(Report report) {
      out.println(report.step() + " " + report.metrics());
    }

    @Override
    public void close() {
      out.close();
    }
  }
  // endregion
}
