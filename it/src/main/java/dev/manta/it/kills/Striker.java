package dev.manta.it.kills;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/// Strikes a driver or one of its workers, and looks at what must follow at once.
final class Striker {
  private static final Duration ORPHANS_END = Duration.ofSeconds(2);

  /// A process that has not reported in yet counts as frozen after 60 of the driver's ticks, which
  /// are half a second each where the machine has time for them.
  private static final Duration FROZEN_FOUND = Duration.ofSeconds(90);

  private static final Duration ENDING = Duration.ofSeconds(10);
  private static final int PAUSE_MILLIS_MAX = 600;

  private final Driver driver;
  private final RandomGenerator random;
  private final Findings findings;
  private final Deaths deaths;

  Striker(Driver driver, RandomGenerator random, Findings findings, Deaths deaths) {
    this.driver = driver;
    this.random = random;
    this.findings = findings;
    this.deaths = deaths;
  }

  /// Whether there was someone to strike.
  boolean strike(Blow blow) throws IOException, InterruptedException {
    List<Long> workers = driver.workers();
    if (blow.needsWorker() && workers.isEmpty()) {
      return false;
    }
    long victim = blow.needsWorker() ? workers.get(random.nextInt(workers.size())) : driver.pid();
    findings.told(blow + " " + victim + " among workers " + workers);
    switch (blow) {
      case KILL_WORKER -> killWorker(victim, workers);
      case PAUSE_WORKER, PAUSE_DRIVER -> pause(victim);
      case FREEZE_WORKER -> freeze(victim);
      case KILL_DRIVER -> killDriver();
      case PAUSE_THEN_KILL_DRIVER -> {
        Processes.signal("STOP", victim);
        nap();
        killDriver();
      }
    }
    return true;
  }

  /// The others stay, also those that have only just been started: they are the same processes in
  /// the next attempt, unless the run is ending.
  private void killWorker(long victim, List<Long> workers)
      throws IOException, InterruptedException {
    deaths.worker(victim);
    Processes.signal("KILL", victim);
    nap();
    List<Long> gone =
        workers.stream().filter(pid -> pid != victim && !Processes.runs(pid)).toList();
    if (!gone.isEmpty() && !Processes.await(ENDING, () -> !driver.runs())) {
      findings.violation("workers " + gone + " did not survive the death of another", driver);
    }
  }

  private void pause(long victim) throws IOException, InterruptedException {
    Processes.signal("STOP", victim);
    nap();
    Processes.signal("CONT", victim);
  }

  private void freeze(long victim) throws IOException, InterruptedException {
    deaths.worker(victim);
    Processes.signal("STOP", victim);
    boolean found = Processes.await(FROZEN_FOUND, () -> !Processes.runs(victim) || !driver.runs());
    if (!found) {
      Processes.signal("KILL", victim);
      findings.violation("a stopped worker was not replaced in " + FROZEN_FOUND, driver);
    }
  }

  private void killDriver() throws IOException, InterruptedException {
    List<Long> workers = driver.workers();
    deaths.driver();
    Processes.signal("KILL", driver.pid());
    if (driver.detached()) {
      return;
    }
    boolean gone = Processes.await(ORPHANS_END, () -> workers.stream().noneMatch(Processes::runs));
    if (!gone) {
      List<Long> left = workers.stream().filter(Processes::runs).toList();
      findings.violation(
          "workers " + left + " lived " + ORPHANS_END + " after their driver", driver);
    }
  }

  private void nap() throws InterruptedException {
    Thread.sleep(random.nextInt(PAUSE_MILLIS_MAX));
  }
}
