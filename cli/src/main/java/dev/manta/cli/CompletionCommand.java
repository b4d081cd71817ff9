package dev.manta.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `manta completion`
@Command(
    name = "completion",
    description = "Print a completion script for bash and zsh.",
    footer = {"", "Use it with:  source <(manta completion)"})
final class CompletionCommand implements Callable<Integer> {
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(AutoComplete.bash("manta", Commands.all()));
    return ExitCode.OK;
  }
}
