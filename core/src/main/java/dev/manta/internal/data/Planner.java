package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.data.JoinKind;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Turns a plan into the units of an epoch.
final class Planner implements AutoCloseable {
  private static final int HASHED_MAX = 1 << 14;

  /// All slices of a part of a join are a multiple of this apart, so that they come to one lane
  /// where lanes are as many or half as many or so, and only its rank keeps the part.
  private static final int JOIN_ROUND = 16;

  private final Plan plan;
  private final BadRecords bad;
  private final UnitReading reading;
  private final Counts counts;
  private final Sources sources;
  private final List<Exchange> exchanges = new ArrayList<>();

  Planner(Plan plan, BadRecords bad, UnitReading reading) {
    this(plan, bad, reading, new Sources(plan, List.of()));
  }

  /// @param sources those of the plan, which may be open already
  Planner(Plan plan, BadRecords bad, UnitReading reading, Sources sources) {
    this.plan = plan;
    this.bad = bad;
    this.reading = reading;
    this.counts = new Counts(reading);
    this.sources = sources;
  }

  /// The units of an epoch, in order.
  synchronized Flow flow(int epoch) {
    closeExchanges();
    return flow(plan, new At(epoch, bad));
  }

  /// Says which units of the epoch will be read here.
  synchronized void expect(Supplier<List<Unit>> units) {
    if (!exchanges.isEmpty()) {
      Interest interest = Interest.of(units.get());
      exchanges.forEach(exchange -> exchange.keep(interest.parts(exchange)));
    }
  }

  /// Where a plan stands: the pass, and the policy for bad records around it.
  private record At(int epoch, BadRecords bad) {}

  private Flow flow(Plan plan, At at) {
    return switch (plan) {
      case Plan.Read read -> Flow.of(units(read, at));
      case Plan.Guarded(Plan input, BadRecords policy) -> flow(input, new At(at.epoch(), policy));
      case Plan.Each(Plan input, Step.Sample sample) when Sampling.varies(input) ->
          flow(Sampling.beneath(input, sample), at);
      case Plan.Each(Plan input, Step step) -> flow(input, at).then(step.under(at.bad()));
      case Plan.Limit(Plan input, long rows) -> Flow.of(counts.range(units(input, at), 0, rows));
      case Plan.Skip(Plan input, long rows) ->
          Flow.of(counts.range(units(input, at), rows, Long.MAX_VALUE));
      case Plan.Cached cached -> cached(cached, at);
      case Plan.Union(List<Plan> inputs) -> Flow.of(union(inputs, at));
      case Plan.Zip(Plan left, Plan right) ->
          Flow.of(counts.zipped(units(left, at), units(right, at)));
      case Plan.Mix mix -> Flow.of(mixed(mix, at));
      case Plan.ShuffleWindow(Plan input, long rows, long seed) ->
          windowed(units(input, at), rows, Randoms.mix(seed, at.epoch()));
      case Plan.Shuffle(Plan input, long seed) ->
          shuffled(input, at, Randoms.mix(seed, at.epoch()));
      case Plan.Sort(Plan input, String column, boolean descending) ->
          Flow.of(sorted(units(input, at), column, descending));
      case Plan.Join(Plan left, Plan right, String key, JoinKind kind) ->
          Flow.of(joined(units(left, at), units(right, at), key, kind));
      case Plan.Aggregated aggregated -> Flow.of(groups(aggregated, at));
      case Plan.Repartition(Plan input, int rows) -> Flow.of(counts.cut(units(input, at), rows));
    };
  }

  private List<Unit> units(Plan plan, At at) {
    return flow(plan, at).resolved();
  }

  private List<Unit> units(Plan.Read read, At at) {
    OpenSource source = sources.open(read);
    SourceReader reader = LenientReader.of(source.conforming(), at.bad(), reading.faults());
    List<Unit> units = new ArrayList<>();
    for (Split split : source.splits()) {
      Split told = reader instanceof LenientReader lenient ? lenient.lenient(split) : split;
      units.add(new Unit.OfSource(reader, told, Wanted.everything()));
    }
    return units;
  }

  private SourceReader reader(Plan.Read read, At at) {
    return LenientReader.of(sources.open(read).reader(), at.bad(), reading.faults());
  }

  /// What is kept is one pass: later ones see the same rows in the same order.
  private Flow cached(Plan.Cached plan, At at) {
    List<Unit> inputs = units(plan.input(), new At(0, at.bad()));
    return Flow.of(Units.of(inputs.size(), i -> new Unit.Cached(inputs.get(i), plan.shelf(), i)));
  }

  private List<Unit> union(List<Plan> inputs, At at) {
    return together(inputs, at).stream().flatMap(List::stream).toList();
  }

