package dev.manta.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `manta rehearse`: does what users do most, unseen, while the launcher records an AOT cache of
/// it.
@Command(name = "rehearse", hidden = true, description = "Used by the launcher.")
final class RehearseCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    unseen("--help");
    unseen("version", "--json");
    return ExitCode.OK;
  }

  private static void unseen(String... args) {
    var nowhere = new PrintWriter(Writer.nullWriter());
    Main.run(nowhere, nowhere, args);
  }
}
