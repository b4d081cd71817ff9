package dev.manta.cli.runs;

import dev.manta.internal.stored.RunSide;
import dev.manta.spi.json.Bind;
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

  @Override
  public Integer call() {
    List<RunSide> sides = references.stream().map(storage::run).map(RunSide::of).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      sides.forEach(side -> out.println(Bind.write(side).text()));
    } else {
      new Comparison(sides).lines().forEach(out::println);
    }
    return CommandLine.ExitCode.OK;
  }
}
