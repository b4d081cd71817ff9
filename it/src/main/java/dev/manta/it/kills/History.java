package dev.manta.it.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// One run of the program from its start to its end, with blows on the way.
final class History {
  private static final Duration ENDS = Duration.ofSeconds(90);
  private static final Duration FOUND_AGAIN = Duration.ofSeconds(20);
  private static final int WAIT_MILLIS_MAX = 900;

  private final Path directory;
  private final RandomGenerator random;
  private final Findings findings;
  private final Deaths deaths;
  private final boolean detached;
  private List<Long> survivors = List.of();
  private int drivers;
  private int blows;
  private boolean ended;

  /// @param detached whether workers outlive their controller
  History(Path directory, RandomGenerator random, Findings findings, boolean detached) {
    this.directory = directory;
    this.random = random;
    this.detached = detached;
    this.deaths = new Deaths(detached);
    this.findings = findings;
  }

  /// Runs to the end with at most so many blows, and says how many there were.
  int run(int blowsMax) throws IOException, InterruptedException {
    for (String each : List.of("evidence", "runs", "tmp", "notes")) {
      Files.createDirectories(directory.resolve(each));
    }
    while (!ended && findings.none()) {
      oneLife(blowsMax);
    }
    if (findings.none()) {
      new Checks(directory, deaths, findings).all();
    }
    for (long left : Processes.workersIn(directory)) {
      Processes.signal("KILL", left);
    }
    return blows;
  }

  /// From a driver's start until it ends or is killed.
  private void oneLife(int blowsMax) throws IOException, InterruptedException {
    Driver driver = Driver.start(directory, ++drivers, detached);
    try {
      requireSurvivors(driver);
      boolean killed = false;
      while (!killed && blows < blowsMax && findings.none() && !endsWithin(driver, someTime())) {
        killed = strike(driver);
      }
      if (!killed && findings.none()) {
        awaitEnd(driver);
      }
    } finally {
      driver.end();
    }
  }

  /// Whoever trained when the controller of a detached run was killed trains on under the next one.
  private void requireSurvivors(Driver driver) throws IOException, InterruptedException {
    if (survivors.isEmpty()) {
      return;
    }
    if (!Processes.await(FOUND_AGAIN, () -> trains(driver) || !driver.runs())) {
      findings.violation("no training " + FOUND_AGAIN + " after a controller was killed", driver);
    }
    List<Long> gone = survivors.stream().filter(pid -> !Processes.runs(pid)).toList();
    if (!gone.isEmpty() && driver.runs()) {
      findings.violation("workers " + gone + " did not survive the death of a controller", driver);
    }
    survivors = List.of();
  }

  private static boolean trains(Driver driver) {
    try {
      return driver.trains();
    } catch (IOException unreadable) {
      return false;
    }
  }

  private Duration someTime() {
    return Duration.ofMillis(random.nextInt(WAIT_MILLIS_MAX));
  }

  private static boolean endsWithin(Driver driver, Duration limit) throws InterruptedException {
    return driver.process().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Strikes once; whether that was the driver's end.
  private boolean strike(Driver driver) throws IOException, InterruptedException {
    Blow blow = Blow.choose(random);
    var striker = new Striker(driver, random, findings, deaths);
    boolean trained = driver.trains();
    List<Long> workers = driver.workers();
    if (!striker.strike(blow)) {
      return false;
    }
    blows++;
    if (blow.endsDriver() && detached) {
      survivors = trained ? trainers(workers) : List.of();
    }
    return blow.endsDriver();
  }

  /// A spare that its controller had not greeted yet ends with it.
  private List<Long> trainers(List<Long> workers) throws IOException {
    List<Long> testified =
        Evidence.read(directory.resolve("evidence")).stream().map(Evidence.Line::pid).toList();
    return workers.stream().filter(testified::contains).toList();
  }

  private void awaitEnd(Driver driver) throws InterruptedException {
    if (!endsWithin(driver, ENDS)) {
      findings.violation("the run has not ended in " + ENDS + " after the last blow", driver);
    } else if (driver.process().exitValue() != 0) {
      findings.violation(
          "the driver ended with status " + driver.process().exitValue() + " by itself", driver);
    }
    ended = true;
  }
}
