package dev.manta.bench.chaos;

import dev.manta.testkit.hosts.Hosts;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `manta chaos`: trains undisturbed, then under faults, and compares.
@Command(
    name = "chaos",
    description = "Train under faults of every kind, and compare with undisturbed training.")
public final class ChaosCommand implements Callable<Integer> {
  private static final int STEPS_A_SECOND = 40;
  private static final int SECONDS_A_MINUTE = 60;
  private static final String DISK = "disk";
  private static final String S3 = "s3";

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--faults",
      paramLabel = "N",
      description = "How many faults (default: one of each kind).")
  private @Nullable Integer faults;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "For about how long, instead of how many.")
  private @Nullable Integer minutes;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      description = "How long the run trains between two of them (default: ${DEFAULT-VALUE}).")
  private int every = 2;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Which ones, and whom they strike (default: ${DEFAULT-VALUE}).")
  private long seed = 7;

  @Option(
      names = "--exact",
      description = "In exact mode, and the number of workers changes too: from 2 to 4 of them.")
  private boolean exact;

  @Option(
      names = "--with",
      paramLabel = "FRAMEWORK",
      description = "Train with a framework: torch.")
  private String framework = "";

  @Option(
      names = "--storage",
      paramLabel = "WHERE",
      description = {
        "What the runs are on: disk, or s3, a server that the command starts",
        "(default: ${DEFAULT-VALUE})."
      })
  private String storage = DISK;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      description = "On so many hosts, which are namespaces, and under their faults (takes root).")
  private @Nullable Integer hosts;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Subject subject = Subject.of(framework).orElseThrow(() -> wrong(unknown()));
    if (!storage.equals(DISK) && !storage.equals(S3)) {
      throw wrong("--storage must be disk or s3, not \"" + storage + "\"");
    }
    int count = count();
    if (count < 1 || every < 1) {
      throw wrong("--faults, --minutes and --every must be at least 1");
    }
    Integer several = hosts;
    if (several != null) {
      return onHosts(several, count);
    }
    if (storage.equals(S3) && !BrokenStorage.isInBucket()) {
      return new OnServer(this::say).repeat(arguments());
    }
    say("%s faults, seed %s, on %s".formatted(count, seed, storage));
    var ordeal = new Ordeal(subject, exact, this::say);
    return ordeal.endure(seed, count, (long) every * STEPS_A_SECOND) ? 0 : 1;
  }

  private int onHosts(int several, int count) throws IOException, InterruptedException {
    if (several < 2 || exact || !framework.isEmpty() || storage.equals(S3)) {
      throw wrong("--hosts must be at least 2, and goes with --faults, --every and --seed alone");
    }
    Optional<String> whyNot = Hosts.whyNot();
    if (whyNot.isPresent()) {
      say("skipped: " + whyNot.get());
      return 0;
    }
    say("%s faults of %s hosts, seed %s".formatted(count, several, seed));
    var ordeal = new HostOrdeal(several, this::say);
    return ordeal.endure(seed, count, (long) every * STEPS_A_SECOND) ? 0 : 1;
  }

  private int count() {
    Integer given = faults;
    Integer time = minutes;
    if (given != null && time != null) {
      throw wrong("--faults and --minutes exclude each other");
    }
    if (time != null) {
      return time * SECONDS_A_MINUTE / Math.max(1, every);
    }
    if (given != null) {
      return given;
    }
    return hosts == null ? Fault.of(exact).size() : HostFault.values().length;
  }

  private String unknown() {
    return "there is nothing to disturb with \"" + framework + "\"; there is --with torch";
  }

  private ParameterException wrong(String what) {
    return new ParameterException(line(), what);
  }

  /// The words that this command was given, with its name.
  private List<String> arguments() {
    return line().getCommandSpec().root().commandLine().getParseResult().originalArgs();
  }

  private CommandLine line() {
    CommandSpec mine = spec;
    if (mine == null) {
      throw new IllegalStateException("the command was not made by picocli");
    }
    return mine.commandLine();
  }

  private void say(String text) {
    PrintWriter out = line().getOut();
    out.println("chaos: " + text);
    out.flush();
  }
}
