package dev.manta.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// `manta` itself, without a command.
@Command(
    name = "manta",
    description = "Distributed training for the JVM.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "  test        Run Manta's own tests.",
      "",
      "Start with:   manta demo",
      "Help on one:  manta COMMAND --help"
    })
final class Root implements Callable<Integer> {
  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      description = "Show the version.")
  boolean version;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (version) {
      spec.commandLine().getOut().println("manta " + Version.ofManta());
    } else {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
    return ExitCode.OK;
  }
}
