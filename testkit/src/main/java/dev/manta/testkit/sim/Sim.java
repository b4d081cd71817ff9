package dev.manta.testkit.sim;

import dev.manta.internal.run.Rules;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/// `./dev sim`: many histories, or the hunt for planted bugs.
public final class Sim {
  private static final int HISTORIES = 10_000;
  private static final int HUNT_MAX = 5_000;

  private Sim() {}

  /// Simulates `--histories` from `--seed`; with `--mutants` it hunts planted bugs.
  public static void main(String[] arguments) {
    long histories = HISTORIES;
    long seed = 1;
    boolean mutants = false;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--histories" -> histories = number(arguments, ++i);
        case "--seed" -> seed = number(arguments, ++i);
        case "--mutants" -> mutants = true;
        default ->
            fail(
                "unknown option "
                    + arguments[i]
                    + "; there are --histories N, --seed S, --mutants");
      }
    }
    boolean well = mutants ? hunt(seed) : live(seed, histories);
    System.exit(well ? 0 : 1);
  }

  private static long number(String[] arguments, int at) {
    if (at >= arguments.length || !arguments[at].matches("\\d{1,18}")) {
      fail(arguments[at - 1] + " needs a number");
    }
    return Long.parseLong(arguments[at]);
  }

  private static void fail(String message) {
    System.err.println(message);
    System.exit(2);
  }

  private static boolean live(long seed, long histories) {
    long start = System.nanoTime();
    Map<String, Long> ends = new TreeMap<>();
    Map<Long, String> violations = new ConcurrentSkipListMap<>();
    AtomicLong attempts = new AtomicLong();
    AtomicLong resizes = new AtomicLong();
    AtomicLong controllers = new AtomicLong();
    AtomicLong reattached = new AtomicLong();
    each(
        seed,
        histories,
        one -> {
          try {
            History.Outcome outcome = History.run(one, new Rules());
            attempts.addAndGet(outcome.attempts());
            resizes.addAndGet(outcome.resizes());
            controllers.addAndGet(outcome.controllers());
            reattached.addAndGet(outcome.reattached());
            synchronized (ends) {
              ends.merge(outcome.status(), 1L, Long::sum);
            }
          } catch (Violation e) {
            violations.put(one, String.valueOf(e.getMessage()));
          }
        });
    violations.forEach((one, what) -> System.out.println("seed " + one + ": " + what));
    System.out.printf(
        Locale.ROOT,
        "%s histories, %s attempts, %s resizes, %s controllers (%s took over workers), ends %s, %s violations, %.1f s%n",
        histories,
        attempts.get(),
        resizes.get(),
        controllers.get(),
        reattached.get(),
        ends,
        violations.size(),
        (System.nanoTime() - start) / 1e9);
    return violations.isEmpty();
  }

  private static void each(long seed, long count, LongConsumer task) {
    LongStream.range(seed, seed + count).parallel().forEach(task);
  }

  private static boolean hunt(long seed) {
    int found = 0;
    for (Mutant mutant : Mutant.values()) {
      String where = find(mutant, seed);
      found += where.isEmpty() ? 0 : 1;
      System.out.printf("%-22s %s%n", mutant, where.isEmpty() ? "NOT FOUND" : where);
    }
    System.out.printf("%s of %s planted bugs found%n", found, Mutant.values().length);
    return found == Mutant.values().length;
  }

  /// The first seed that shows a planted bug, and what it shows; empty when none does.
  static String find(Mutant mutant, long seed) {
    for (long one = seed; one < seed + HUNT_MAX; one++) {
      try {
        History.run(one, mutant.rules(), mutant.flaw());
      } catch (Violation e) {
        return "seed " + one + ": " + e.getMessage();
      }
    }
    return "";
  }
}
