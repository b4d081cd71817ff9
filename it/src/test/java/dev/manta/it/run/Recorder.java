package dev.manta.it.run;

import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import java.util.List;

/// Writes down what it hears.
record Recorder(List<String> heard) implements RunListener {
  @Override
  public void state(RunUpdate update) {
    heard.add(update.status().name());
  }

  @Override
  public void report(Report report) {
    heard.add("report " + report.step());
  }

  @Override
  public void checkpoint(NewCheckpoint checkpoint) {
    heard.add("checkpoint " + checkpoint.step());
  }
}
