package dev.manta.internal.data.plan;

import dev.manta.internal.data.SampledByAbsolutePath;
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
  private final boolean byAbsolutePath;
  private final IdentityHashMap<Plan.Read, OpenSource> open = new IdentityHashMap<>();

  /// What has been found of each source, in the order of the plan.
  public record Found(List<SourceListing> sources) {}

  OpenSources(Plan plan) {
    this(plan, List.of(), false);
  }

  /// @param given what another process has found
  private OpenSources(Plan plan, List<SourceListing> given, boolean byAbsolutePath) {
    this.plan = plan;
    this.byAbsolutePath = byAbsolutePath || SampledByAbsolutePath.holds();
    this.conditions = SourceConditions.of(plan);
    this.given = given;
  }

  /// Those of a dataset.
  public static OpenSources of(DatasetSpec spec) {
    return new OpenSources(spec.plan(), List.of(), spec.byAbsolutePath());
  }

  /// The same with what another process has found.
  ///
  /// @param found from its [#found]
  public static OpenSources of(DatasetSpec spec, byte[] found) {
    return new OpenSources(
        spec.plan(), Bind.parse(found, Found.class).sources(), spec.byAbsolutePath());
  }

  public Plan plan() {
    return plan;
  }

  synchronized OpenSource open(Plan.Read read) {
    return open.computeIfAbsent(read, each -> opened(each, conditions.placeOf(each)));
  }

  private OpenSource opened(Plan.Read read, int index) {
    Optional<SourceListing> listing =
        index < given.size() ? Optional.of(given.get(index)) : Optional.empty();
    return new OpenSource(read.source().source(), conditions.above(read), listing);
  }

  /// The directories that the files of a plan were given by; none where samples are chosen by
  /// absolute paths.
  List<String> roots(Plan part) {
    return byAbsolutePath
        ? List.of()
        : SourceConditions.of(part).reads().stream()
            .flatMap(read -> open(read).roots().stream())
            .distinct()
            .toList();
  }

  synchronized long hash() {
    return open.values().stream().mapToLong(OpenSource::hash).sum();
  }

  /// All that can be found, for others.
  synchronized byte[] findAll() {
    for (Plan.Read read : conditions.reads()) {
      OpenSource source = open(read);
      source.splits();
      source.conforming();
    }
    return found();
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
