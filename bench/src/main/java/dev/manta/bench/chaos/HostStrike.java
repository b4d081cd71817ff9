package dev.manta.bench.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/// One fault of hosts that is due.
///
/// @param ticket whom it strikes, among those there are
record HostStrike(HostFault fault, int ticket) {
  /// Every kind once, as far as they are enough, and then some by chance: the same for a seed.
  static List<HostStrike> schedule(long seed, int count) {
    var random = new Random(seed);
    List<HostFault> kinds = new ArrayList<>(Arrays.asList(HostFault.values()));
    Collections.shuffle(kinds, random);
    List<HostStrike> strikes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      HostFault fault = i < kinds.size() ? kinds.get(i) : kinds.get(random.nextInt(kinds.size()));
      strikes.add(new HostStrike(fault, random.nextInt(Integer.MAX_VALUE)));
    }
    // A run that was hit by that avoids one of both hosts for minutes.
    strikes.sort(Comparator.comparing(strike -> strike.fault() == HostFault.BETWEEN));
    return strikes;
  }
}
