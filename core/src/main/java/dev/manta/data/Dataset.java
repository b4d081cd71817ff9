package dev.manta.data;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.code.Coordinates;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.data.OwnFormats;
import dev.manta.internal.data.UserFunction;
import dev.manta.internal.data.pass.DatasetReads;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.Plan;
import dev.manta.internal.data.plan.SourceRef;
import dev.manta.internal.data.source.CsvSource;
import dev.manta.internal.data.source.GeneratedSource;
import dev.manta.internal.data.source.InMemoryTable;
import dev.manta.internal.data.source.JsonLinesSource;
import dev.manta.internal.data.source.NpySource;
import dev.manta.internal.data.source.NpzSource;
import dev.manta.internal.data.source.RangeSource;
import dev.manta.internal.data.source.TableSource;
import dev.manta.internal.data.source.TextSource;
import dev.manta.internal.data.unit.RowTransform;
import dev.manta.internal.data.unit.UnitCache;
import dev.manta.spi.files.BinarySource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// Rows from somewhere, and what is to be done with them. Immutable and lazy: nothing is read
/// before someone asks for rows.
///
/// A dataset is read in units (row groups, ranges of lines), each transformed by itself, several at
/// a time, in order.
public final class Dataset {
  /// What the module manta-formats reads.
  private static final Set<String> OF_FORMATS =
      Set.of("arrow", "parquet", "tfrecord", "webdataset");

  private final Plan plan;
  private final BadRecords bad;
  private final AtomicReference<DataStats> latest = new AtomicReference<>(DataStats.nothing());

  private Dataset(Plan plan, BadRecords bad) {
    this.plan = plan;
    this.bad = bad;
  }

  private Dataset with(Plan next) {
    return new Dataset(next, bad);
  }

  /// This as a part of what follows another policy.
  private Plan within(BadRecords around) {
    return bad.equals(around) ? plan : new Plan.Guarded(plan, bad);
  }

  private Dataset then(RowTransform transform) {
    return with(new Plan.Each(plan, transform));
  }

  /// What a source of yours gives.
  public static Dataset from(Source source) {
    return new Dataset(new Plan.Read(SourceRef.of(source)), BadRecords.fail());
  }

  /// The numbers from 0 up to `rows` as column `id`.
  public static Dataset range(long rows) {
    return from(new RangeSource(rows));
  }

  /// Rows in memory.
  public static Dataset of(List<Row> rows) {
    return from(new TableSource(InMemoryTable.of(rows)));
  }

  /// Records in memory; their components are the columns.
  public static Dataset ofRecords(List<? extends Record> records) {
    return of(records.stream().map(Row::of).toList());
  }

  /// Rows that a function makes from their numbers, the same row from the same number.
  public static Dataset generate(long rows, Functions.Generator generator) {
    return from(new GeneratedSource(rows, UserFunction.of(generator)));
  }

  /// CSV files with a header line: single ones, directories, globs.
  public static Dataset csv(String... paths) {
    return csv(CsvOptions.defaults(), paths);
  }

  /// CSV files written in that way: single ones, directories, globs.
  public static Dataset csv(CsvOptions options, String... paths) {
    return from(new CsvSource(List.of(paths), options));
  }

  /// Files with a JSON object on each line.
  public static Dataset jsonLines(String... paths) {
    return jsonLines(Map.of(), paths);
  }

  /// Files with a JSON object on each line, whose columns have these types, such as `f32`, where
  /// the first rows do not tell.
  public static Dataset jsonLines(Map<String, String> types, String... paths) {
    return from(new JsonLinesSource(List.of(paths), types));
  }

  /// Lines of text files as column `text`; empty ones are left out.
  public static Dataset text(String... paths) {
    return from(new TextSource(List.of(paths)));
  }

  /// Whole files as columns `path`, `label` (the name of the directory) and `bytes`.
  public static Dataset binaryFiles(String... paths) {
    return from(new BinarySource(List.of(paths), List.of()));
  }

  /// NumPy's `.npy` files as column `data`.
  public static Dataset npy(String... paths) {
    return from(new NpySource(List.of(paths)));
  }

