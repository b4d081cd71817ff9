package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.train.Order;
import dev.manta.train.Report;
import dev.manta.train.ReportedCheckpoint;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/// What can be read from a run, now or years later.
public final class Reading {
  private Reading() {}

  // region: result
  /// A few lines about a run.
  public static String summary(Result result) {
    var text = new StringBuilder();
    text.append(result.run()).append(' ').append(result.status());
    text.append(" after ").append(result.attempts()).append(" attempts\n");
    text.append("last loss ").append(result.metrics().number("loss")).append('\n');
    for (Report step : result.metricsHistory()) {
      text.append(step.step()).append(' ').append(step.metrics().number("loss")).append('\n');
    }
    result
        .bestCheckpoint("loss", Order.MIN)
        .map(ReportedCheckpoint::name)
        .ifPresent(name -> text.append("best ").append(name).append('\n'));
    return text.toString();
  }

  // endregion

  // region: export
  /// Writes every report of every rank and attempt as a table.
  public static void export(String runDirectory, Path csv) throws IOException {
    try (Writer out = Files.newBufferedWriter(csv)) {
      Result.fromPath(runDirectory).history().writeCsv(out);
    }
  }
  // endregion
}
