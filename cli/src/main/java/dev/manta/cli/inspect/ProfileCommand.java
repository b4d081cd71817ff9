package dev.manta.cli.inspect;

import dev.manta.cli.runs.RunStorage;
import dev.manta.dashboard.internal.inspect.WorkerProfiles;
import dev.manta.dashboard.internal.inspect.WorkerProfiles.Profile;
import dev.manta.internal.stored.StoredRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 1) {
      throw new IllegalArgumentException("--seconds must be at least 1, not " + seconds);
    }
    StoredRun run = storage.run(reference);
    OptionalInt only = rank.map(OptionalInt::of).orElse(OptionalInt.empty());
    PrintWriter err = spec.commandLine().getErr();
    var profiles = new WorkerProfiles(run, directory, problem -> err.println("manta: " + problem));
    for (Profile profile : profiles.record(only, Duration.ofSeconds(seconds))) {
      write(run, profile);
    }
    return CommandLine.ExitCode.OK;
  }

  private void write(StoredRun run, Profile profile) throws IOException {
    Path recording = profile.recording();
    String name = recording.getFileName().toString().replaceFirst("jfr$", "html");
    Path page = recording.resolveSibling(name);
    String title = "%s, rank %s, %s s".formatted(run.name(), profile.worker().rank(), seconds);
    Files.writeString(page, profile.html(title));
    PrintWriter out = spec.commandLine().getOut();
    out.println("%s: %s samples in %s".formatted(profile.worker(), profile.tree().count(), page));
    profile.tree().hottest(5).forEach(line -> out.println("  " + line));
  }
}
