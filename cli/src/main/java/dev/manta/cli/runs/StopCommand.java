package dev.manta.cli.runs;

import dev.manta.internal.control.RunRequest;
import dev.manta.internal.control.RunRequests;
import dev.manta.internal.stored.StoredRun;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
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
      "Its ranks leave at the same step, with a last checkpoint.",
      "Without a run: this machine leaves its cluster."
    })
public final class StopCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", arity = "0..1", description = "The run's name, or its location.")
  String reference = "";

  @Option(names = "--now", description = "End its workers at once, without a last checkpoint.")
  boolean now;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "The data directory of the node that leaves, where it has another than usual.")
  Optional<Path> dataDirectory = Optional.empty();

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return reference.isEmpty() ? leave() : stop();
  }

  private int leave() {
    NodeLeaving node =
        ServiceLoader.load(NodeLeaving.class)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("which run? `manta runs` lists them"));
    return node.leave(dataDirectory, spec.commandLine().getOut());
  }

  private int stop() {
    StoredRun run = storage.run(reference);
    run.requireUnderWay();
    RunRequests.ask(run.location(), new RunRequest.Stop(now, "manta stop"));
    spec.commandLine().getOut().println(run.name() + ": told; `manta show` says what follows");
    return CommandLine.ExitCode.OK;
  }
}
