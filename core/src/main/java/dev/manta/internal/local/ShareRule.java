package dev.manta.internal.local;

import java.util.List;

/// How many CPUs of a machine a program may use, given what others have and wait for.
final class ShareRule {
  /// What sums of fractions may be off by.
  private static final double ROUNDING = 1e-9;

  private ShareRule() {}

  /// A program as others see it.
  ///
  /// @param has how many CPUs it has taken
  /// @param waits how many it needs to begin at all, while it has none
  record Other(double has, double waits) {}

  /// A program that has something leaves to those who have nothing what they wait for, except what
  /// its own smallest piece needs. What is more than the machine has is for who is alone on it.
  ///
  /// @param all how many CPUs there are
  static double limit(MachineShare.Wish wish, double all, List<Other> others) {
    double taken = others.stream().mapToDouble(Other::has).sum();
    double waited = others.stream().mapToDouble(each -> Math.min(all, each.waits())).sum();
    double free = Math.max(0, all - taken);
    double first = taken == 0 || wish.piece() <= free + ROUNDING ? wish.piece() : 0;
    boolean givesWay = wish.used() > 0 && waited > 0;
    double left = givesWay ? free - waited : free;
    return Math.clamp(pieces(wish, left), Math.min(first, wish.most()), wish.most());
  }

  /// Whole pieces beside what is used already.
  private static double pieces(MachineShare.Wish wish, double cpus) {
    double more = Math.floor((cpus - wish.used()) / wish.piece() + ROUNDING);
    return wish.used() + more * wish.piece();
  }
}
