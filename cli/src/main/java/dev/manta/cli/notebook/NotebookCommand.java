package dev.manta.cli.notebook;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `manta notebook`
@Command(
    name = "notebook",
    description = "Train from Jupyter, VS Code or IntelliJ: a kernel whose cells are Java.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {InstallCommand.class, KernelCommand.class})
public final class NotebookCommand implements Callable<Integer> {
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "say what to do: manta notebook install");
  }
}
