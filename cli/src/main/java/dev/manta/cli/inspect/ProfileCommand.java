package dev.manta.cli.inspect;

import dev.manta.cli.runs.RunStorage;
import dev.manta.internal.stored.StoredRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/// `manta profile`
@Command(
    name = "profile",
    description = {
      "Record what the workers of a run do for some seconds, by the JDK's Flight Recorder,",
      "and write it as a flame graph: a page that needs nothing else. The run continues."
    })
public final class ProfileCommand implements Callable<Integer> {
  private static final String NAME = "manta-profile";

  @Parameters(paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "For how long (default: ${DEFAULT-VALUE}).")
  int seconds = 10;

  @Option(names = "--rank", paramLabel = "N", description = "Only this rank.")
  Optional<Integer> rank = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where pages and recordings are written (default: this directory).")
  Path directory = Path.of("");

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  /// A recording that a worker makes.
  private record Recording(LocalWorker worker, Path file) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 1) {
      throw new IllegalArgumentException("--seconds must be at least 1, not " + seconds);
    }
    StoredRun run = storage.run(reference);
    OptionalInt only = rank.map(OptionalInt::of).orElse(OptionalInt.empty());
    List<Recording> recordings = new ArrayList<>();
    Path to = Files.createDirectories(directory.toAbsolutePath());
    try {
      for (LocalWorker worker : LocalWorker.require(run, only)) {
        recordings.add(begin(worker, to.resolve(file(run, worker))));
      }
      Thread.sleep(Duration.ofSeconds(seconds));
    } finally {
      for (Recording recording : recordings) {
        end(recording);
      }
    }
    for (Recording recording : recordings) {
      write(run, recording);
    }
    return CommandLine.ExitCode.OK;
  }

  private static String file(StoredRun run, LocalWorker worker) {
    return "%s-rank-%s.jfr".formatted(run.name(), worker.rank());
  }

  private static Recording begin(LocalWorker worker, Path file)
      throws IOException, InterruptedException {
    if (!worker.isJava()) {
      throw new IllegalArgumentException(
          worker + " is a Python process: try py-spy record --pid " + worker.pid());
    }
    JavaCommand.of(worker.pid(), "JFR.start", "name=" + NAME, "settings=profile");
    return new Recording(worker, file);
  }

  /// A worker that has ended meanwhile has nothing to write.
  private void end(Recording recording) throws InterruptedException {
    try {
      JavaCommand.of(
          recording.worker().pid(), "JFR.stop", "name=" + NAME, "filename=" + recording.file());
    } catch (IOException e) {
      spec.commandLine().getErr().println("manta: " + recording.worker() + ": " + e.getMessage());
    }
  }

  private void write(StoredRun run, Recording recording) throws IOException {
    if (!Files.exists(recording.file())) {
      return;
    }
    StackTree tree = RecordedSamples.read(recording.file());
    String name = recording.file().getFileName().toString().replaceFirst("jfr$", "html");
    Path page = recording.file().resolveSibling(name);
    String title = "%s, rank %s, %s s".formatted(run.name(), recording.worker().rank(), seconds);
    Files.writeString(page, new FlameGraph(title, tree).html());
    PrintWriter out = spec.commandLine().getOut();
    out.println("%s: %s samples in %s".formatted(recording.worker(), tree.count(), page));
    tree.hottest(5).forEach(line -> out.println("  " + line));
  }
}
