package dev.manta.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `manta rehearse`: does what users do most, unseen, while the launcher records an AOT cache of
/// it.
@Command(name = "rehearse", hidden = true, description = "Used by the launcher.")
final class RehearseCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    Path storage = Files.createTempDirectory("manta-rehearsal");
    try {
      unseen("--help");
      unseen("demo", "--epochs", "2", "--workers", "2", "--storage", storage.toString());
      unseen("runs", "--storage", storage.toString());
      unseen("show", "digits", "--storage", storage.toString());
      unseen("version", "--json");
    } finally {
      ClassJar.delete(storage);
    }
    return ExitCode.OK;
  }

  private static void unseen(String... args) {
    var nowhere = new PrintWriter(Writer.nullWriter());
    Main.run(nowhere, nowhere, args);
  }
}