  /// NumPy's `.npz` files: a column for each array, a row for each entry of their first dimension.
  public static Dataset npz(String... paths) {
    return from(new NpzSource(List.of(paths)));
  }

  /// Parquet files, read by the module manta-formats.
  public static Dataset parquet(String... paths) {
    return read("parquet", paths);
  }

  /// Files of a format that a module on the class path brings.
  public static Dataset read(String format, String... paths) {
    Optional<Format> own = OwnFormats.find(format, Format.class);
    if (own.isPresent()) {
      return from(own.get().source(List.of(paths)));
    }
    List<String> known = new ArrayList<>();
    for (Format each : ServiceLoader.load(Format.class, ProgramLoader.current())) {
      if (each.name().equals(format)) {
        return from(each.source(List.of(paths)));
      }
      known.add(each.name());
    }
    String add =
        OF_FORMATS.contains(format)
            ? "add %s to the dependencies of your build, or its jar to the class path"
                .formatted(Coordinates.of("manta-formats"))
            : "check the name, or add the module that brings it"
                + (known.isEmpty() ? "" : "; there are " + String.join(", ", known));
    throw new MantaException(
        ErrorCode.USER, "nothing on the class path reads %s files: %s".formatted(format, add));
  }

  /// What is done about records that cannot be read or mapped, here and in all that is made of
  /// this; the first one fails by default. What comes in by `union`, `zip`, `join` or `mix` keeps
  /// its own policy.
  public Dataset badRecords(BadRecords policy) {
    return new Dataset(plan, policy);
  }

  /// One row from each row.
  public Dataset map(Functions.RowMap function) {
    return then(new RowTransform.MapRows(UserFunction.of(function)));
  }

  /// Any number of rows from each row.
  public Dataset flatMap(Functions.RowFlatMap function) {
    return then(new RowTransform.FlatMapRows(UserFunction.of(function)));
  }

  /// The rows that a function accepts.
  public Dataset filter(Functions.RowTest function) {
    return then(new RowTransform.FilterRows(UserFunction.of(function)));
  }

  /// The rows that meet a condition; sources pass over pieces that cannot have any.
  public Dataset where(Condition condition) {
    return then(new RowTransform.Where(condition));
  }

  /// As many rows from batches of rows: the function gets what was read together, at most a unit. A
  /// batch is not a record: where the function fails, the work does, whatever [#badRecords] says.
  public Dataset mapBatches(Functions.BatchMap function) {
    return mapBatches(0, function);
  }

  /// As many rows from batches of at most `rows` rows; a batch never has rows of two units.
  public Dataset mapBatches(int rows, Functions.BatchMap function) {
    return then(RowTransform.MapBatches.of(UserFunction.of(function), rows, true));
  }

  /// Like `mapBatches`, but any number of rows may come out.
  public Dataset flatMapBatches(int rows, Functions.BatchMap function) {
    return then(RowTransform.MapBatches.of(UserFunction.of(function), rows, false));
  }

  /// Batches through a function with state, such as a model: no more of them than processors are
  /// made, each when it is first needed.
  public Dataset mapBatchesWith(int rows, Functions.BatchMapFactory factory) {
    return mapBatchesWith(rows, factory, Integer.MAX_VALUE);
  }

  /// Batches through functions with state of which each process has no more than `atMost`: models
  /// that take much memory. Threads wait for each other where there are fewer than threads; a
  /// function is called by one at a time, not always the same.
  public Dataset mapBatchesWith(int rows, Functions.BatchMapFactory factory, int atMost) {
    int most = (int) requirePositive(atMost, "the number of functions");
    return then(RowTransform.MapBatches.with(UserFunction.of(factory), rows, most));
  }

  /// These columns, in this order; others are not even read where the format allows.
  public Dataset select(String... columns) {
    return then(new RowTransform.Select(List.of(columns)));
  }

  /// All columns but these; one that does not exist is refused when rows are read.
  public Dataset drop(String... columns) {
    return then(new RowTransform.Drop(List.of(columns)));
  }

