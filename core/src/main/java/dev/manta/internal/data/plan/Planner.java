package dev.manta.internal.data.plan;

import dev.manta.data.BadRecords;
import dev.manta.data.JoinKind;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.SeededRandom;
import dev.manta.internal.data.rows.GroupedRows;
import dev.manta.internal.data.rows.JoinKeyType;
import dev.manta.internal.data.rows.SortKeys;
import dev.manta.internal.data.unit.GroupPartitioning;
import dev.manta.internal.data.unit.HashPartitioning;
import dev.manta.internal.data.unit.JoinPartition;
import dev.manta.internal.data.unit.NeededPartitions;
import dev.manta.internal.data.unit.Partitioning;
import dev.manta.internal.data.unit.RangeBoundaries;
import dev.manta.internal.data.unit.RowExchange;
import dev.manta.internal.data.unit.RowTransform;
import dev.manta.internal.data.unit.SharedSchema;
import dev.manta.internal.data.unit.ShufflePartitioning;
import dev.manta.internal.data.unit.SortPartitioning;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitCutter;
import dev.manta.internal.data.unit.UnitReading;
import dev.manta.internal.data.unit.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Turns a plan into the units of an epoch.
public final class Planner implements AutoCloseable {
  private static final int HASHED_MAX = 1 << 14;

  /// Tells samples of files from those that older versions chose.
  private static final long SAMPLED_BELOW_ROOTS = 1;

  /// All slices of a part of a join are a multiple of this apart, so that they come to one lane
  /// where lanes are as many or half as many or so, and only its rank keeps the part.
  private static final int JOIN_ROUND = 16;

  private final Plan plan;
  private final BadRecords bad;
  private final UnitReading reading;
  private final UnitCutter cutter;
  private final OpenSources sources;
  private final List<RowExchange> exchanges = new ArrayList<>();
  private boolean samplesFiles;

  public Planner(Plan plan, BadRecords bad, UnitReading reading) {
    this(plan, bad, reading, new OpenSources(plan));
  }

  /// @param sources those of the plan, which may be open already
  public Planner(Plan plan, BadRecords bad, UnitReading reading, OpenSources sources) {
    this.plan = plan;
    this.bad = bad;
    this.reading = reading;
    this.cutter = new UnitCutter(reading);
    this.sources = sources;
  }

  /// The units of an epoch, in order.
  public synchronized EpochUnits flow(int epoch) {
    closeExchanges();
    return flow(plan, new At(epoch, bad));
  }

  /// The same, dealt into so many lanes.
  public synchronized List<Lane> lanes(int epoch, int count) {
    closeExchanges();
    return LaneAssignment.of(flow(plan, new At(epoch, bad)), count);
  }

  /// Says which units of the epoch will be read here.
  public synchronized void expect(Supplier<List<Unit>> units) {
    if (!exchanges.isEmpty()) {
      NeededPartitions needed = NeededPartitions.of(units.get());
      exchanges.forEach(exchange -> exchange.keep(needed.parts(exchange)));
    }
  }

  /// Where a plan stands: the pass, and the policy for bad records around it.
  private record At(int epoch, BadRecords bad) {}

