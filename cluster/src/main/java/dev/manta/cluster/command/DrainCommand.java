package dev.manta.cluster.command;

import dev.manta.cli.ExitCode;
import dev.manta.internal.head.HeadLink;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta drain`
@Command(
    name = "drain",
    description = {
      "Have a node leave its cluster.",
      "Nothing new is placed on it, and runs on it move elsewhere; then it goes."
    })
final class DrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NODE", description = "The node's name, as `manta status` shows it.")
  String node = "";

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "How long runs have for it, as 60s or 5m (default: 60s).")
  String within = "60s";

  @Option(
      names = "--forget",
      description = "End its membership at once; it is let in again only with another --data-dir.")
  boolean forget;

  @Mixin HeadOptions options = new HeadOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Duration limit = duration(within);
    try (HeadLink head = options.head()) {
      String words = forget ? head.forget(node) : head.drain(node, limit);
      spec.commandLine().getOut().println(words);
    }
    return ExitCode.OK;
  }

  static Duration duration(String text) {
    if (!text.matches("\\d{1,6}[smh]")) {
      throw new IllegalArgumentException("--within is \"" + text + "\"; write it as 60s, 5m or 1h");
    }
    return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
  }
}