  /// The units of each, all with the same columns.
  private List<List<Unit>> together(List<Plan> inputs, At at) {
    List<List<Unit>> all = inputs.stream().map(input -> units(input, at)).toList();
    var columns = Together.of(all, reading);
    List<List<Unit>> conformed = new ArrayList<>();
    for (List<Unit> units : all) {
      conformed.add(Units.of(units.size(), i -> new Unit.Conformed(units.get(i), columns)));
    }
    return conformed;
  }

  private List<Unit> mixed(Plan.Mix mix, At at) {
    return counts.mixed(
        together(mix.inputs(), at), mix.weights(), Randoms.mix(mix.seed(), at.epoch()));
  }

  private static Flow windowed(List<Unit> units, long rows, long seed) {
    List<Unit> ordered = new ArrayList<>();
    for (int index : Randoms.permutation(units.size(), seed)) {
      ordered.add(units.get(index));
    }
    return Flow.windowed(ordered, new Flow.Window(rows, seed, List.of()));
  }

  private Flow shuffled(Plan input, At at, long seed) {
    return new Gathering(read -> reader(read, at), at.bad())
        .of(input, seed)
        .orElseGet(() -> Flow.of(dealt(units(input, at), seed)));
  }

  private List<Unit> dealt(List<Unit> units, long seed) {
    List<Unit> known = counts.known(units);
    return exchanged("shuffle", known, new ShuffleDealing(known, seed));
  }

  private List<Unit> exchanged(String what, List<Unit> units, Dealing dealing) {
    return exchange(what, units, dealing).partitions();
  }

  private Exchange exchange(String what, List<Unit> units, Dealing dealing) {
    var exchange = new Exchange(what, units, dealing);
    exchanges.add(exchange);
    return exchange;
  }

  private List<Unit> sorted(List<Unit> units, String column, boolean descending) {
    int parts = Dealing.parts(units);
    List<@Nullable Object> borders = Borders.of(units, List.of(column), descending, parts, reading);
    var dealing = new SortDealing(column, descending, borders, units.size());
    return exchanged("sort by " + column, units, dealing);
  }

  private List<Unit> joined(List<Unit> left, List<Unit> right, String key, JoinKind kind) {
    int parts = Math.max(Dealing.parts(left), Dealing.parts(right));
    var dealing = new HashDealing(new KeyType(key), parts);
    Exchange a = exchange("join by " + key, left, dealing);
    Exchange b = exchange("join by " + key, right, dealing);
    int slices = JoinPart.slices(left, right);
    var sides = new JoinPart.Sides(a, b, key, kind, slices);
    List<Unit> lefts = a.partitions();
    List<Unit> rights = b.partitions();
    List<JoinPart> all = IntStream.range(0, parts).mapToObj(i -> new JoinPart(sides, i)).toList();
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
    int parts = plan.keys().isEmpty() ? 1 : GroupDealing.parts(units);
    List<@Nullable Object> borders = Borders.of(units, plan.keys(), false, parts, reading);
    var grouping = new Grouping(plan.keys(), plan.aggregates());
    List<Unit> folded = Units.of(units.size(), i -> new Unit.Folded(units.get(i), grouping));
    var dealing = new GroupDealing(grouping, new ArrayList<>(distinct(borders)));
    return exchanged("group by " + plan.keys(), folded, dealing).stream()
        .<Unit>map(part -> new Unit.Grouped(part, grouping))
        .toList();
  }

  private static Set<@Nullable Object> distinct(List<@Nullable Object> borders) {
    Set<@Nullable Object> distinct = new TreeSet<>(SortKeys.order(false));
    distinct.addAll(borders);
    return distinct;
  }

  /// What tells this data and plan from others: a position is of no use in another.
  synchronized long hash() {
    Flow flow = flow(plan, new At(0, bad));
    long hash = Randoms.mix(Randoms.hash(Shape.of(plan)), sources.hash());
    if (flow.even().isPresent()) {
      return Randoms.mix(Randoms.mix(hash, flow.even().get().rows()), flow.units().size());
    }
    return hash(hash, flow.units());
  }

  private static long hash(long shape, List<Unit> units) {
    long hash = shape;
    int stride = stride(units);
    for (int i = 0; i < units.size(); i += stride) {
      Unit unit = units.get(i);
      hash = Randoms.mix(hash, Randoms.hash(unit.place()) + unit.rows().orElse(-1));
    }
    return Randoms.mix(hash, units.size());
  }

  static int stride(List<?> all) {
    return 1 + all.size() / HASHED_MAX;
  }

  private void closeExchanges() {
    exchanges.forEach(Exchange::close);
    exchanges.clear();
  }

  @Override
  public synchronized void close() {
    closeExchanges();
  }
}