  /// One column under another name; one that does not exist is refused when rows are read.
  public Dataset rename(String column, String name) {
    return then(new RowTransform.Rename(Map.of(column, name)));
  }

  /// A column computed from each row, added or replaced.
  public Dataset withColumn(String name, Functions.RowValue function) {
    return then(new RowTransform.WithColumn(name, UserFunction.of(function)));
  }

  /// The first rows.
  public Dataset limit(long rows) {
    return with(new Plan.Limit(plan, requireNotNegative(rows)));
  }

  /// All but the first rows.
  public Dataset skip(long rows) {
    return with(new Plan.Skip(plan, requireNotNegative(rows)));
  }

  /// The rows of this, then those of others.
  public Dataset union(Dataset... others) {
    List<Plan> all =
        Stream.concat(Stream.of(this), Stream.of(others)).map(each -> each.within(bad)).toList();
    return with(new Plan.Union(all));
  }

  /// The columns of both, row by row; a name that both have gets `_1` on the right, or the next
  /// number that is free.
  public Dataset zip(Dataset other) {
    return with(new Plan.Zip(plan, other.within(bad)));
  }

  /// Each row with this probability, the same rows in every pass: the sample is taken beneath what
  /// shuffles. Behind a `limit`, `skip` or `zip` of shuffled rows there is none, and it is refused.
  public Dataset randomSample(double fraction, long seed) {
    requireFraction(fraction);
    return then(new RowTransform.Sample(fraction, seed, false));
  }

  /// Two datasets without a common row.
  public record TrainTest(Dataset train, Dataset test) {}

  /// About `testFraction` of the rows for the test, chosen at random as by [#randomSample]: the
  /// same in every pass, and for the same files in another directory.
  public TrainTest trainTestSplit(double testFraction, long seed) {
    requireFraction(testFraction);
    return new TrainTest(
        then(new RowTransform.Sample(testFraction, seed, true)),
        then(new RowTransform.Sample(testFraction, seed, false)));
  }

  /// Rows of several by turns, as often as weights say, until one of them has no more.
  public static Dataset mix(long seed, Weighted... all) {
    if (all.length == 0) {
      throw new IllegalArgumentException("mix needs at least one dataset");
    }
    List<Plan> inputs = Stream.of(all).map(each -> each.rows.within(BadRecords.fail())).toList();
    List<Double> weights = Stream.of(all).map(Weighted::weight).toList();
    return new Dataset(new Plan.Mix(inputs, weights, seed), BadRecords.fail());
  }

