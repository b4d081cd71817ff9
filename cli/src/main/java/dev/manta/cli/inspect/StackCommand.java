package dev.manta.cli.inspect;

import dev.manta.cli.runs.RunStorage;
import dev.manta.dashboard.internal.inspect.LocalWorker;
import dev.manta.dashboard.internal.inspect.WorkerStacks;
import dev.manta.internal.stored.StoredRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta stack`
@Command(
    name = "stack",
    description = "Show where the threads of a run's workers are, on this machine.")
public final class StackCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(names = "--rank", paramLabel = "N", description = "Only this rank.")
  Optional<Integer> rank = Optional.empty();

  @Option(
      names = "--all",
      description = "All threads, rather than those that run the training function.")
  boolean all;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    StoredRun run = storage.run(reference);
    OptionalInt only = rank.map(OptionalInt::of).orElse(OptionalInt.empty());
    PrintWriter out = spec.commandLine().getOut();
    boolean complete = true;
    for (LocalWorker worker : LocalWorker.require(run, only)) {
      out.println(worker);
      try {
        WorkerStacks.of(run, worker, all).indent(2).lines().forEach(out::println);
      } catch (IOException e) {
        complete = false;
        out.println("  " + e.getMessage());
      }
    }
    return complete ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
