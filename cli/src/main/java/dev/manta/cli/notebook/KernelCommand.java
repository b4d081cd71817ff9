package dev.manta.cli.notebook;

import dev.manta.cli.shell.ShellClassPath;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `manta notebook kernel`, which notebooks start.
@Command(
    name = "kernel",
    description = "Serve one notebook; what Jupyter starts, as manta notebook install says.")
final class KernelCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Jupyter's connection file.")
  Path connection = Path.of("");

  @Mixin ShellClassPath classPath = new ShellClassPath();

  @Override
  public Integer call() throws Exception {
    ConnectionFile at = ConnectionFile.read(connection);
    try (CellShell cells = CellShell.open(classPath.entries());
        Kernel kernel = Kernel.open(cells, at)) {
      serve(kernel, Starter.find(System.getenv()));
    }
    return ExitCode.OK;
  }

  /// What is printed belongs below the cell that prints it.
  private static void serve(Kernel kernel, Optional<Starter> starter) throws InterruptedException {
    PrintStream out = System.out;
    PrintStream err = System.err;
    try {
      System.setOut(kernel.printed().out());
      System.setErr(kernel.printed().err());
      Notebook.shownBy(kernel);
      boolean _ = kernel.await(starter);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