  private EpochUnits flow(Plan plan, At at) {
    return switch (plan) {
      case Plan.Read read -> EpochUnits.of(units(read, at));
      case Plan.Guarded(Plan input, BadRecords policy) -> flow(input, new At(at.epoch(), policy));
      case Plan.Each(Plan input, RowTransform.Sample sample) when Sampling.varies(input) ->
          flow(Sampling.beneath(input, sample), at);
      case Plan.Each(Plan input, RowTransform.Sample sample) ->
          flow(input, at).then(below(input, sample));
      case Plan.Each(Plan input, RowTransform transform) ->
          flow(input, at).then(transform.under(at.bad()));
      case Plan.Limit(Plan input, long rows) ->
          EpochUnits.of(cutter.range(units(input, at), 0, rows));
      case Plan.Skip(Plan input, long rows) ->
          EpochUnits.of(cutter.range(units(input, at), rows, Long.MAX_VALUE));
      case Plan.Cached cached -> cached(cached, at);
      case Plan.Union(List<Plan> inputs) -> EpochUnits.of(union(inputs, at));
      case Plan.Zip(Plan left, Plan right) ->
          EpochUnits.of(cutter.zipped(units(left, at), units(right, at)));
      case Plan.Mix mix -> EpochUnits.of(mixed(mix, at));
      case Plan.ShuffleWindow(Plan input, long rows, long seed) ->
          windowed(units(input, at), rows, SeededRandom.mix(seed, at.epoch()));
      case Plan.Shuffle(Plan input, long seed) ->
          shuffled(input, at, SeededRandom.mix(seed, at.epoch()));
      case Plan.Sort(Plan input, String column, boolean descending) ->
          EpochUnits.of(sorted(units(input, at), column, descending));
      case Plan.Join(Plan left, Plan right, String key, JoinKind kind) ->
          EpochUnits.of(joined(units(left, at), units(right, at), key, kind));
      case Plan.Aggregated aggregated -> EpochUnits.of(groups(aggregated, at));
      case Plan.Repartition(Plan input, int rows) ->
          EpochUnits.of(cutter.cut(units(input, at), rows));
    };
  }

  /// The same sample of files wherever their directory is.
  private RowTransform below(Plan input, RowTransform.Sample sample) {
    List<String> roots = sources.roots(input);
    samplesFiles |= !roots.isEmpty();
    return sample.below(roots);
  }

  private List<Unit> units(Plan plan, At at) {
    return flow(plan, at).resolved();
  }

  private List<Unit> units(Plan.Read read, At at) {
    OpenSource source = sources.open(read);
    SourceReader reader = LenientReader.of(source.conforming(), at.bad());
    List<Unit> units = new ArrayList<>();
    for (Split split : source.splits()) {
      Split told = reader instanceof LenientReader lenient ? lenient.lenient(split) : split;
      units.add(new Unit.OfSource(reader, told, Wanted.everything()));
    }
    return units;
  }

  private SourceReader reader(Plan.Read read, At at) {
    return LenientReader.of(sources.open(read).reader(), at.bad());
  }

  /// What is kept is one pass: later ones see the same rows in the same order.
  private EpochUnits cached(Plan.Cached plan, At at) {
    List<Unit> inputs = units(plan.input(), new At(0, at.bad()));
    return EpochUnits.of(
        Units.of(inputs.size(), i -> new Unit.Cached(inputs.get(i), plan.shelf(), i)));
  }

  private List<Unit> union(List<Plan> inputs, At at) {
    return together(inputs, at).stream().flatMap(List::stream).toList();
  }

  /// The units of each, all with the same columns.
  private List<List<Unit>> together(List<Plan> inputs, At at) {
    List<List<Unit>> all = inputs.stream().map(input -> units(input, at)).toList();
    var columns = SharedSchema.of(all, reading);
    List<List<Unit>> conformed = new ArrayList<>();
    for (List<Unit> units : all) {
      conformed.add(Units.of(units.size(), i -> new Unit.Conformed(units.get(i), columns)));
    }
    return conformed;
  }

  private List<Unit> mixed(Plan.Mix mix, At at) {
    return cutter.mixed(
        together(mix.inputs(), at), mix.weights(), SeededRandom.mix(mix.seed(), at.epoch()));
  }

  private static EpochUnits windowed(List<Unit> units, long rows, long seed) {
    List<Unit> ordered = new ArrayList<>();
    for (int index : SeededRandom.permutation(units.size(), seed)) {
      ordered.add(units.get(index));
    }
    return EpochUnits.windowed(ordered, new EpochUnits.Window(rows, seed, List.of()));
  }

  private EpochUnits shuffled(Plan input, At at, long seed) {
    return new RandomAccessShuffle(read -> reader(read, at), at.bad())
        .of(input, seed)
        .orElseGet(() -> EpochUnits.of(dealt(units(input, at), seed)));
  }

  private List<Unit> dealt(List<Unit> units, long seed) {
    List<Unit> known = cutter.known(units);
    return exchanged("shuffle", known, new ShufflePartitioning(known, seed));
  }

  private List<Unit> exchanged(String what, List<Unit> units, Partitioning partitioning) {
    return exchange(what, units, partitioning).partitions();
  }

