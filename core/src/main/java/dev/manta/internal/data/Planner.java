package dev.manta.internal.data;

import dev.manta.data.JoinKind;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.source.Table;
import dev.manta.internal.data.source.TableSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns a plan into the units of an epoch. Sources are opened once.
final class Planner implements AutoCloseable {
  private static final int HASHED_MAX = 1 << 14;

  private final Plan plan;
  private final UnitReading reading;
  private final Counts counts;
  private final IdentityHashMap<Plan.Read, Opened> opened = new IdentityHashMap<>();
  private final List<Exchange> exchanges = new ArrayList<>();
  private final IdentityHashMap<Plan.Cached, Cache> caches = new IdentityHashMap<>();

  /// A source that is open. Its pieces are asked for when they are needed, and once.
  private static final class Opened {
    private final SourceReader reader;
    private @Nullable List<Split> splits;

    Opened(SourceReader reader) {
      this.reader = reader;
    }

    SourceReader reader() {
      return reader;
    }

    List<Split> splits() {
      if (splits == null) {
        splits = reader.splits();
      }
      return splits;
    }
  }

  Planner(Plan plan, UnitReading reading) {
    this.plan = plan;
    this.reading = reading;
    this.counts = new Counts(reading);
  }

  /// The units of an epoch, in order.
  synchronized Flow flow(int epoch) {
    closeExchanges();
    return flow(plan, epoch);
  }

  private Flow flow(Plan plan, int epoch) {
    return switch (plan) {
      case Plan.Read read -> Flow.of(units(read));
      case Plan.Each(Plan input, Step step) -> flow(input, epoch).then(step);
      case Plan.Limit(Plan input, long rows) -> Flow.of(counts.range(units(input, epoch), 0, rows));
      case Plan.Skip(Plan input, long rows) ->
          Flow.of(counts.range(units(input, epoch), rows, Long.MAX_VALUE));
      case Plan.Cached cached -> cached(cached);
      case Plan.Union(List<Plan> inputs) -> Flow.of(union(inputs, epoch));
      case Plan.Zip(Plan left, Plan right) ->
          Flow.of(counts.zipped(units(left, epoch), units(right, epoch)));
      case Plan.Mix mix -> Flow.of(mixed(mix, epoch));
      case Plan.ShuffleWindow(Plan input, long rows, long seed) ->
          windowed(units(input, epoch), rows, Randoms.mix(seed, epoch));
      case Plan.Shuffle(Plan input, long seed) -> shuffled(input, epoch, Randoms.mix(seed, epoch));
      case Plan.Sort(Plan input, String column, boolean descending) ->
          Flow.of(sorted(units(input, epoch), column, descending));
      case Plan.Join(Plan left, Plan right, String key, JoinKind kind) ->
          Flow.of(joined(units(left, epoch), units(right, epoch), key, kind));
      case Plan.Aggregated aggregated -> Flow.of(groups(aggregated, epoch));
      case Plan.Repartition(Plan input, int rows) -> Flow.of(counts.cut(units(input, epoch), rows));
    };
  }

  private List<Unit> units(Plan plan, int epoch) {
    return flow(plan, epoch).resolved();
  }

  private List<Unit> units(Plan.Read read) {
    Opened source = opened(read);
    List<Unit> units = new ArrayList<>();
    for (Split split : source.splits()) {
      units.add(new Unit.OfSource(source.reader(), split, Wanted.everything()));
    }
    return units;
  }

  private Opened opened(Plan.Read read) {
    return opened.computeIfAbsent(read, each -> new Opened(each.source().source().open()));
  }

  /// What is kept is one pass: later ones see the same rows in the same order.
  private Flow cached(Plan.Cached plan) {
    Cache cache = caches.computeIfAbsent(plan, _ -> new Cache());
    List<Unit> inputs = units(plan.input(), 0);
    return Flow.of(Units.of(inputs.size(), i -> new Unit.Cached(inputs.get(i), cache, i)));
  }

  private List<Unit> union(List<Plan> inputs, int epoch) {
    List<Unit> all = new ArrayList<>();
    inputs.forEach(input -> all.addAll(units(input, epoch)));
    return all;
  }

  private List<Unit> mixed(Plan.Mix mix, int epoch) {
    List<List<Unit>> inputs = mix.inputs().stream().map(input -> units(input, epoch)).toList();
    return counts.mixed(inputs, mix.weights(), Randoms.mix(mix.seed(), epoch));
  }

  private static Flow windowed(List<Unit> units, long rows, long seed) {
    List<Unit> ordered = new ArrayList<>();
    for (int index : Randoms.permutation(units.size(), seed)) {
      ordered.add(units.get(index));
    }
    return Flow.windowed(ordered, new Flow.Window(rows, seed, List.of()));
  }

  private Flow shuffled(Plan input, int epoch, long seed) {
    return new Gathering(read -> opened(read).reader())
        .of(input, seed)
        .orElseGet(() -> Flow.of(dealt(units(input, epoch), seed)));
  }

  private List<Unit> dealt(List<Unit> units, long seed) {
    List<Unit> known = counts.known(units);
    return exchanged(known, new ShuffleDealing(known, seed));
  }

  private List<Unit> exchanged(List<Unit> units, Dealing dealing) {
    var exchange = new Exchange(units, dealing);
    exchanges.add(exchange);
    return exchange.partitions();
  }

  private List<Unit> sorted(List<Unit> units, String column, boolean descending) {
    return exchanged(units, Borders.of(units, column, descending, reading));
  }

  private List<Unit> joined(List<Unit> left, List<Unit> right, String key, JoinKind kind) {
    int parts = Math.max(Dealing.parts(left), Dealing.parts(right));
    List<Unit> a = exchanged(left, new HashDealing(key, parts));
    List<Unit> b = exchanged(right, new HashDealing(key, parts));
    List<Unit> all = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      all.add(new Unit.Matched(a.get(i), b.get(i), key, kind));
    }
    return all;
  }

  private List<Unit> groups(Plan.Aggregated plan, int epoch) {
    Table table = Grouping.of(units(plan.input(), epoch), plan.keys(), plan.aggregates(), reading);
    return units(new Plan.Read(SourceRef.of(new TableSource(table))));
  }

  /// What tells this data and plan from others: a position is of no use in another.
  synchronized long hash() {
    long hash = Randoms.hash(Shape.of(plan));
    Flow flow = flow(plan, 0);
    if (flow.even().isPresent()) {
      return Randoms.mix(Randoms.mix(hash, flow.even().get().rows()), flow.units().size());
    }
    return hash(hash, flow.units());
  }

  private static long hash(long shape, List<Unit> units) {
    long hash = shape;
    int stride = 1 + units.size() / HASHED_MAX;
    for (int i = 0; i < units.size(); i += stride) {
      Unit unit = units.get(i);
      hash = Randoms.mix(hash, Randoms.hash(unit.place()) + unit.rows().orElse(-1));
    }
    return Randoms.mix(hash, units.size());
  }

  private void closeExchanges() {
    exchanges.forEach(Exchange::close);
    exchanges.clear();
  }

  @Override
  public synchronized void close() {
    closeExchanges();
    caches.values().forEach(Cache::close);
    caches.clear();
  }
}
