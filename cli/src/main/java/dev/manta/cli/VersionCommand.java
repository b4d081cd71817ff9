package dev.manta.cli;

import dev.manta.spi.json.Bind;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta version`
@Command(
    name = "version",
    description = "Show the versions of Manta and its JDK, and what this machine has.")
final class VersionCommand implements Callable<Integer> {
  @Option(names = "--json", description = "As one JSON object.")
  boolean json;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Version version = Version.here();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Bind.write(version).text());
    } else {
      version.lines().forEach(out::println);
    }
    return ExitCode.OK;
  }
}
