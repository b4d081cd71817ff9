package dev.manta.internal.data.plan;

import dev.manta.spi.json.Bind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The sources of a plan, opened once. They outlive an attempt, as does what `cache()` has kept: a
/// process that stays neither lists files again nor reads what it has read.
public final class OpenSources {
  private final Plan plan;
  private final SourceConditions conditions;
  private final List<SourceListing> given;
  private final IdentityHashMap<Plan.Read, OpenSource> open = new IdentityHashMap<>();

  /// What has been found of each source, in the order of the plan.
  public record Found(List<SourceListing> sources) {}

  /// @param given what another process has found
  OpenSources(Plan plan, List<SourceListing> given) {
    this.plan = plan;
    this.conditions = SourceConditions.of(plan);
    this.given = given;
  }

  /// Those of a dataset.
  public static OpenSources of(DatasetSpec spec) {
    return new OpenSources(spec.plan(), List.of());
  }

  /// The same with what another process has found.
  ///
  /// @param found from its [#found]
  public static OpenSources of(DatasetSpec spec, byte[] found) {
    return new OpenSources(spec.plan(), Bind.parse(found, Found.class).sources());
  }

  public Plan plan() {
    return plan;
  }

  synchronized OpenSource open(Plan.Read read) {
    return open.computeIfAbsent(read, each -> opened(each, conditions.reads().indexOf(each)));
  }

  private OpenSource opened(Plan.Read read, int index) {
    Optional<SourceListing> listing =
        index >= 0 && index < given.size() ? Optional.of(given.get(index)) : Optional.empty();
    return new OpenSource(read.source().source(), conditions.above(read), listing);
  }

  synchronized long hash() {
    return open.values().stream().mapToLong(OpenSource::hash).sum();
  }

  /// What was found so far.
  public synchronized byte[] found() {
    List<SourceListing> all =
        IntStream.range(0, conditions.reads().size())
            .mapToObj(i -> open(conditions.reads().get(i)).listing())
            .toList();
    return Bind.write(new Found(all)).bytes();
  }
}
