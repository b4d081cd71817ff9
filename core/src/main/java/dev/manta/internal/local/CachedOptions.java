package dev.manta.internal.local;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Which options of a JVM an ahead-of-time cache depends on: one cache serves workers with any
/// heap, stack and compiler, so that programs which differ in nothing else share it.
final class CachedOptions {
  private static final String PROPERTY = "-D";

  /// What says how fast, how large or how strict a JVM is, and nothing about its classes.
  private static final List<String> UNRELATED =
      List.of(
          "-Xss",
          "-Xmn",
          "-XX:TieredStopAtLevel=",
          "-XX:CompileThresholdScaling=",
          "-XX:+ExitOnOutOfMemoryError",
          "--sun-misc-unsafe-memory-access=");

  private static final List<String> PREVENTING_CACHES =
      List.of("-agent", "-XX:AOTMode=off", "-Xshare:off");

  /// A heap of less than 32 GB; in larger ones the JVM lays objects out in another way.
  private static final Pattern HEAP =
      Pattern.compile("-Xm[sx]([12]?\\d[gG]|\\d{1,4}[mM]|\\d{1,7}[kK])");

  private CachedOptions() {}

  /// Those that a cache is named by. Properties are left out: a cache holds none, and programs may
  /// give them another value in each run.
  static List<String> named(List<String> options) {
    return made(options).stream().filter(option -> !option.startsWith(PROPERTY)).toList();
  }

  /// Those that a cache is made with: the same whoever needs it first.
  static List<String> made(List<String> options) {
    return options.stream().filter(Predicate.not(CachedOptions::isUnrelated)).toList();
  }

  /// Whether workers with these options can have no cache, or shall have none.
  static boolean preventCache(List<String> options) {
    return options.stream().anyMatch(option -> beginsAs(PREVENTING_CACHES, option));
  }

  private static boolean isUnrelated(String option) {
    return beginsAs(UNRELATED, option) || HEAP.matcher(option).matches();
  }

  private static boolean beginsAs(List<String> beginnings, String option) {
    return beginnings.stream().anyMatch(option::startsWith);
  }
}
