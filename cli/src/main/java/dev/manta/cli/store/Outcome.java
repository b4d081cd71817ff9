package dev.manta.cli.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The result of one part of the check.
///
/// @param thing what was tried
/// @param what how it went
/// @param fix what to do; empty where all is well, or where `what` says it
record Outcome(boolean ok, String thing, String what, String fix) {
  static Outcome ok(String thing, String what) {
    return new Outcome(true, thing, what, "");
  }

  static Outcome problem(String thing, String what, String fix) {
    return new Outcome(false, thing, what, fix);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line(ok ? "ok" : "problem", thing, what));
    if (!fix.isEmpty()) {
      lines.add(line("", "", "to fix it: " + fix));
    }
    return lines;
  }

  private static String line(String level, String thing, String what) {
    return String.format(Locale.ROOT, "%-7s  %-13s  %s", level, thing, what);
  }
}
