package dev.manta.bench.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Which faults strike whom, and after which steps: the same ones for the same seed.
///
/// @param strikes in the order of their steps
/// @param steps how many steps the run needs to have them all behind it
record Schedule(List<Strike> strikes, long steps) {
  /// Some faults take longer than the steps between two, more so on a busy machine: the run must
  /// not end before the last one.
  private static final long ROOM = 400;

  /// Nothing happens.
  static Schedule calm(long steps) {
    return new Schedule(List.of(), steps);
  }

  /// Every kind once, as far as they are enough, and then some by chance.
  ///
  /// @param apart steps between two faults
  static Schedule of(long seed, int faults, long apart, boolean elastic) {
    var random = new Random(seed);
    List<Fault> kinds = new ArrayList<>(Fault.of(elastic));
    List<Fault> chosen = new ArrayList<>(kinds);
    Collections.shuffle(chosen, random);
    while (chosen.size() < faults) {
      chosen.add(Fault.choose(kinds, random));
    }
    List<Strike> strikes = strikes(chosen.subList(0, faults), apart, random);
    return new Schedule(strikes, apart * (faults + 1L) + ROOM);
  }

  private static List<Strike> strikes(List<Fault> faults, long apart, Random random) {
    List<Strike> strikes = new ArrayList<>();
    int size = DisturbedTraining.WORKERS;
    for (Fault fault : faults) {
      if (fault == Fault.RESIZE) {
        size = other(size, random);
      }
      long step = apart * (strikes.size() + 1L);
      strikes.add(new Strike(fault, step, random.nextInt(DisturbedTraining.WORKERS), size));
    }
    return List.copyOf(strikes);
  }

  /// Another number of workers that the run may have.
  private static int other(int size, Random random) {
    int among = DisturbedTraining.WORKERS_MAX - DisturbedTraining.WORKERS;
    int next = DisturbedTraining.WORKERS + random.nextInt(among);
    return next >= size ? next + 1 : next;
  }
}
