package dev.manta.bench.command;

import dev.manta.bench.BenchResult;
import dev.manta.bench.Figure;
import dev.manta.bench.Peers;
import java.util.ArrayList;
import java.util.List;

/// What `--check` says about results, and the exit status that goes with it.
///
/// @param lines one for each bar that was not met
/// @param status 0, or 1 when a bar was missed its peer is not installed, or nothing was measured
record Verdict(List<String> lines, int status) {
  Verdict {
    lines = List.copyOf(lines);
  }

  static Verdict of(List<BenchResult> results) {
    if (results.isEmpty()) {
      return new Verdict(List.of("NOT MEASURED: no bar was tried, so none was met"), 1);
    }
    List<String> lines = new ArrayList<>();
    boolean missed = false;
    for (BenchResult result : results) {
      switch (result.met()) {
        case YES -> {}
        case NO -> {
          missed = true;
          lines.add("MISSED " + figures(result));
        }
        case NOISY ->
            lines.add("NOISY " + figures(result) + "; repeat on a machine with nothing else to do");
        case PEER_MISSING -> {
          missed = true;
          lines.add("PEER MISSING " + result.name() + ": " + Peers.HOW_TO_INSTALL);
        }
      }
    }
    return new Verdict(lines, missed ? 1 : 0);
  }

  private static String figures(BenchResult result) {
    return "%s: %s %s, the bar is at %s %s"
        .formatted(
            result.name(),
            Figure.text(result.manta()),
            result.unit(),
            result.lowerIsBetter() ? "most" : "least",
            Figure.text(result.bar()));
  }
}
