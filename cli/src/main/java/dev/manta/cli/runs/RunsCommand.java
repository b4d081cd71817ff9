package dev.manta.cli.runs;

import dev.manta.internal.console.MetricTexts;
import dev.manta.internal.stored.RunLine;
import dev.manta.spi.json.Bind;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta runs`
@Command(name = "runs", description = "List runs, the newest first.")
public final class RunsCommand implements Callable<Integer> {
  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<RunLine> lines = storage.all().stream().map(RunLine::of).toList();
    if (json) {
      lines.forEach(line -> out.println(Bind.write(line).text()));
    } else if (lines.isEmpty()) {
      out.println("no runs in " + storage.root() + "; `manta demo` makes one");
    } else {
      print(lines, out);
    }
    return CommandLine.ExitCode.OK;
  }

  private void print(List<RunLine> lines, PrintWriter out) {
    var table = new TextTable().row("NAME", "STATUS", "ATTEMPTS", "CHANGED", "LAST METRICS");
    Instant now = Instant.now();
    for (RunLine line : lines) {
      table.row(
          line.name(),
          line.status(),
          line.problem().isEmpty() ? String.valueOf(line.attempts()) : "",
          line.changed().map(changed -> Ages.of(changed, now)).orElse(""),
          line.problem().orElseGet(() -> MetricTexts.line(line.metrics())));
    }
    table.lines().forEach(out::println);
    out.println();
    out.println("in " + storage.root());
  }
}
