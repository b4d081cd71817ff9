package dev.manta.cli.store;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `manta store`
@Command(
    name = "store",
    description = "Check a storage: a local disk or an object store.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = CheckCommand.class)
public final class StoreCommand implements Callable<Integer> {
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "say what to do: manta store check LOCATION");
  }
}
