package dev.manta.cli.runs;

import dev.manta.spi.json.Bind;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta compare`
@Command(
    name = "compare",
    description = {
      "Show runs side by side: configs, last metrics, and those of the best checkpoint.",
      "What differs is marked with a *."
    })
public final class CompareCommand implements Callable<Integer> {
  @Parameters(
      arity = "2..*",
      paramLabel = "RUN",
      description = "Names of runs, or paths of their directories.")
  List<String> references = new ArrayList<>();

  @Option(names = "--json", description = "One JSON object per run.")
  boolean json;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  /// A run as a machine reads it.
  ///
  /// @param last the last metrics
  /// @param best those of the best checkpoint, where the run was told what that is
  record Side(
      String name,
      String status,
      String function,
      String config,
      int attempts,
      Metrics last,
      Metrics best) {
    static Side of(StoredRun run) {
      return new Side(
          run.name(),
          run.status(),
          run.file().loop().name(),
          run.file().loop().config(),
          run.state().attempt(),
          run.lastMetrics(),
          run.best().map(ReportedCheckpoint::metrics).orElse(Metrics.empty()));
    }
  }

  @Override
  public Integer call() {
    List<Side> sides = references.stream().map(storage::run).map(Side::of).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      sides.forEach(side -> out.println(Bind.write(side).text()));
    } else {
      new Comparison(sides).lines().forEach(out::println);
    }
    return CommandLine.ExitCode.OK;
  }
}
