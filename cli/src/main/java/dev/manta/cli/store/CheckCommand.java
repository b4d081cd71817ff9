package dev.manta.cli.store;

import dev.manta.spi.json.Bind;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta store check`
@Command(
    name = "check",
    description = {
      "Check that a storage does what runs need: put, put-if-absent, read, list, delete.",
      "Deletes what it wrote. Ends with 1 if something does not work."
    })
public final class CheckCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "LOCATION",
      description = "A path, or a URI such as s3://BUCKET/PATH or az://ACCOUNT/CONTAINER/PATH.")
  String location = "";

  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Location at = Location.parse(location);
    try (var _ = new EndsOnExit(Thread.currentThread())) {
      return checked(at);
    } catch (StoreCheck.Interrupted asked) {
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private int checked(Location at) {
    var check = new StoreCheck(Storages.at(at), at, System::nanoTime);
    MissingDirectories made = MissingDirectories.of(at);
    try {
      boolean well = check.run(this::show).stream().allMatch(Outcome::ok);
      return well ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    } finally {
      made.remove();
    }
  }

  private void show(Outcome outcome) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Bind.write(outcome).text());
    } else {
      outcome.lines().forEach(out::println);
    }
    out.flush();
  }
}
