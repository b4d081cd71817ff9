package dev.manta.cli.runs;

import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.logs.StoredLogs;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.stored.StoredRun;
import dev.manta.internal.stored.WorkerLogs;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
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
  private static final long FAR_PAUSE_MILLIS = 2_000;

  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(
      names = "--rank",
      paramLabel = "N",
      defaultValue = "-1",
      description = "Only this rank, without its number before each line.")
  int rank = -1;

  @Option(
      names = {"-f", "--follow"},
      description = "Keep printing until the run has ended.")
  boolean follow;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    StoredRun run = storage.run(reference);
    Path here = RunSite.of(run.name(), run.location()).logs();
    if (run.location().isLocal()) {
      print(run, here, () -> {});
    } else {
      printStored(run, here);
    }
    return CommandLine.ExitCode.OK;
  }

  /// Looks for what is new where the run's machine has put it.
  private interface Refresh {
    void files() throws IOException;
  }

  /// What is in storage, and where workers run on this machine what they have printed since.
  private void printStored(StoredRun run, Path here) throws Exception {
    Path copies = Files.createTempDirectory("manta-logs-");
    try {
      var stored = new StoredLogs(Storages.at(run.location()), run.location());
      print(
          run,
          copies,
          () -> {
            stored.copyTo(copies);
            StoredLogs.addNewer(here, copies);
          });
    } finally {
      FileTree.delete(copies);
    }
  }

  private void print(StoredRun run, Path directory, Refresh refresh) throws Exception {
    refresh.files();
    var logs = new WorkerLogs(directory, rank < 0 ? OptionalInt.empty() : OptionalInt.of(rank));
    PrintWriter out = spec.commandLine().getOut();
    long printed = logs.next(out::println);
    while (follow && isUnderWay(run)) {
      Thread.sleep(run.location().isLocal() ? PAUSE_MILLIS : FAR_PAUSE_MILLIS);
      refresh.files();
      printed += logs.next(out::println);
    }
    refresh.files();
    printed += logs.rest(out::println);
    if (printed == 0) {
      Object place = run.location().isLocal() ? directory : run.location().resolve("logs");
      spec.commandLine().getErr().println("manta: " + nothing(run, place));
    }
  }

  private boolean isUnderWay(StoredRun run) {
    return StoredRun.find(run.location())
        .map(now -> !now.state().status().ended() && !now.status().equals("interrupted"))
        .orElse(false);
  }

  private String nothing(StoredRun run, Object directory) {
    return (rank < 0 ? "no worker" : "rank " + rank)
        + " of "
        + run.name()
        + (rank < 0 ? " has printed anything in " : " has printed nothing in ")
        + directory;
  }
}
