package dev.manta.bench.chaos;

import dev.manta.bench.Scratch;
import dev.manta.internal.journal.ControlLog;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// A training on several hosts under their faults, and the same one undisturbed on one machine:
/// both must end with the same weights, and the disturbed one with everything in order.
///
/// @param count how many hosts
/// @param tell hears what happens
record HostOrdeal(int count, Consumer<String> tell) {
  private static final long STEP_MILLIS = 20;
  private static final long ROOM = 50;

  /// Trains under so many faults.
  ///
  /// @param apart steps from the end of one to the begin of the next
  /// @return whether nothing was wrong
  boolean endure(long seed, int faults, long apart) throws IOException, InterruptedException {
    List<HostStrike> strikes = HostStrike.schedule(seed, faults);
    long steps = apart + strikes.stream().mapToLong(strike -> steps(strike, apart)).sum();
    List<String> wrong = new ArrayList<>();
    String calm = undisturbed(steps);
    tell.accept("undisturbed: weights " + calm);
    String struck = disturbed(steps, strikes, apart, wrong);
    tell.accept("disturbed:   weights " + struck);
    if (!calm.equals(struck)) {
      wrong.add("the weights are not those of undisturbed training");
    }
    wrong.forEach(each -> tell.accept("WRONG: " + each));
    tell.accept(wrong.isEmpty() ? Ordeal.FINE : wrong.size() + " things are wrong");
    return wrong.isEmpty();
  }

  private static String undisturbed(long steps) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      DisturbedTraining settings = DisturbedTraining.of(scratch.path(), steps, 0, false);
      try (var training = Training.start(new Subject.FrameworkFree(), settings)) {
        training.driver().waitFor();
        return training.weights();
      }
    }
  }

  /// The most steps that are made from one fault to the next.
  private static long steps(HostStrike strike, long apart) {
    return strike.fault().lasts().toMillis() / STEP_MILLIS + apart + ROOM;
  }

  private String disturbed(long steps, List<HostStrike> strikes, long apart, List<String> wrong)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        var cluster = HostCluster.open(count, scratch.path(), tell)) {
      DisturbedTraining settings =
          DisturbedTraining.of(scratch.path(), steps, STEP_MILLIS, false).onHosts();
      Path log = scratch.path().resolve("driver.log");
      Process driver = drive(cluster, settings, log);
      try {
        List<Costs.Blow> struck =
            new HostTormentor(cluster, driver, scratch.path(), tell).torment(strikes, apart);
        if (struck.size() < strikes.size()) {
          wrong.add("the run ended after %s faults%s".formatted(struck.size(), Training.tail(log)));
        }
        check(settings, struck, wrong);
        cluster.stop();
        return Files.exists(settings.result())
            ? Files.readString(settings.result())
            : "none: the run did not finish" + Training.tail(log);
      } finally {
        driver.destroyForcibly();
      }
    }
  }

  private static Process drive(HostCluster cluster, DisturbedTraining settings, Path log)
      throws IOException {
    List<String> command = HostCluster.java();
    command.add(ChaosProgram.class.getName());
    command.addAll(Arrays.asList(settings.arguments()));
    ProcessBuilder builder =
        cluster.host(HostCluster.DRIVER).command(Path.of(settings.directory()), command);
    builder.environment().putAll(cluster.variables());
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private void check(DisturbedTraining settings, List<Costs.Blow> struck, List<String> wrong)
      throws IOException {
    Path directory = Path.of(settings.directory());
    Counted counted = Counted.read(directory);
    wrong.addAll(counted.wrongSamples(settings.epochs(), DisturbedTraining.ROWS));
    Location run =
        BrokenStorage.location(directory.resolve("runs")).resolve(DisturbedTraining.NAME);
    new JournalChecks(new ControlLog(Storages.at(run), run), wrong::add).all();
    var costs = new Costs(counted, struck);
    costs.table().forEach(tell);
    tell.accept(
        String.format(
            Locale.ROOT,
            "%s faults, steps of %.1f ms, goodput %.1f %%",
            struck.size(),
            costs.stepMillis(),
            costs.goodput()));
    for (HostFault fault : HostFault.values()) {
      wrong.addAll(beyond(fault, costs));
    }
  }

  /// Where a kind of fault has cost more than it may.
  private static List<String> beyond(HostFault fault, Costs costs) {
    List<String> wrong = new ArrayList<>();
    double millis = costs.medianMillis(fault.toString());
    if (fault.standstillMillis() > 0 && millis > fault.standstillMillis()) {
      wrong.add(
          String.format(
              Locale.ROOT,
              "%s: a median of %.0f ms without a step, not %s",
              fault,
              millis,
              fault.standstillMillis()));
    }
    if (fault.costsNoStep() && costs.again(fault.toString()) > 0) {
      wrong.add(fault + ": " + costs.again(fault.toString()) + " steps were made again");
    }
    return wrong;
  }
}
