package dev.manta.internal.data.plan;

import dev.manta.data.Aggregate;
import dev.manta.data.Condition;
import dev.manta.data.JoinKind;
import dev.manta.internal.data.unit.RowTransform;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A plan's operators in one line; what functions do is not part of it.
public final class PlanSummary {
  private PlanSummary() {}

  public static String of(Plan plan) {
    return switch (plan) {
      case Plan.Read(SourceRef source) -> source.source().getClass().getSimpleName();
      case Plan.Each(Plan input, RowTransform transform) -> of(input) + " > " + of(transform);
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

  private static String of(RowTransform transform) {
    return switch (transform) {
      case RowTransform.Select(List<String> columns) -> "Select " + columns;
      case RowTransform.Drop(List<String> columns) -> "Drop " + columns;
      case RowTransform.Rename(Map<String, String> names) -> "Rename " + new TreeMap<>(names);
      case RowTransform.MapRows _ -> "Map";
      case RowTransform.WithColumn(String name, _) -> "WithColumn " + name;
      case RowTransform.FlatMapRows _ -> "FlatMap";
      case RowTransform.FilterRows _ -> "Filter";
      case RowTransform.Where(Condition condition) -> "Where " + condition;
      case RowTransform.Sample(double fraction, long seed, boolean complement, _) ->
          "Sample " + (complement ? "without " : "") + fraction + " seed " + seed;
      case RowTransform.MapBatches batches -> "MapBatches of " + batches.rows();
      case RowTransform.Lenient(RowTransform inner, _) -> of(inner);
    };
  }

  private static String all(List<Plan> plans) {
    return plans.stream().map(PlanSummary::of).collect(Collectors.joining(", "));
  }
}
