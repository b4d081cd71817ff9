package dev.manta.cluster.command;

import dev.manta.cli.ExitCode;
import dev.manta.cluster.daemon.Described;
import dev.manta.internal.loop.Signals;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta cluster local`
@Command(
    name = "local",
    description = {
      "Run a command on a cluster of several nodes, all of them on this machine.",
      "  manta cluster local --nodes 4 -- demo --workers 4",
      "The cluster ends with the command, and leaves nothing."
    })
final class LocalCommand implements Callable<Integer> {
  private static final String MAIN = "dev.manta.cli.Main";

  @Option(names = "--nodes", description = "How many (default: 2).")
  int nodes = 2;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "What to run: words after manta.")
  List<String> command = new ArrayList<>();

  private volatile @Nullable Process running;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (nodes < 1 || nodes > 64) {
      throw new IllegalArgumentException("--nodes is " + nodes + "; 1 to 64 fit on one machine");
    }
    try (var cluster = new LocalDaemons(nodes)) {
      passOn("TERM");
      passOn("HUP");
      Signals.take("INT", this::interrupted);
      Described head = cluster.start();
      spec.commandLine()
          .getErr()
          .printf("manta: %s nodes on this machine, logs in %s%n", nodes, cluster.directory());
      return run(head, cluster.userToken());
    }
  }

  /// The command stops as it does alone, and the cluster after it.
  private void passOn(String signal) {
    Signals.take(signal, () -> end(Process::destroy));
  }

  /// The command has heard of it by itself: it runs at the same terminal.
  private void interrupted() {
    end(_ -> {});
  }

  private void end(Consumer<Process> how) {
    Process now = running;
    if (now == null) {
      System.exit(ExitCode.STOPPED);
    } else {
      how.accept(now);
    }
  }

  private int run(Described head, Path token) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(commandLine()).inheritIO();
    builder
        .environment()
        .putAll(
            Map.of(
                "MANTA_ADDRESS", head.find("address").orElseThrow(),
                "MANTA_TOKEN_FILE", token.toString()));
    Process started = builder.start();
    running = started;
    int status = started.waitFor();
    return status == 0 ? ExitCode.OK : status;
  }

  private List<String> commandLine() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    words.addAll(command);
    return words;
  }
}
