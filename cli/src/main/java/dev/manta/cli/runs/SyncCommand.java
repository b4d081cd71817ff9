package dev.manta.cli.runs;

import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.stored.StoredRun;
import dev.manta.train.tracker.Mlflow;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta sync`
@Command(
    name = "sync",
    description = {
      "Send experiment trackers what they have missed of a run.",
      "A run sends it itself when it resumes; this is for one that has ended."
    })
public final class SyncCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long each server may take (default: ${DEFAULT-VALUE}).")
  int seconds = 60;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    StoredRun run = storage.run(reference);
    if (run.mayBeUnderWay()) {
      throw new IllegalArgumentException(
          "run " + run.name() + " is under way: it sends its trackers what they miss itself");
    }
    Path directory = RunSite.of(run.name(), run.location()).directory();
    List<Mlflow.Delivery> deliveries = Mlflow.sendRest(directory, Duration.ofSeconds(seconds));
    PrintWriter out = spec.commandLine().getOut();
    if (deliveries.isEmpty()) {
      out.println(run.name() + ": nothing on this machine is to be sent");
    }
    deliveries.forEach(
        each ->
            out.println(
                each.server() + (each.complete() ? " has everything" : " has not everything yet")));
    boolean complete = deliveries.stream().allMatch(Mlflow.Delivery::complete);
    return complete ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
