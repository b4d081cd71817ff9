package dev.manta.cli.runs;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta logs`
@Command(name = "logs", description = "Print what the workers of a run printed.")
public final class LogsCommand implements Callable<Integer> {
  private static final long PAUSE_MILLIS = 200;

  @Parameters(paramLabel = "RUN", description = "The run's name, or the path of its directory.")
  String reference = "";

  @Option(
      names = "--rank",
      paramLabel = "N",
      defaultValue = "-1",
      description = "Only this rank, without its number before each line.")
  int rank = -1;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on printing until the run has ended.")
  boolean follow;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    StoredRun run = storage.run(reference);
    if (!run.location().isLocal()) {
      throw new IllegalArgumentException(
          "the logs of " + run.name() + " are on the machine that ran it");
    }
    print(run);
    return CommandLine.ExitCode.OK;
  }

  private void print(StoredRun run) throws Exception {
    Path directory = run.location().localPath().resolve("logs");
    var logs = new WorkerLogs(directory, rank < 0 ? OptionalInt.empty() : OptionalInt.of(rank));
    PrintWriter out = spec.commandLine().getOut();
    long printed = logs.next(out::println);
    while (follow && goesOn(run)) {
      Thread.sleep(PAUSE_MILLIS);
      printed += logs.next(out::println);
    }
    printed += logs.rest(out::println);
    if (printed == 0) {
      spec.commandLine().getErr().println("manta: " + nothing(run, directory));
    }
  }

  private boolean goesOn(StoredRun run) {
    return StoredRun.find(run.location())
        .map(now -> !now.state().status().ended() && !now.status().equals("interrupted"))
        .orElse(false);
  }

  private String nothing(StoredRun run, Path directory) {
    return (rank < 0 ? "no worker" : "rank " + rank)
        + " of "
        + run.name()
        + (rank < 0 ? " has printed anything in " : " has printed nothing in ")
        + directory;
  }
}
