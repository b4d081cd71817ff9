package dev.manta.testkit.sim;

import dev.manta.internal.run.state.Limits;
import dev.manta.internal.worker.ReportWindow;
import dev.manta.testkit.storage.FaultyStorage.Faults;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Random;

/// What one history is like: the program that is trained, and everything that goes wrong. All of it
/// follows from the seed.
final class Script {
  /// When somebody stops the run, if at all, and whether they do it again.
  record Stop(Duration after, boolean twice) {}

  final long seed;
  final Random random;
  final int workers;

  /// Long enough for newcomers to get warm.
  final int steps;

  final int checkpointEvery;
  final boolean parts;
  final OptionalInt keep;
  final int retries;
  final boolean validates;
  final boolean skewed;
  final int cursedStep;
  final double death;
  final double exception;
  final double freeze;
  final double stubborn;
  final double leftover;
  final boolean live;
  final double torn;
  final int spares;
  final double diverged;
  final boolean elastic;
  final int least;
  final int most;
  final double roomChanges;
  final double asks;
  final double notices;
  final double reportLost;
  final double frameTwice;
  final double linkLost;
  final double crash;
  final double damage;
  final Faults faults;
  final int controllersMax;
  final Stop stop;
  final boolean deposes;
  final int reruns;
  final boolean detached;

  /// Mostly longer than any run is without a controller.
  final Duration orphan;

  final double controllerKilled;
  final boolean beginsWithoutRoom;

  /// Sometimes so long that a sibling's death is decided on before a process reports in.
  final int startMillisMax;

  final boolean sharded;
  final boolean stopsInTrouble;
  final double noticesOfAll;
  final double clockSet;
  final double rollBack;
  final double stuck;
  final double unkillable;
  final double full;
  final double pidsReused;
  final double saidTwice;
  final double lateFrames;
  final Duration calmAfter;
  final double diskFails;
  final ReportWindow.Limits window;

  /// While siblings are still on their way.
  final double earlyDeath;

  final SimDisk disk;

  private boolean calm;

  Script(long seed) {
    this.seed = seed;
    disk = new SimDisk(seed);
    random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    workers = 1 + random.nextInt(4);
    int fewSteps = 4 + random.nextInt(24);
    checkpointEvery = random.nextInt(5);
    parts = workers > 1 && random.nextBoolean();
    keep = random.nextInt(3) == 0 ? OptionalInt.empty() : OptionalInt.of(1 + random.nextInt(3));
    retries = random.nextInt(5);
    validates = chance(0.2);
    skewed = parts && checkpointEvery > 0 && chance(0.1);
    cursedStep = chance(0.1) ? 1 + random.nextInt(fewSteps) : 0;
    death = some(0.5, 0.03);
    exception = some(0.2, 0.02);
    freeze = some(0.2, 0.01);
    stubborn = some(0.3, 0.5);
    reportLost = reportLost();
    frameTwice = some(0.4, 0.2);
    linkLost = some(0.2, 0.01);
    crash = some(0.4, 0.01);
    damage = some(0.2, 0.5);
    faults = faults();
    controllersMax = 1 + random.nextInt(4);
    stop = stop();
    deposes = chance(0.15);
    reruns = random.nextInt(3);
    leftover = some(0.3, 0.5);
    live = random.nextBoolean();
    torn = some(0.3, 0.5);
    spares = random.nextInt(3);
    diverged = some(0.1, 0.5);
    elastic = chance(0.4);
    steps = elastic ? 4 * fewSteps : fewSteps;
    least = elastic ? 1 + random.nextInt(workers) : workers;
    most = elastic ? workers + 1 + random.nextInt(3) : workers;
    roomChanges = elastic ? random.nextDouble() : 0;
    asks = elastic ? Math.sqrt(random.nextDouble()) : 0;
    notices = some(0.3, 1);
    detached = chance(0.4);
    controllerKilled = detached ? random.nextDouble() : 0;
    orphan = detached ? Duration.ofMillis(chance(0.2) ? 1000 : 60_000) : Duration.ZERO;
    beginsWithoutRoom = elastic && chance(0.2);
    startMillisMax = chance(0.3) ? 1500 : 150;
    sharded = live && !elastic && chance(0.4);
    stopsInTrouble = chance(0.15);
    noticesOfAll = some(0.5, 1);
    clockSet = some(0.2, 1);
    rollBack = some(0.15, 0.03);
    stuck = some(0.15, 0.01);
    unkillable = some(0.2, 0.5);
    full = some(0.1, 0.8);
    pidsReused = some(0.3, 1);
    saidTwice = some(0.3, 0.2);
    lateFrames = some(0.1, 0.02);
    calmAfter = Duration.ofMillis(chance(0.5) ? 500 + random.nextInt(20_000) : 120_000);
    diskFails = some(0.1, 0.3);
    window = window();
    earlyDeath = some(0.15, 0.3);
  }

