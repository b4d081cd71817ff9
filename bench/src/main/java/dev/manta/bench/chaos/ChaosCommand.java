package dev.manta.bench.chaos;

import dev.manta.Result;
import dev.manta.bench.Scratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `manta chaos`: trains undisturbed, then under faults, and compares.
@Command(
    name = "chaos",
    description = "Train under kill -9, pauses and freezes, and compare with undisturbed training.")
public final class ChaosCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--faults",
      paramLabel = "N",
      description = "About how many (default: ${DEFAULT-VALUE}).")
  private int faults = 10;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      description = "How far apart (default: ${DEFAULT-VALUE}).")
  private int every = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Which ones, and whom they strike (default: ${DEFAULT-VALUE}).")
  private long seed = 7;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (faults < 1 || every < 1) {
      throw new ParameterException(
          line().commandLine(),
          "--faults and --every must be at least 1, not " + faults + " and " + every);
    }
    long steps = (long) faults * every * 1000 / 25;
    Trained calm = trained(steps, Duration.ofDays(1));
    say("undisturbed: " + calm);
    Trained struck = trained(steps, Duration.ofSeconds(every));
    say("disturbed:   " + struck);
    boolean same = calm.weights().equals(struck.weights());
    say(same ? "same weights" : "DIFFERENT WEIGHTS");
    say(String.format(Locale.ROOT, "goodput %.1f %%", 100 * calm.seconds() / struck.seconds()));
    return same ? 0 : 1;
  }

  /// How a training went.
  private record Trained(String weights, double seconds, int faults, int attempts) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.1f s, %d faults, %d attempts, weights %s",
          seconds,
          faults,
          attempts,
          weights);
    }
  }

  private Trained trained(long steps, Duration apart) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      var tormentor = new Tormentor(scratch.path(), seed, apart, this::say);
      Thread thread = Thread.ofPlatform().daemon().name("tormentor").start(tormentor);
      long begin = System.nanoTime();
      Result result = ChaosProgram.fit(scratch.path(), steps);
      double seconds = (System.nanoTime() - begin) / 1e9;
      tormentor.end();
      thread.interrupt();
      thread.join();
      String weights = result.returnValue(String.class).orElseThrow();
      return new Trained(weights, seconds, tormentor.faults(), result.attempts());
    }
  }

  private CommandSpec line() {
    if (spec == null) {
      throw new IllegalStateException("picocli did not set the command");
    }
    return spec;
  }

  private void say(String text) {
    PrintWriter out = line().commandLine().getOut();
    out.println(text);
    out.flush();
  }
}
