package dev.manta.examples.guide;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.manta.train.Failure;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.tracker.CsvFile;
import dev.manta.train.tracker.Mlflow;
import dev.manta.train.tracker.TensorBoard;
import java.io.IOException;
import java.io.PrintWriter;
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

  // region: trackers
  /// A run that is sent to MLflow, and written for TensorBoard and as CSV.
  static RunConfig tracked(RunConfig run, String mlflow) {
    return run.tag("team", "vision")
        .tracker(Mlflow.at(mlflow).experiment("digits").uploadCheckpoints())
        .tracker(TensorBoard.inRunDirectory())
        .tracker(CsvFile.inRunDirectory());
  }

  // endregion

  // region: tracker
  /// Writes each step, reduced over ranks, as a line of text. A resumed run continues the file.
  static final class Lines implements Tracker {
    @Override
    public Tracking open(TrackedRun run) throws IOException {
      Path file = run.directory().resolve("reports.txt");
      var out = new PrintWriter(Files.newBufferedWriter(file, CREATE, APPEND));
      return new Tracking() {
        @Override
        public void report(Report report) {
          out.println(report.step() + " " + report.metrics());
        }

        @Override
        public void close() {
          out.close();
        }
      };
    }
  }
  // endregion
}