  private Stop stop() {
    Duration after = Duration.ofMillis(chance(0.3) ? 100 + random.nextInt(1500) : 0);
    return new Stop(after, chance(0.3));
  }

  /// A link loses all that follows or nothing; a single frame shows that a gap is seen. Where rows
  /// wait to be sealed a window fills up, and one that was the last with space in it has nothing
  /// after it by which it could be missed.
  private double reportLost() {
    double lost = some(0.1, 0.02);
    return disk.isRemote() ? 0 : lost;
  }

  /// Whether a driver that is killed now takes its disk with it.
  boolean diskIsLost() {
    return !calm && disk.isLost();
  }

  boolean isCalm() {
    return calm;
  }

  /// From now on nothing goes wrong any more.
  void calm() {
    calm = true;
  }

  /// How long a part of a control record's way takes: no time in half of the histories, else as on
  /// a store that is far away, or in trouble. Drawn apart, so that histories without stay what they
  /// were.
  Duration record() {
    double which = new Random(~seed * 0x9E3779B97F4A7C15L).nextDouble();
    return which < 0.5 ? Duration.ZERO : millis(0, which < 0.8 ? 120 : 1500);
  }

  /// Sometimes so small that ranks often wait.
  private ReportWindow.Limits window() {
    return chance(0.4)
        ? new ReportWindow.Limits(6, 2000, 500)
        : new ReportWindow.Limits(1000, 1 << 20, 1 << 20);
  }

  private Faults faults() {
    if (chance(0.6)) {
      return Faults.NONE;
    }
    // Sometimes so slow that workers would count as frozen, if they had to wait for it.
    return chance(0.2)
        ? Faults.failing(0.02).slow(0.05, Duration.ofSeconds(8))
        : Faults.failing(0.1).answerLost(0.05).slow(0.2, Duration.ofMillis(200));
  }

  /// A rate that is zero in most histories, so that each kind of misfortune is also seen alone.
  private double some(double present, double most) {
    return chance(present) ? random.nextDouble() * most : 0;
  }

  boolean chance(double probability) {
    return probability > 0 && !calm && random.nextDouble() < probability;
  }

  Duration millis(int least, int most) {
    return Duration.ofMillis(least + (long) random.nextInt(most - least + 1));
  }

  /// How long a message takes: mostly no time, sometimes long.
  Duration delay() {
    return chance(0.02) ? millis(50, 800) : Duration.ofNanos(100_000L + random.nextInt(3_000_000));
  }

  /// Whether a failure may be one that is not tried again, or survivors may not be trusted.
  boolean neverEndsTheSame() {
    return exception > 0
        || reportLost > 0
        || rollBack > 0
        || skewed
        || linkLost > 0
        || diverged > 0
        || cursedStep > 0;
  }

  /// Whether a controller hears of everything in time.
  boolean attentive() {
    return crash == 0 && !deposes && !detached && soundStorage();
  }

  /// Whether ranks may have to sit elsewhere in the next attempt.
  boolean mayMove() {
    return elastic || new SimNodes(seed).several();
  }

  /// Whether storage does what it is told.
  boolean soundStorage() {
    return faults.equals(Faults.NONE) && full == 0;
  }

  /// The same limits, for workers that outlive their controller where the run is detached.
  Limits alone(Limits limits) {
    return detached ? limits.orphan(orphan) : limits;
  }
}
