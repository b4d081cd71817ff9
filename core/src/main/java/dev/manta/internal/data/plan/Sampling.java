package dev.manta.internal.data.plan;

import dev.manta.data.BadRecords;
import dev.manta.data.JoinKind;
import dev.manta.internal.data.unit.RowTransform;
import java.util.List;

/// Takes samples beneath everything that orders rows anew in each pass: the rows chosen are the
/// same in all of them, and what is for the test is never trained on.
final class Sampling {
  private Sampling() {}

  /// Whether rows come in another order, or are others, in each pass.
  static boolean varies(Plan plan) {
    return switch (plan) {
      case Plan.Shuffle _, Plan.ShuffleWindow _, Plan.Mix _ -> true;
      case Plan.Read _, Plan.Cached _, Plan.Aggregated _ -> false;
      case Plan.Each(Plan input, _) -> varies(input);
      case Plan.Guarded(Plan input, _) -> varies(input);
      case Plan.Limit(Plan input, _) -> varies(input);
      case Plan.Skip(Plan input, _) -> varies(input);
      case Plan.Sort(Plan input, _, _) -> varies(input);
      case Plan.Repartition(Plan input, _) -> varies(input);
      case Plan.Union(List<Plan> inputs) -> inputs.stream().anyMatch(Sampling::varies);
      case Plan.Zip(Plan left, Plan right) -> varies(left) || varies(right);
      case Plan.Join(Plan left, Plan right, _, _) -> varies(left) || varies(right);
    };
  }

  /// A plan with the sample taken where rows have places that stay.
  static Plan beneath(Plan plan, RowTransform.Sample sample) {
    if (!varies(plan)) {
      return new Plan.Each(plan, sample);
    }
    return switch (plan) {
      case Plan.Shuffle(Plan input, long seed) -> new Plan.Shuffle(beneath(input, sample), seed);
      case Plan.ShuffleWindow(Plan input, long rows, long seed) ->
          new Plan.ShuffleWindow(beneath(input, sample), rows, seed);
      case Plan.Sort(Plan input, String column, boolean descending) ->
          new Plan.Sort(beneath(input, sample), column, descending);
      case Plan.Repartition(Plan input, int rows) ->
          new Plan.Repartition(beneath(input, sample), rows);
      case Plan.Each(Plan input, RowTransform transform) ->
          new Plan.Each(beneath(input, sample), transform);
      case Plan.Guarded(Plan input, BadRecords bad) ->
          new Plan.Guarded(beneath(input, sample), bad);
      case Plan.Union(List<Plan> inputs) -> new Plan.Union(beneath(inputs, sample));
      case Plan.Mix(List<Plan> inputs, List<Double> weights, long seed) ->
          new Plan.Mix(beneath(inputs, sample), weights, seed);
      case Plan.Join(Plan left, Plan right, String key, JoinKind kind) ->
          new Plan.Join(beneath(left, sample), right, key, kind);
      case Plan.Read _, Plan.Cached _, Plan.Aggregated _ -> new Plan.Each(plan, sample);
      case Plan.Limit _, Plan.Skip _, Plan.Zip _ ->
          throw new IllegalArgumentException(
              "a sample of rows that are others in each pass would be another one in each pass:"
                  + " take it before what shuffles, then limit, skip or zip; the plan is "
                  + PlanSummary.of(plan));
    };
  }

  private static List<Plan> beneath(List<Plan> plans, RowTransform.Sample sample) {
    return plans.stream().map(plan -> beneath(plan, sample)).toList();
  }
}
