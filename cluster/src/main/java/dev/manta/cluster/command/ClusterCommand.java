package dev.manta.cluster.command;

import dev.manta.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `manta cluster`
@Command(
    name = "cluster",
    description = "Clusters on this machine.",
    subcommands = LocalCommand.class)
final class ClusterCommand implements Callable<Integer> {
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.OK;
  }
}
