package dev.manta.bench.command;

import dev.manta.bench.BenchResult;
import dev.manta.bench.Figure;
import dev.manta.bench.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Results as aligned lines for people.
final class Table {
  private static final List<String> HEAD =
      List.of("", "unit", "manta", "[quartiles]", "peer", "[quartiles]", "ratio", "bar", "met");
  private static final String NOTHING = "-";

  private Table() {}

  static List<String> lines(List<BenchResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    results.forEach(result -> rows.add(row(result)));
    int[] widths = widths(rows);
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static List<String> row(BenchResult result) {
    return List.of(
        result.name(),
        result.unit(),
        Figure.text(result.manta()),
        quartiles(result.mantaRuns()),
        peer(result),
        quartiles(result.peerRuns()),
        result.ratio().isPresent() ? Figure.text(result.ratio().getAsDouble()) + "x" : NOTHING,
        bar(result),
        met(result));
  }

  private static String quartiles(double[] runs) {
    if (runs.length < 2) {
      return NOTHING;
    }
    return "["
        + Figure.text(Statistics.quantile(runs, 0.25))
        + " "
        + Figure.text(Statistics.quantile(runs, 0.75))
        + "]";
  }

  private static String peer(BenchResult result) {
    if (result.peerName().isEmpty()) {
      return NOTHING;
    }
    return result.peer().isPresent()
        ? result.peerName() + " " + Figure.text(result.peer().getAsDouble())
        : result.peerName() + " not installed";
  }

  private static String bar(BenchResult result) {
    if (Double.isNaN(result.bar())) {
      return NOTHING;
    }
    return (result.lowerIsBetter() ? "<= " : ">= ") + Figure.text(result.bar());
  }

  private static String met(BenchResult result) {
    return switch (result.met()) {
      case YES -> Double.isNaN(result.bar()) ? NOTHING : "yes";
      case NO -> "NO";
      case NOISY -> "NOISY";
      case PEER_MISSING -> "peer missing";
    };
  }

  private static int[] widths(List<List<String>> rows) {
    return IntStream.range(0, HEAD.size())
        .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
        .toArray();
  }

  private static String line(List<String> row, int[] widths) {
    return IntStream.range(0, row.size())
        .mapToObj(column -> padded(row.get(column), widths[column]))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }

  private static String padded(String cell, int width) {
    return cell + " ".repeat(width - cell.length());
  }
}
