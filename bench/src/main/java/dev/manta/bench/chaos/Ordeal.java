package dev.manta.bench.chaos;

import dev.manta.Result;
import dev.manta.bench.Scratch;
import dev.manta.bench.chaos.Tormentor.Struck;
import dev.manta.internal.journal.ControlLog;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A training under faults, and the same one undisturbed: both must end with the same weights, and
/// the disturbed one with everything in order.
///
/// @param exact whether the number of workers may change too
/// @param tell hears what happens
public record Ordeal(Subject subject, boolean exact, Consumer<String> tell) {
  private static final long STEP_MILLIS = 20;

  /// Trains under one fault of each kind.
  public boolean endureEach(long seed, long apart) throws IOException, InterruptedException {
    return endure(seed, Fault.of(exact).size(), apart);
  }

  /// Trains under so many faults.
  ///
  /// @param apart steps between two of them
  /// @return whether nothing was wrong
  public boolean endure(long seed, int faults, long apart)
      throws IOException, InterruptedException {
    Schedule schedule = Schedule.of(seed, faults, apart, exact);
    List<String> wrong = new ArrayList<>();
    String calm = weights(Schedule.calm(schedule.steps()), 0, wrong);
    tell.accept("undisturbed: weights " + calm);
    String struck = weights(schedule, STEP_MILLIS, wrong);
    tell.accept("disturbed:   weights " + struck);
    if (!calm.equals(struck)) {
      wrong.add("the weights are not those of undisturbed training");
    }
    wrong.forEach(each -> tell.accept("WRONG: " + each));
    tell.accept(wrong.isEmpty() ? FINE : wrong.size() + " things are wrong");
    return wrong.isEmpty();
  }

  static final String FINE =
      "same weights, every sample once in every epoch, journal consistent, nothing left behind";

  /// The weights that a training ends with; what is wrong beside is added.
  private String weights(Schedule schedule, long pauseMillis, List<String> wrong)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      DisturbedTraining settings =
          DisturbedTraining.of(scratch.path(), schedule.steps(), pauseMillis, exact);
      Training training = Training.start(subject, settings);
      try (training) {
        List<Struck> struck = new Tormentor(training, tell).torment(schedule);
        if (struck.size() < schedule.strikes().size()) {
          wrong.add("the run ended after %s faults".formatted(struck.size()));
        }
        check(training, wrong);
        if (!struck.isEmpty()) {
          account(training, struck);
        }
        return training.weights();
      } finally {
        remove(training.local());
      }
    }
  }

  private static void check(Training training, List<String> wrong)
      throws IOException, InterruptedException {
    wrong.addAll(new Leavings(training).found());
    Counted counted = Counted.read(training.directory());
    wrong.addAll(counted.wrongSamples(training.settings().epochs(), DisturbedTraining.ROWS));
    var log = new ControlLog(Storages.at(training.run()), training.run());
    new JournalChecks(log, wrong::add).all();
  }

  private void account(Training training, List<Struck> struck) throws IOException {
    List<Costs.Blow> blows =
        struck.stream()
            .map(each -> new Costs.Blow(each.strike().fault().toString(), each.nanos()))
            .toList();
    var costs = new Costs(Counted.read(training.directory()), blows);
    costs.table().forEach(tell);
    Result result = Result.fromPath(training.run().toString());
    tell.accept(
        String.format(
            Locale.ROOT,
            "%s faults, %s attempts, steps of %.1f ms, goodput %.1f %%; %s",
            struck.size(),
            result.attempts(),
            costs.stepMillis(),
            costs.goodput(),
            result.ledger()));
  }

  private static void remove(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      try (Stream<Path> below = Files.walk(directory)) {
        for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }
}
