package dev.manta.it.tune;

import dev.manta.internal.code.ClassPath;
import dev.manta.tune.ResultGrid;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// One experiment whose drivers are killed again and again, compared with an undisturbed one.
///
/// @param undisturbed what the experiment ends with when nobody is killed
/// @param journalBytes how long the journal of that is
/// @param work a directory for it alone
public record KilledDrivers(
    KilledExperiment.Kind kind, List<String> undisturbed, long journalBytes, Path work) {
  private static final long LIMIT_SECONDS = 120;

  /// The experiment of a kind without any kills.
  ///
  /// @param work a directory for the undisturbed one, and those that follow
  public static KilledDrivers of(KilledExperiment.Kind kind, Path work) throws IOException {
    Path storage = work.resolve("undisturbed");
    List<String> expected = described(KilledExperiment.tuner(kind, storage).fit());
    long bytes = Files.size(storage.resolve(KilledExperiment.NAME).resolve("journal.jsonl"));
    return new KilledDrivers(kind, expected, bytes, work);
  }

  /// What came of it.
  ///
  /// @param kills how many drivers were killed while they drove
  /// @param resumed how often a trial was continued behind its first step by the next driver
  /// @param differences what is not as in the undisturbed one; empty where all is well
  public record Outcome(int kills, int resumed, List<String> differences) {
    public Outcome {
      differences = List.copyOf(differences);
    }
  }

  /// Kills at random places of the journal, one in each part of it, then lets a last driver end.
  public Outcome run(int kills, long seed) throws IOException, InterruptedException {
    var experiment = new Disturbed(work.resolve("disturbed-" + seed));
    var random = new Random(seed);
    int killed = 0;
    for (int kill = 0; kill < kills; kill++) {
      long at = (long) (journalBytes * (kill + random.nextDouble()) / kills);
      killed += experiment.isKilledAt(at) ? 1 : 0;
    }
    boolean ended = experiment.isEnded();
    List<String> differences = ended ? differences(experiment) : experiment.fault();
    return new Outcome(killed, experiment.resumed, differences);
  }

  private List<String> differences(Disturbed experiment) throws IOException {
    List<String> differences = new ArrayList<>(experiment.faults);
    List<String> trials = described(ResultGrid.fromPath(experiment.directory().toString()));
    if (trials.size() != undisturbed.size()) {
      differences.add(trials.size() + " trials instead of " + undisturbed.size());
    }
    for (int i = 0; i < Math.min(trials.size(), undisturbed.size()); i++) {
      if (!trials.get(i).equals(undisturbed.get(i))) {
        differences.add(trials.get(i) + " instead of " + undisturbed.get(i));
      }
    }
    int ends = experiment.journal().split("\"ends\":", -1).length - 1;
    if (ends != undisturbed.size()) {
      differences.add("trials ended " + ends + " times instead of " + undisturbed.size());
    }
    return differences;
  }

  /// Number, point, state, values and the last report of each trial.
  private static List<String> described(ResultGrid results) {
    return results.trials().stream().map(each -> each.trial() + " " + each.metrics()).toList();
  }

  /// The experiment that is disturbed.
  private final class Disturbed {
    private final Path storage;
    private final List<String> faults = new ArrayList<>();
    private int drivers;
    private int resumed;

    Disturbed(Path storage) throws IOException {
      this.storage = Files.createDirectories(storage);
    }

    Path directory() {
      return storage.resolve(KilledExperiment.NAME);
    }

    private Path journalFile() {
      return directory().resolve("journal.jsonl");
    }

    String journal() throws IOException {
      return Files.exists(journalFile()) ? Files.readString(journalFile()) : "";
    }

    private boolean isFinished() throws IOException {
      return journal().contains("\"finished\"");
    }

    /// False where the driver had finished before so much was written.
    boolean isKilledAt(long bytes) throws IOException, InterruptedException {
      if (isFinished()) {
        return false;
      }
      var before = new TrialSteps(journal());
      Process driver = start();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      while (driver.isAlive() && written() < bytes && System.nanoTime() < end) {
        LockSupport.parkNanos(100_000);
      }
      boolean killed = driver.isAlive();
      driver.destroyForcibly().waitFor();
      compare(before);
      return killed;
    }

    private Path steps() {
      return storage.resolve("steps-" + drivers);
    }

    private void compare(TrialSteps before) throws IOException {
      faults.addAll(before.faults(steps(), kind.waitsForSteps()));
      resumed += TrialSteps.resumed(steps());
    }

    private long written() throws IOException {
      return Files.exists(journalFile()) ? Files.size(journalFile()) : 0;
    }

    /// A finished experiment is not driven again: the same name would begin another one.
    boolean isEnded() throws IOException, InterruptedException {
      if (!isFinished()) {
        var before = new TrialSteps(journal());
        Process last = start();
        boolean inTime = last.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        last.destroyForcibly().waitFor();
        compare(before);
        return inTime && last.exitValue() == 0 && isFinished();
      }
      return true;
    }

    List<String> fault() throws IOException {
      return List.of("the last driver did not end well: " + Files.readString(log()));
    }

    private Path log() {
      return storage.resolve("driver.log");
    }

    private Process start() throws IOException {
      Path temporary = Files.createDirectories(storage.resolve("tmp"));
      File log = log().toFile();
      drivers++;
      var driver =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "--enable-native-access=ALL-UNNAMED",
                  "-Djava.io.tmpdir=" + temporary,
                  "-cp",
                  ClassPath.ofProgram(),
                  KilledExperiment.class.getName(),
                  kind.name(),
                  storage.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
      driver.environment().put(TrialSteps.VARIABLE, steps().toString());
      return driver.start();
    }
  }
}
