package dev.manta.it;

import dev.manta.it.tune.KilledDrivers;
import dev.manta.it.tune.KilledExperiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// `./dev tune-kills`: experiments whose drivers are killed at random points must end as
/// undisturbed ones do.
public final class TuneKills {
  private static final String USAGE = "usage: ./dev tune-kills [--count N] [--seed S]";
  private static final int KILLS_PER_EXPERIMENT = 4;

  private TuneKills() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var options = new Options(args, USAGE);
    int count = (int) options.number("--count", 50);
    long seed = options.number("--seed", RandomGenerator.getDefault().nextLong(1_000_000));
    options.requireNoOthers();
    System.out.println("tune-kills: " + count + " kills of drivers, seed " + seed);
    Path work = Files.createTempDirectory("tune-kills");
    boolean well = isWell(count, seed, work);
    if (well) {
      delete(work);
    }
    System.exit(well ? 0 : 1);
  }

  private static boolean isWell(int count, long seed, Path work)
      throws IOException, InterruptedException {
    int left = count;
    int killed = 0;
    int experiments = 0;
    int different = 0;
    KilledExperiment.Kind[] kinds = KilledExperiment.Kind.values();
    for (int i = 0; i < kinds.length; i++) {
      var drivers = KilledDrivers.of(kinds[i], work.resolve(kinds[i].name()));
      int until = left - left / (kinds.length - i);
      for (int round = 0; left > until; round++, experiments++) {
        var outcome =
            drivers.run(Math.min(KILLS_PER_EXPERIMENT, left - until), seed + 1000L * i + round);
        left -= Math.max(1, outcome.kills()); // one that ended before its first kill counts too
        killed += outcome.kills();
        different += outcome.differences().isEmpty() ? 0 : 1;
        say(kinds[i], drivers, outcome);
      }
    }
    System.out.println(
        "tune-kills: %s kills in %s experiments, %s of which ended otherwise than an undisturbed one%s"
            .formatted(killed, experiments, different, different == 0 ? "" : ": " + work));
    return different == 0;
  }

  private static void say(
      KilledExperiment.Kind kind, KilledDrivers drivers, KilledDrivers.Outcome outcome) {
    List<String> differences = outcome.differences();
    System.out.println(
        "%-14s %s kills, %s trials, resumed %s times behind a step: %s"
            .formatted(
                kind,
                outcome.kills(),
                drivers.undisturbed().size(),
                outcome.resumed(),
                differences.isEmpty()
                    ? "the same suggestions and results, no step of a trial done again"
                    : String.join("; ", differences)));
  }

  private static void delete(Path work) throws IOException {
    try (Stream<Path> files = Files.walk(work)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
