package dev.manta.cli.runs;

import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.LateRank;
import dev.manta.internal.run.state.Worker;
import dev.manta.spi.json.Bind;
import dev.manta.train.Failure;
import dev.manta.train.Ledger;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta show`
@Command(
    name = "show",
    description = "Show a run: what happened and why, its workers, checkpoints and metrics.")
public final class ShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(names = "--all", description = "Every record of the control log.")
  boolean all;

  @Option(names = "--json", description = "As one JSON object.")
  boolean json;

  @Option(names = "--chart", description = "Its metrics as curves, each step reduced over ranks.")
  boolean chart;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description =
          "A metric that --chart shows; may be repeated. Without it: the first six that change.")
  List<String> metrics = new ArrayList<>();

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  /// A worker as a machine reads it.
  record WorkerLine(int rank, String worker, String node, String device, long pid, String state) {
    static WorkerLine of(StoredRun run, Worker worker) {
      return new WorkerLine(
          worker.rank(),
          worker.id(),
          worker.seat().node(),
          worker.seat().device(),
          worker.pid(),
          run.standing(worker));
    }
  }

  /// A checkpoint as a machine reads it.
  ///
  /// @param damage what is wrong with it; empty where it is intact
  /// @param best whether it is the best, where the run was told what that is
  record CheckpointLine(
      String name,
      long step,
      int attempt,
      Instant at,
      Metrics metrics,
      String damage,
      boolean best) {
    static CheckpointLine of(StoredRun run, CommittedCheckpoint checkpoint, String best) {
      return new CheckpointLine(
          checkpoint.name(),
          checkpoint.step(),
          checkpoint.attempt(),
          checkpoint.at(),
          run.metrics(checkpoint),
          checkpoint.damage().orElse(""),
          checkpoint.name().equals(best));
    }
  }

  /// A run as a machine reads it.
  ///
  /// @param retriesUsed the failures since it last got ahead
  /// @param seconds what its time was spent on, by kind
  /// @param late ranks that keep the others waiting
  /// @param missingMetrics segments of metrics that somebody has removed
  /// @param lastIntoCollectives the part of all collectives that each rank was the last to come
  ///   into, by rank
  record Page(
      RunsCommand.Line run,
      String reason,
      Instant created,
      String function,
      String config,
      int retriesUsed,
      Map<String, Double> seconds,
      List<LateRank> late,
      List<String> missingMetrics,
      List<WorkerLine> workers,
      List<Double> lastIntoCollectives,
      List<CheckpointLine> checkpoints,
      List<RunStory.Line> history,
      Optional<Failure> failure) {}

  @Override
  public Integer call() {
    StoredRun run = storage.run(reference);
    if (chart) {
      print(run.name() + "  " + run.status(), RunCurves.of(run).lines(metrics));
      return CommandLine.ExitCode.OK;
    }
    List<RunStory.Line> story = all ? RunStory.all(run.records()) : RunStory.changes(run.records());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Bind.write(page(run, story)).text());
    } else {
      new RunPage(run, ZoneId.systemDefault()).lines(story).forEach(out::println);
    }
    return CommandLine.ExitCode.OK;
  }

  private void print(String head, List<String> lines) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(head);
    lines.forEach(out::println);
  }

  private static Map<String, Double> seconds(Ledger ledger) {
    Map<String, Double> all = new TreeMap<>();
    ledger
        .spent()
        .forEach(
            (kind, time) -> all.put(kind.name().toLowerCase(Locale.ROOT), time.toMillis() / 1e3));
    return all;
  }

  private static Page page(StoredRun run, List<RunStory.Line> story) {
    String best = run.best().map(ReportedCheckpoint::name).orElse("");
    return new Page(
        RunsCommand.Line.of(run),
        RunStory.headline(run),
        run.file().created(),
        run.file().loop().className() + "::" + run.file().loop().method(),
        run.file().loop().config(),
        run.state().budget().used(),
        seconds(run.ledger(Instant.now())),
        run.state().current().late(),
        run.missingMetrics(),
        run.state().group().stream().map(worker -> WorkerLine.of(run, worker)).toList(),
        run.state().arrivals().shares(),
        run.state().kept().stream().map(each -> CheckpointLine.of(run, each, best)).toList(),
        story,
        run.state().failure());
  }
}