  /// A dataset and how often it is drawn from.
  public record Weighted(Dataset rows, double weight) {
    public Weighted {
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("a weight must be above 0 and finite, not " + weight);
      }
    }
  }

  /// This dataset in a [#mix].
  public Weighted weighted(double weight) {
    return new Weighted(this, weight);
  }

  /// All rows in random order, another one in each pass. Sources with random access give rows as
  /// they are asked for; all others are dealt into parts first, in memory and then on disk.
  public Dataset shuffle(long seed) {
    return with(new Plan.Shuffle(plan, seed));
  }

  /// Units in random order, and rows in random order within windows of about `rows` rows; another
  /// order in each pass.
  public Dataset shuffleWindow(long rows, long seed) {
    return with(new Plan.ShuffleWindow(plan, requirePositive(rows, "rows"), seed));
  }

  /// All rows in the order of a column's values, the smallest first; nulls come last.
  public Dataset sort(String column) {
    return with(new Plan.Sort(plan, column, false));
  }

  /// All rows in the order of a column's values, the greatest first; nulls come last.
  public Dataset sortDescending(String column) {
    return with(new Plan.Sort(plan, column, true));
  }

  /// Pairs of rows of both with the same value in a column; a name that both have gets `_1` on the
  /// right, or the next number that is free. Types whose values are never equal are refused.
  public Dataset join(Dataset right, String key, JoinKind kind) {
    return with(new Plan.Join(plan, right.within(bad), key, kind));
  }

  /// Rows with the same values in these columns together; without columns all rows are one group.
  public Grouped groupBy(String... keys) {
    return new Grouped(this, List.of(keys));
  }

  /// Rows in groups, to be made one row each.
  public record Grouped(Dataset rows, List<String> keys) {
    /// A row for each group, ordered by its values: first the columns that make it, then these.
    public Dataset aggregate(Aggregate... aggregates) {
      requireDistinct(Stream.concat(keys.stream(), Stream.of(aggregates).map(Aggregate::name)));
      return rows.with(new Plan.Aggregated(rows.plan, keys, List.of(aggregates)));
    }

    private static void requireDistinct(Stream<String> names) {
      Set<String> seen = new HashSet<>();
      names.forEach(
          name -> {
            if (!seen.add(name)) {
              throw new IllegalArgumentException(
                  "two columns of the groups are called \"%s\": rename a figure with as(…)"
                      .formatted(name));
            }
          });
    }
  }

  /// The same rows in units of `rows` rows.
  public Dataset repartition(int rows) {
    return with(new Plan.Repartition(plan, (int) requirePositive(rows, "rows")));
  }

  private static long requirePositive(long value, String what) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " must be at least 1, not " + value);
    }
    return value;
  }

  private static long requireNotNegative(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("rows must be at least 0, not " + rows);
    }
    return rows;
  }

  private static void requireFraction(double fraction) {
    if (!(fraction > 0 && fraction < 1)) {
      throw new IllegalArgumentException("a fraction is above 0 and below 1, not " + fraction);
    }
  }

  /// A pass over all rows, in batches of `rows`.
  public Batches<Batch> batches(int rows) {
    return batches(BatchOptions.rows(rows));
  }

  /// A pass over all rows.
  public Batches<Batch> batches(BatchOptions options) {
    return DatasetReads.pass(asked(), options);
  }

  /// All of it as the part of a single rank: pass after pass, with a position.
  public Shard shard() {
    return DatasetReads.shard(asked());
  }

  /// How many rows there are; reads only where the source does not know.
  public long count() {
    return DatasetReads.count(asked());
  }

  /// The columns, seen from the first unit that has rows.
  public Schema schema() {
    return DatasetReads.schema(asked());
  }

  /// The first rows, copied.
  public List<Row> take(int rows) {
    return DatasetReads.take(new DatasetReads.Asked(limit(rows).plan, bad, latest::set));
  }

  /// All rows, copied: for small datasets.
  public List<Row> takeAll() {
    return DatasetReads.take(asked());
  }

  /// The first rows as a table of text, and how many bad records were passed over on the way.
  public String show(int rows) {
    String table = TextTable.of(take(rows));
    long skipped = stats().bad();
    return skipped == 0
        ? table
        : table + String.format(Locale.ROOT, "(%,d bad records passed over)\n", skipped);
  }

  /// What reading took in the last `takeAll`, `take`, `show`, `count`, `write`, `materialize` or
  /// pass over this very object that is done, with the bad records that were passed over; nothing
  /// before.
  public DataStats stats() {
    return latest.get();
  }

  private DatasetReads.Asked asked() {
    return new DatasetReads.Asked(plan, bad, latest::set);
  }

  /// The same rows, read now and kept in this process: in memory, and on disk where they do not
  /// fit. They do not travel to workers; [#write] files for that.
  public Dataset materialize() {
    return from(DatasetReads.materialize(asked())).badRecords(bad);
  }

  /// The same rows, kept by each process that reads them from its first pass on, for all that is
  /// made of this dataset and as long as somebody refers to it: in memory, and on disk where they
  /// do not fit. What is shuffled before it keeps the order of the first pass.
  public Dataset cache() {
    return with(new Plan.Cached(plan, new UnitCache()));
  }

  /// Everything to files in a directory, one per unit.
  public void write(Sink sink, String directory) {
    DatasetReads.write(asked(), sink, directory);
  }

  /// How it travels to workers.
  public DatasetSpec spec(DataConfig config) {
    return new DatasetSpec(plan, bad, config.sharing() == Sharing.SPLIT, config.preparation());
  }

  /// The operators, from the source on.
  @Override
  public String toString() {
    return DatasetReads.describe(plan);
  }
}
