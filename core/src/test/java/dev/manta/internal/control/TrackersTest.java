package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.collective.Heard;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TrackersTest {
  @TempDir Path runs;
  private final List<String> tracked = new CopyOnWriteArrayList<>();
  private final List<String> ranks = new CopyOnWriteArrayList<>();
  private final List<TrackedRun> opened = new CopyOnWriteArrayList<>();

  private class Notes implements Tracker, Tracker.Tracking {
    @Override
    public Tracking open(TrackedRun run) {
      opened.add(run);
      return this;
    }

    @Override
    public void rankReport(Report report) {
      ranks.add(report.rank() + "@" + report.step());
    }

    @Override
    public void report(Report report) {
      tracked.add(report.step() + ": " + report.metrics().number("rows"));
    }

    @Override
    public void state(RunUpdate update) {
      if (update.status().ended()) {
        tracked.add("ended");
      }
    }

    @Override
    public void close() {
      tracked.add("closed");
    }
  }

  private RunPlan plan(Tracker tracker) {
    return new RunPlan(
        RunConfig.named("tracked")
            .reduce("rows", ReportReduction.SUM)
            .tag("team", "vision")
            .tracker(tracker),
        ScalingConfig.workers(2),
        new LoopSpec("com.acme.Digits", "train", "", "{\"lr\":0.1}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "code1",
        Limits.DEFAULT,
        false);
  }

  /// Both ranks report step 1, and rank 0 alone the steps after it.
  private void run(Tracker tracker, int steps) {
    ScriptedCluster.Script script =
        stage -> {
          int rank = stage.spec.rank();
          stage.report(1, "{\"rows\":" + (10 + rank) + "}");
          for (int step = 2; rank == 0 && step <= steps; step++) {
            stage.report(step, "{\"rows\":5}");
          }
          stage.returns("1");
        };
    try (var cluster = new ScriptedCluster(script)) {
      RunLoop.open(plan(tracker), cluster, new LocalStorage(), Location.of(runs)).toEnd(List.of());
    }
  }

  @Test
  void aTrackerGetsEachStepOnceWithMetricsOfAllRanksBeforeItHearsThatTheRunHasEnded() {
    run(new Notes(), 2);
    assertThat(tracked).containsExactly("1: 21.0", "2: 5.0", "ended", "closed");
  }

  @Test
  void aTrackerGetsTheReportOfEachRankToo() {
    run(new Notes(), 2);
    assertThat(ranks).containsExactlyInAnyOrder("0@1", "1@1", "0@2");
  }

  @Test
  void aTrackerKnowsWhichRunItIs() {
    run(new Notes(), 1);
    TrackedRun run = opened.getFirst();
    assertThat(run.name()).isEqualTo("tracked");
    assertThat(run.location()).isEqualTo(Location.of(runs.resolve("tracked")));
    assertThat(run.function()).isEqualTo("com.acme.Digits::train");
    assertThat(run.parameters()).containsExactly(Map.entry("lr", "0.1"));
    assertThat(run.tags()).containsExactly(Map.entry("team", "vision"));
    assertThat(run.id()).hasSize(36);
  }

  /// Fails at step 2 and when the run has ended.
  private final class Broken extends Notes {
    @Override
    public void report(Report report) {
      if (report.step() == 2) {
        throw new IllegalStateException("no step 2");
      }
      super.report(report);
    }

    @Override
    public void state(RunUpdate update) {
      super.state(update);
      if (update.status().ended()) {
        throw new IllegalStateException("no end");
      }
    }
  }

  @Test
  void aTrackerThatFailsAtAStepGetsThoseAfterItAndIsNamedOnce() {
    var heard = new Heard("dev.manta.observers");
    try {
      run(new Broken(), 4);
    } finally {
      heard.close();
    }
    assertThat(heard.lines())
        .containsExactly("WARNING " + Broken.class.getName() + " failed; training continues");
    assertThat(tracked).containsExactly("1: 21.0", "3: 5.0", "4: 5.0", "ended", "closed");
  }
}
