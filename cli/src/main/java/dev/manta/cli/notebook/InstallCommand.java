package dev.manta.cli.notebook;

import dev.manta.cli.shell.ShellClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta notebook install`
@Command(
    name = "install",
    description = "Let Jupyter find this kernel: writes kernel.json, and nothing else.")
final class InstallCommand implements Callable<Integer> {
  @Option(
      names = "--prefix",
      paramLabel = "DIRECTORY",
      description = {
        "A Python environment that gets the kernel, as it is activated",
        "(default: all of this user's)."
      })
  Optional<Path> prefix = Optional.empty();

  @Mixin ShellClassPath classPath = new ShellClassPath();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    var kernel = new KernelFile(KernelFile.ownLauncher(), classPath.options());
    Path directory = kernel.directory(prefix, System.getenv(), System.getProperty("os.name", ""));
    Files.createDirectories(directory);
    Path file = directory.resolve("kernel.json");
    Files.writeString(file, kernel.content().pretty() + "\n");
    spec.commandLine().getOut().println("wrote " + file);
    spec.commandLine().getOut().println("notebooks have the kernel \"" + kernel.shownName() + "\"");
    return ExitCode.OK;
  }
}
