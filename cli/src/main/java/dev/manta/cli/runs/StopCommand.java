package dev.manta.cli.runs;

import dev.manta.internal.control.RunRequest;
import dev.manta.internal.control.RunRequests;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta stop`
@Command(
    name = "stop",
    description = {
      "Stop a run that is under way on this machine, as Ctrl-C does where it has a terminal.",
      "Its ranks leave at the same step, with a last checkpoint."
    })
public final class StopCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(names = "--now", description = "End its workers at once, without a last checkpoint.")
  boolean now;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    StoredRun run = storage.run(reference);
    run.requireUnderWay();
    RunRequests.ask(run.location(), new RunRequest.Stop(now, "manta stop"));
    spec.commandLine().getOut().println(run.name() + ": told; `manta show` says what follows");
    return CommandLine.ExitCode.OK;
  }
}
