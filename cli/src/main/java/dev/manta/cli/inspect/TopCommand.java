package dev.manta.cli.inspect;

import dev.manta.cli.runs.RunStorage;
import dev.manta.internal.stored.FoundRun;
import dev.manta.internal.stored.StoredRun;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta top`
@Command(
    name = "top",
    description = {
      "Show the runs that are under way, again and again: steps per second, CPU and memory.",
      "Ends with Ctrl-C."
    })
public final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\u001b[H\u001b[J";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "2",
      description = "How long between two looks (default: ${DEFAULT-VALUE}).")
  double seconds = 2;

  @Option(
      names = "--times",
      paramLabel = "N",
      defaultValue = "0",
      description = "How often to look; 0 is until Ctrl-C (default: ${DEFAULT-VALUE}).")
  int times;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("--seconds must be positive, not " + seconds);
    }
    var table = new TopTable();
    long looked = System.nanoTime();
    for (int look = 1; times == 0 || look <= times; look++) {
      if (look > 1) {
        Thread.sleep(Duration.ofMillis(Math.round(1000 * seconds)));
      }
      List<RunLoad> loads = underWay();
      long now = System.nanoTime();
      print(table.lines(loads, Duration.ofNanos(look == 1 ? 0 : now - looked)), loads.isEmpty());
      looked = now;
    }
    return CommandLine.ExitCode.OK;
  }

  private List<RunLoad> underWay() {
    return storage.all().stream()
        .filter(FoundRun::mayBeUnderWay)
        .flatMap(run -> run instanceof StoredRun stored ? Stream.of(stored) : Stream.empty())
        .map(RunLoad::of)
        .toList();
  }

  private void print(List<String> lines, boolean none) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(System.console() != null && System.console().isTerminal() ? CLEAR : "");
    if (none) {
      out.println("no run is under way in " + storage.root());
    } else {
      lines.forEach(out::println);
    }
    out.flush();
  }
}