  private RowExchange exchange(String what, List<Unit> units, Partitioning partitioning) {
    var exchange = new RowExchange(what, units, partitioning);
    exchanges.add(exchange);
    return exchange;
  }

  private List<Unit> sorted(List<Unit> units, String column, boolean descending) {
    int parts = Partitioning.parts(units);
    List<@Nullable Object> borders =
        RangeBoundaries.of(units, List.of(column), descending, parts, reading);
    var dealing = new SortPartitioning(column, descending, borders, units.size());
    return exchanged("sort by " + column, units, dealing);
  }

  private List<Unit> joined(List<Unit> left, List<Unit> right, String key, JoinKind kind) {
    int parts = Math.max(Partitioning.parts(left), Partitioning.parts(right));
    var dealing = new HashPartitioning(new JoinKeyType(key), parts);
    RowExchange a = exchange("join by " + key, left, dealing);
    RowExchange b = exchange("join by " + key, right, dealing);
    int slices = JoinPartition.slices(left, right);
    var sides = new JoinPartition.Sides(a, b, key, kind, slices);
    List<Unit> lefts = a.partitions();
    List<Unit> rights = b.partitions();
    List<JoinPartition> all =
        IntStream.range(0, parts).mapToObj(i -> new JoinPartition(sides, i)).toList();
    int round = slices == 1 ? parts : Math.ceilDiv(parts, JOIN_ROUND) * JOIN_ROUND;
    return Units.of(
        round * slices,
        i -> {
          int part = i % round;
          return part < parts
              ? new Unit.Matched(lefts.get(part), rights.get(part), all.get(part), i / round)
              : new Unit.Nothing("nothing beside joined parts");
        });
  }

  private List<Unit> groups(Plan.Aggregated plan, At at) {
    List<Unit> units = units(plan.input(), at);
    int parts = plan.keys().isEmpty() ? 1 : GroupPartitioning.parts(units);
    List<@Nullable Object> borders = RangeBoundaries.of(units, plan.keys(), false, parts, reading);
    var groupedRows = new GroupedRows(plan.keys(), plan.aggregates());
    List<Unit> folded = Units.of(units.size(), i -> new Unit.Folded(units.get(i), groupedRows));
    var dealing = new GroupPartitioning(groupedRows, new ArrayList<>(distinct(borders)));
    return exchanged("group by " + plan.keys(), folded, dealing).stream()
        .<Unit>map(part -> new Unit.Grouped(part, groupedRows))
        .toList();
  }

  private static Set<@Nullable Object> distinct(List<@Nullable Object> borders) {
    Set<@Nullable Object> distinct = new TreeSet<>(SortKeys.order(false));
    distinct.addAll(borders);
    return distinct;
  }

  /// What tells this data and plan from others: a position is of no use in another.
  public synchronized long hash() {
    EpochUnits epochUnits = flow(plan, new At(0, bad));
    long hash = SeededRandom.mix(SeededRandom.hash(PlanSummary.of(plan)), sources.hash());
    if (!LaneAssignment.isKnown(epochUnits)) {
      hash = SeededRandom.mix(hash, LaneAssignment.MANNER);
    }
    if (samplesFiles) {
      hash = SeededRandom.mix(hash, SAMPLED_BELOW_ROOTS);
    }
    if (epochUnits.even().isPresent()) {
      return SeededRandom.mix(
          SeededRandom.mix(hash, epochUnits.even().get().rows()), epochUnits.units().size());
    }
    return hash(hash, epochUnits.units());
  }

  private static long hash(long shape, List<Unit> units) {
    long hash = shape;
    int stride = stride(units);
    for (int i = 0; i < units.size(); i += stride) {
      Unit unit = units.get(i);
      hash = SeededRandom.mix(hash, SeededRandom.hash(unit.place()) + unit.rows().orElse(-1));
    }
    return SeededRandom.mix(hash, units.size());
  }

  static int stride(List<?> all) {
    return 1 + all.size() / HASHED_MAX;
  }

  private void closeExchanges() {
    exchanges.forEach(RowExchange::close);
    exchanges.clear();
  }

  @Override
  public synchronized void close() {
    closeExchanges();
  }
}
