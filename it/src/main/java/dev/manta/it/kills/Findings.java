package dev.manta.it.kills;

import java.util.ArrayList;
import java.util.List;

/// What was done in one history, and what went wrong.
final class Findings {
  private final List<String> told = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();

  void told(String what) {
    told.add(what);
  }

  void violation(String what) {
    violations.add(what);
  }

  void violation(String what, Driver driver) {
    violations.add(what + "; the end of " + driver.log() + ":\n    " + driver.tail());
  }

  boolean none() {
    return violations.isEmpty();
  }

  List<String> told() {
    return List.copyOf(told);
  }

  List<String> violations() {
    return List.copyOf(violations);
  }
}
