package dev.manta.cli.runs;

import dev.manta.internal.control.RunRequest;
import dev.manta.internal.control.RunRequests;
import dev.manta.internal.stored.StoredRun;
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

/// `manta preempt`
@Command(
    name = "preempt",
    description = {
      "Tell a run that workers will be taken away.",
      "Others take their places at its next commit; where all go, it stops with a last checkpoint."
    })
public final class PreemptCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(
      names = "--rank",
      paramLabel = "N",
      description = "Whose worker; may be repeated. All of them unless set.")
  List<Integer> ranks = new ArrayList<>();

  @Option(
      names = "--within",
      paramLabel = "SECONDS",
      description = "How long they still have (default: ${DEFAULT-VALUE}).")
  int seconds = 30;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (seconds < 0) {
      throw new IllegalArgumentException("--within must be at least 0, not " + seconds);
    }
    StoredRun run = storage.run(reference);
    run.requireUnderWay();
    ranks.forEach(run::requireRank);
    RunRequests.ask(
        run.location(), new RunRequest.Preempt(ranks, seconds * 1000L, "manta preempt"));
    spec.commandLine().getOut().println(run.name() + ": told; `manta show` says what follows");
    return CommandLine.ExitCode.OK;
  }
}
