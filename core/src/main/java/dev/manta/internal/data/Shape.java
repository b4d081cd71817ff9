package dev.manta.internal.data;

import dev.manta.data.Aggregate;
import dev.manta.data.Condition;
import dev.manta.data.JoinKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A plan's operators in one line; what functions do is not part of it.
final class Shape {
  private Shape() {}

  static String of(Plan plan) {
    return switch (plan) {
      case Plan.Read(SourceRef source) -> source.source().getClass().getSimpleName();
      case Plan.Each(Plan input, Step step) -> of(input) + " > " + of(step);
      case Plan.Guarded(Plan input, _) -> of(input);
      case Plan.Limit(Plan input, long rows) -> of(input) + " > Limit " + rows;
      case Plan.Skip(Plan input, long rows) -> of(input) + " > Skip " + rows;
      case Plan.Cached(Plan input, _) -> of(input) + " > Cached";
      case Plan.Union(List<Plan> inputs) -> "Union(" + all(inputs) + ")";
      case Plan.Zip(Plan left, Plan right) -> "Zip(" + all(List.of(left, right)) + ")";
      case Plan.Mix(List<Plan> inputs, List<Double> weights, long seed) ->
          "Mix(" + all(inputs) + " by " + weights + " seed " + seed + ")";
      case Plan.ShuffleWindow(Plan input, long rows, long seed) ->
          of(input) + " > ShuffleWindow " + rows + " seed " + seed;
      case Plan.Shuffle(Plan input, long seed) -> of(input) + " > Shuffle seed " + seed;
      case Plan.Sort(Plan input, String column, boolean descending) ->
          of(input) + " > Sort " + column + (descending ? " descending" : "");
      case Plan.Join(Plan left, Plan right, String key, JoinKind kind) ->
          "Join(" + all(List.of(left, right)) + " " + kind + " by " + key + ")";
      case Plan.Aggregated(Plan input, List<String> keys, List<Aggregate> aggregates) ->
          of(input) + " > Aggregate " + aggregates + " by " + keys;
      case Plan.Repartition(Plan input, int rows) -> of(input) + " > Repartition " + rows;
    };
  }

  private static String of(Step step) {
    return switch (step) {
      case Step.Select(List<String> columns) -> "Select " + columns;
      case Step.Drop(List<String> columns) -> "Drop " + columns;
      case Step.Rename(Map<String, String> names) -> "Rename " + new TreeMap<>(names);
      case Step.MapRows _ -> "Map";
      case Step.WithColumn(String name, _) -> "WithColumn " + name;
      case Step.FlatMapRows _ -> "FlatMap";
      case Step.FilterRows _ -> "Filter";
      case Step.Where(Condition condition) -> "Where " + condition;
      case Step.Sample(double fraction, long seed, boolean complement) ->
          "Sample " + (complement ? "without " : "") + fraction + " seed " + seed;
      case Step.MapBatches batches -> "MapBatches of " + batches.rows();
      case Step.Lenient(Step inner, _) -> of(inner);
    };
  }

  private static String all(List<Plan> plans) {
    return plans.stream().map(Shape::of).collect(Collectors.joining(", "));
  }
}
