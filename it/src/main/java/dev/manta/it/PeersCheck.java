package dev.manta.it;

import dev.manta.it.peers.Difference;
import dev.manta.it.peers.Outcome;
import dev.manta.it.peers.Python;
import dev.manta.it.peers.Round;
import dev.manta.it.peers.Suite;
import dev.manta.it.peers.data.FilesSuite;
import dev.manta.it.peers.data.ImagesSuite;
import dev.manta.it.peers.data.TablesSuite;
import dev.manta.it.peers.training.TrainingSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// `./dev peers-check`: rounds of random cases, suite after suite, until the time is up.
public final class PeersCheck {
  /// What is compared.
  static final List<Suite> SUITES =
      List.of(new TrainingSuite(), new FilesSuite(), new ImagesSuite(), new TablesSuite());

  private static final String USAGE =
      "usage: ./dev peers-check [--minutes N] [--seed S] [--cases N] [--only SUITE]; suites: "
          + SUITES.stream().map(Suite::name).toList();

  private final PrintStream out;
  private final Python python = Python.installed();
  private int cases;
  private int differing;

  private PeersCheck(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    try {
      Asked asked = Asked.of(args);
      System.exit(new PeersCheck(System.out).run(asked) ? 0 : 1);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      System.err.println("peers-check: " + e.getMessage());
      System.exit(2);
    }
  }

  /// What the command line says.
  ///
  /// @param cases how many of a round; 0 for as many as the suite likes
  private record Asked(Duration time, long seed, int cases, List<Suite> suites) {
    static Asked of(String[] args) {
      long minutes = 0;
      long seed = RandomGenerator.getDefault().nextLong(1_000_000);
      int cases = 0;
      List<Suite> suites = SUITES;
      for (int i = 0; i < args.length; i += 2) {
        String value = i + 1 < args.length ? args[i + 1] : "";
        switch (args[i]) {
          case "--minutes" -> minutes = number(args[i], value);
          case "--seed" -> seed = number(args[i], value);
          case "--cases" -> cases = (int) number(args[i], value);
          case "--only" -> suites = named(value);
          default -> throw new IllegalArgumentException("no option " + args[i] + "; " + USAGE);
        }
      }
      return new Asked(Duration.ofMinutes(minutes), seed, cases, suites);
    }

    private static long number(String option, String value) {
      try {
        return Long.parseLong(value);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            option + " needs a number, not \"" + value + "\"; " + USAGE, e);
      }
    }

    private static List<Suite> named(String name) {
      List<Suite> found = SUITES.stream().filter(suite -> suite.name().equals(name)).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException("no suite \"" + name + "\"; " + USAGE);
      }
      return found;
    }
  }

  /// At least one round of each suite; whether nothing differed.
  private boolean run(Asked asked) throws IOException, InterruptedException {
    long end = System.nanoTime() + asked.time.toNanos();
    long seed = asked.seed;
    do {
      for (Suite suite : asked.suites) {
        round(suite, seed, asked.cases == 0 ? suite.size() : asked.cases);
      }
      seed++;
    } while (System.nanoTime() < end);
    out.printf("%s cases, %s differ%n", cases, differing);
    return differing == 0;
  }

  private void round(Suite suite, long seed, int count) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Path directory = Files.createTempDirectory("peers-check-");
    try {
      Outcome outcome = suite.run(new Round(seed, count, directory, python));
      List<String> setups =
          outcome.differences().stream().map(Difference::setup).distinct().toList();
      cases += outcome.cases();
      differing += setups.size();
      out.printf(
          "%s --seed %s: %s cases in %s s, %s differ%n",
          suite.name(),
          seed,
          outcome.cases(),
          Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
          setups.size());
      outcome.differences().forEach(each -> out.println("  " + each));
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(all::add);
    }
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
  }
}
