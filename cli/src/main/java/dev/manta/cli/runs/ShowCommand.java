package dev.manta.cli.runs;

import dev.manta.internal.stored.RunDetail;
import dev.manta.internal.stored.RunStory;
import dev.manta.internal.stored.StoredRun;
import dev.manta.spi.json.Bind;
import java.io.PrintWriter;
import java.time.ZoneId;
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

  @Override
  public Integer call() {
    StoredRun run = storage.run(reference);
    if (chart) {
      print(run.name() + "  " + run.status(), TerminalCurves.of(run).lines(metrics));
      return CommandLine.ExitCode.OK;
    }
    List<RunStory.Line> story = all ? RunStory.all(run.records()) : RunStory.changes(run.records());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Bind.write(RunDetail.of(run, story)).text());
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
}
