package dev.manta.internal.data.plan;

import dev.manta.data.Condition;
import dev.manta.internal.data.unit.RowTransform;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/// The conditions that all rows of a source must meet, since nothing changes them before.
final class SourceConditions {
  private final IdentityHashMap<Plan.Read, List<Condition>> above = new IdentityHashMap<>();
  private final List<Plan.Read> reads = new ArrayList<>();

  private SourceConditions() {}

  static SourceConditions of(Plan plan) {
    var conditions = new SourceConditions();
    conditions.visit(plan, List.of());
    return conditions;
  }

  List<Condition> above(Plan.Read read) {
    return above.getOrDefault(read, List.of());
  }

  /// What reads sources, in the order of the plan.
  List<Plan.Read> reads() {
    return reads;
  }

  /// Where one of them is: the same, not one that is equal, of which there may be several.
  @SuppressWarnings("ReferenceEquality")
  int placeOf(Plan.Read read) {
    int place = 0;
    while (place < reads.size() && reads.get(place) != read) {
      place++;
    }
    return place;
  }

  private void visit(Plan.Read read, List<Condition> conditions) {
    reads.add(read);
    above.merge(read, conditions, (a, b) -> a.equals(b) ? a : List.of());
  }

  private void visit(Plan plan, List<Condition> conditions) {
    switch (plan) {
      case Plan.Read read -> visit(read, conditions);
      case Plan.Each(Plan input, RowTransform transform) ->
          visit(input, beneath(transform, conditions));
      case Plan.Union(List<Plan> inputs) -> inputs.forEach(input -> visit(input, conditions));
      case Plan.Limit(Plan input, _) -> visit(input, List.of());
      case Plan.Skip(Plan input, _) -> visit(input, List.of());
      case Plan.Guarded(Plan input, _) -> visit(input, conditions);
      case Plan.Cached(Plan input, _) -> visit(input, List.of());
      case Plan.ShuffleWindow(Plan input, _, _) -> visit(input, List.of());
      case Plan.Shuffle(Plan input, _) -> visit(input, List.of());
      case Plan.Sort(Plan input, _, _) -> visit(input, List.of());
      case Plan.Aggregated(Plan input, _, _) -> visit(input, List.of());
      case Plan.Repartition(Plan input, _) -> visit(input, List.of());
      case Plan.Mix(List<Plan> inputs, _, _) -> inputs.forEach(input -> visit(input, List.of()));
      case Plan.Zip(Plan left, Plan right) -> visitBoth(left, right);
      case Plan.Join(Plan left, Plan right, _, _) -> visitBoth(left, right);
    }
  }

  private void visitBoth(Plan left, Plan right) {
    visit(left, List.of());
    visit(right, List.of());
  }

  /// What holds before a step if conditions are to hold behind it.
  private static List<Condition> beneath(RowTransform transform, List<Condition> conditions) {
    return switch (transform) {
      case RowTransform.Where(Condition condition) -> and(conditions, condition);
      case RowTransform.Select _, RowTransform.Drop _, RowTransform.Sample _ -> conditions;
      case RowTransform.Rename _,
          RowTransform.MapRows _,
          RowTransform.WithColumn _,
          RowTransform.FlatMapRows _,
          RowTransform.FilterRows _,
          RowTransform.MapBatches _,
          RowTransform.Lenient _ ->
          List.of();
    };
  }

  private static List<Condition> and(List<Condition> conditions, Condition more) {
    List<Condition> all = new ArrayList<>(conditions);
    all.add(more);
    return all;
  }
}
