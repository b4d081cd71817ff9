package dev.manta.internal.data;

import dev.manta.internal.json.Bind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The sources of a plan, opened once. They outlive an attempt, as does what `cache()` has kept: a
/// process that stays neither lists files again nor reads what it has read.
public final class Sources {
  private final Plan plan;
  private final Conditions conditions;
  private final List<Listing> given;
  private final IdentityHashMap<Plan.Read, OpenSource> open = new IdentityHashMap<>();

  /// What has been found of each source, in the order of the plan.
  public record Found(List<Listing> sources) {}

  /// @param given what another process has found
  Sources(Plan plan, List<Listing> given) {
    this.plan = plan;
    this.conditions = Conditions.of(plan);
    this.given = given;
  }

  /// Those of a dataset.
  public static Sources of(DatasetSpec spec) {
    return new Sources(spec.plan(), List.of());
  }

  /// The same with what another process has found.
  ///
  /// @param found from its [#found]
  public static Sources of(DatasetSpec spec, byte[] found) {
    return new Sources(spec.plan(), Bind.parse(found, Found.class).sources());
  }

  Plan plan() {
    return plan;
  }

  synchronized OpenSource open(Plan.Read read) {
    return open.computeIfAbsent(read, each -> opened(each, conditions.reads().indexOf(each)));
  }

  private OpenSource opened(Plan.Read read, int index) {
    Optional<Listing> listing =
        index >= 0 && index < given.size() ? Optional.of(given.get(index)) : Optional.empty();
    return new OpenSource(read.source().source(), conditions.above(read), listing);
  }

  synchronized long hash() {
    return open.values().stream().mapToLong(OpenSource::hash).sum();
  }

  /// What was found so far.
  public synchronized byte[] found() {
    List<Listing> all =
        IntStream.range(0, conditions.reads().size())
            .mapToObj(i -> open(conditions.reads().get(i)).listing())
            .toList();
    return Bind.write(new Found(all)).bytes();
  }
}
