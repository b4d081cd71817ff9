package dev.manta.cli.runs;

import dev.manta.internal.run.RunDiagnosis;
import dev.manta.internal.stored.RunReasons;
import dev.manta.spi.json.Bind;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta why`
@Command(
    name = "why",
    description = "Say what a run waits for, who is late, and what to do about it.")
public final class WhyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(names = "--json", description = "As one JSON object.")
  boolean json;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    RunReasons answer = RunReasons.of(storage.run(reference), reference);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Bind.write(answer).text());
    } else {
      print(answer, out);
    }
    return CommandLine.ExitCode.OK;
  }

  private static void print(RunReasons answer, PrintWriter out) {
    out.println(answer.run() + "  " + answer.status());
    for (RunDiagnosis.Finding finding : answer.findings()) {
      out.println("  " + finding.what());
      finding.nextStep().ifPresent(step -> out.println("    → " + step));
    }
    if (!answer.advice().isEmpty()) {
      out.println();
      out.println("how it could use its time better");
      answer.advice().forEach(line -> out.println("  " + line));
    }
  }
}
