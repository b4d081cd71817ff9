package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DatasetTest {
  @TempDir Path directory;

  record Point(int x, double y, String name) {}

  private static List<Long> ids(Dataset dataset) {
    List<Long> ids = new ArrayList<>();
    try (Batches<Batch> batches = dataset.batches(1000)) {
      for (Batch batch : batches) {
        for (long id : batch.longs("id")) {
          ids.add(id);
        }
      }
    }
    return ids;
  }

  private static List<Long> numbers(long from, long to) {
    List<Long> all = new ArrayList<>();
    for (long i = from; i < to; i++) {
      all.add(i);
    }
    return all;
  }

  @Test
  void rowsComeInOrderWhateverTheNumberOfThreads() {
    assertThat(ids(Dataset.range(100_000))).isEqualTo(numbers(0, 100_000));
  }

  @Test
  void recordsGoInAndComeOut() {
    List<Point> points = List.of(new Point(1, 2.5, "a"), new Point(3, 4.5, "b"));
    try (Batches<Batch> batches = Dataset.ofRecords(points).batches(10)) {
      for (Batch batch : batches) {
        assertThat(batch.records(Point.class)).isEqualTo(points);
        assertThat(batch.schema()).hasToString("x i32, y f64, name text");
      }
    }
  }

  @Test
  void rowsAreMappedFilteredAndMultiplied() {
    Dataset dataset =
        Dataset.range(10)
            .filter(row -> row.whole("id") % 2 == 0)
            .map(row -> row.with("square", row.whole("id") * row.whole("id")))
            .flatMap(row -> List.of(row, row.with("square", -1L)));
    assertThat(dataset.count()).isEqualTo(10);
    assertThat(dataset.take(4).stream().map(row -> row.whole("square")).toList())
        .containsExactly(0L, -1L, 4L, -1L);
  }

  @Test
  void columnsAreSelectedDroppedRenamedAndAdded() {
    Dataset dataset =
        Dataset.ofRecords(List.of(new Point(1, 2.5, "a")))
            .withColumn("z", row -> row.real("x") + row.real("y"))
            .rename("name", "label")
            .drop("y");
    assertThat(dataset.schema()).hasToString("x i32, label text, z f64");
    assertThat(dataset.select("z", "x").take(1)).hasToString("[{z=3.5, x=1}]");
  }

  @Test
  void batchesAreMappedInPiecesThatNeverSpanUnits() {
    Dataset dataset =
        Dataset.range(40_000)
            .mapBatches(
                1000,
                batch -> {
                  assertThat(batch.rows()).isLessThanOrEqualTo(1000);
                  return batch;
                });
    assertThat(ids(dataset)).isEqualTo(numbers(0, 40_000));
  }

  @Test
  void aBatchMayBecomeFewerRowsOnlyWhereThatIsSaid() {
    Functions.BatchMap half = batch -> batch.slice(0, batch.rows() / 2);
    assertThat(ids(Dataset.range(40).flatMapBatches(10, half)))
        .startsWith(0L, 1L, 2L, 3L, 4L, 10L)
        .hasSize(20);
    assertThatThrownBy(() -> ids(Dataset.range(40).mapBatches(10, half)))
        .hasMessageContaining("it made 5 rows of 10; use flatMapBatches");
  }

  @Test
  void noMoreFunctionsWithStateThanProcessorsAreMadeAndAllAreClosed() {
    Counting.MADE.clear();
    Dataset dataset = Dataset.range(200_000).mapBatchesWith(100, Counting::new);
    assertThat(ids(dataset)).hasSize(200_000);
    assertThat(Counting.MADE).hasSizeLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(Counting.MADE).isNotEmpty().allMatch(each -> each.closed);
  }

  @Test
  void functionsWithStateAreNoMoreThanSaid() {
    Counting.MADE.clear();
    Dataset dataset = Dataset.range(200_000).mapBatchesWith(100, Counting::new, 1);
    assertThat(ids(dataset)).hasSize(200_000);
    assertThat(Counting.MADE).hasSize(1).allMatch(each -> each.closed);
    assertThatThrownBy(() -> Dataset.range(1).mapBatchesWith(1, Counting::new, 0))
        .hasMessageContaining("at least 1");
  }

  @Test
  void aBatchGetsAColumnOfValues() {
    Dataset dataset =
        Dataset.range(3).mapBatches(batch -> batch.withColumn("t", List.of("a", "b", "c")));
    assertThat(dataset.takeAll()).hasToString("[{id=0, t=a}, {id=1, t=b}, {id=2, t=c}]");
  }

  static final class Counting implements Functions.BatchMap, AutoCloseable {
    private static final long serialVersionUID = 1L;
    static final List<Counting> MADE = java.util.Collections.synchronizedList(new ArrayList<>());
    private boolean closed;

    Counting() {
      MADE.add(this);
    }

    @Override
    public Batch apply(Batch batch) {
      return batch;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void limitSkipUnionAndZipCountRowsExactly() {
    Dataset range = Dataset.range(50_000);
    assertThat(ids(range.skip(20_000).limit(20_005))).isEqualTo(numbers(20_000, 40_005));
    assertThat(ids(range.filter(row -> row.whole("id") >= 49_990).limit(3)))
        .isEqualTo(numbers(49_990, 49_993));
    assertThat(range.union(range, Dataset.range(7)).count()).isEqualTo(100_007);
    Dataset shifted = range.withColumn("next", row -> row.whole("id") + 1).select("next");
    assertThat(range.zip(shifted.repartition(777)).take(50_000))
        .allMatch(row -> row.whole("next") == row.whole("id") + 1);
    assertThatThrownBy(() -> range.zip(Dataset.range(3)).count())
        .hasMessage("zip needs as many rows on both sides: 50000 are not 3");
  }

  @Test
  void shufflesHaveEveryRowOnceAndAnotherOrderInEachPass() {
    Dataset range = Dataset.range(100_000);
    Dataset lines = range.filter(_ -> true);
    for (Dataset dataset :
        List.of(range.shuffle(7), lines.shuffle(7), range.shuffleWindow(30_000, 7))) {
      Shard shard = dataset.shard();
      List<Long> first = pass(shard);
      List<Long> second = pass(shard);
      assertThat(first).isNotEqualTo(second).doesNotHaveDuplicates().hasSize(100_000);
      assertThat(new TreeSet<>(second)).hasSize(100_000);
      assertThat(pass(dataset.shard())).as("the same seed, the same order").isEqualTo(first);
      assertThat(neighbours(first)).as("rows that kept their neighbour").isLessThan(100);
    }
  }

  private static long neighbours(List<Long> ids) {
    long count = 0;
    for (int i = 1; i < ids.size(); i++) {
      count += ids.get(i) == ids.get(i - 1) + 1 ? 1 : 0;
    }
    return count;
  }

  private static List<Long> pass(Shard shard) {
    List<Long> ids = new ArrayList<>();
    for (Batch batch : shard.batches(997)) {
      for (long id : batch.longs("id")) {
        ids.add(id);
      }
    }
    return ids;
  }

  @Test
  void samplesAndSplitsAreTheSameInEveryPassAndDisjoint() {
    Dataset range = Dataset.range(100_000);
    assertThat(ids(range.randomSample(0.1, 3)).size()).isBetween(9_500, 10_500);
    var both = range.trainTestSplit(0.2, 5);
    List<Long> test = ids(both.test());
    List<Long> all = new ArrayList<>(ids(both.train()));
    all.addAll(test);
    assertThat(new TreeSet<>(all)).hasSize(100_000);
    assertThat(all).hasSize(100_000);
    assertThat(ids(both.test())).isEqualTo(test);
  }

  @Test
  void splitsAreTheSameInEveryPassWhateverShufflesBeforeThem() {
    Dataset range = Dataset.range(1000).repartition(100);
    Dataset mapped = range.shuffle(2).map(row -> row).filter(_ -> true).sort("id");
    for (Dataset shuffled :
        List.of(
            range.shuffle(1),
            range.shuffleWindow(300, 1),
            mapped,
            range.shuffle(1).repartition(30),
            range.limit(500).union(range.skip(500).shuffle(1)),
            Dataset.mix(1, range.limit(400).weighted(2), range.skip(400).weighted(3)))) {
      var both = shuffled.trainTestSplit(0.2, 1);
      List<Long> test = ids(both.test());
      assertThat(test.size()).as("%s", shuffled).isBetween(140, 260);
      Shard train = both.train().shard();
      for (int pass = 0; pass < 3; pass++) {
        assertThat(pass(train)).doesNotHaveDuplicates().doesNotContainAnyElementsOf(test);
      }
    }
    assertThatThrownBy(() -> range.shuffle(1).limit(10).randomSample(0.5, 1).count())
        .hasMessageContaining("take it before what shuffles");
  }

  @Test
  void slicesOfAUnitAreSampledApart() {
    List<Long> sample = ids(Dataset.range(100).repartition(10).randomSample(0.5, 4));
    List<Long> places = sample.stream().map(id -> id % 10).distinct().toList();
    assertThat(places).as("of %s", sample).hasSize(10);
  }

  /// Reads another dataset for each row.
  private static Row lookedUp(Row row) {
    List<Row> others = Dataset.range(3).map(each -> each).takeAll();
    List<Row> sorted =
        Dataset.range(40)
            .repartition(10)
            .flatMap(_ -> Dataset.range(2).filter(_ -> true).takeAll())
            .sort("id")
            .takeAll();
    return row.with("others", others.size() + sorted.size());
  }

  @Test
  void functionsMayReadDatasets() {
    Dataset dataset = Dataset.range(40).repartition(2).map(DatasetTest::lookedUp);
    assertThat(dataset.takeAll()).hasSize(40).allMatch(row -> row.whole("others") == 83);
    Functions.BatchMapFactory counting =
        () -> {
          long rows = Dataset.range(50_000).filter(_ -> true).count();
          assertThat(rows).isEqualTo(50_000);
          return batch -> batch;
        };
    assertThat(ids(Dataset.range(100_000).mapBatchesWith(1000, counting))).hasSize(100_000);
  }

  @Test
  void mixesDrawByWeightUntilOneIsEmpty() {
    Dataset a = Dataset.range(90_000).withColumn("from", _ -> 1L);
    Dataset b = Dataset.range(90_000).withColumn("from", _ -> 2L);
    List<Row> rows = Dataset.mix(11, a.weighted(3), b.weighted(1)).takeAll();
    assertThat(rows).hasSize(120_000);
    long first = rows.subList(0, 16_000).stream().filter(row -> row.whole("from") == 1).count();
    assertThat(first).isBetween(11_700L, 12_300L);
  }

  @Test
  void sortsByNumbersAndTextsWithNullsLast() {
    Dataset shuffled = Dataset.range(100_000).shuffle(3);
    assertThat(ids(shuffled.sort("id"))).isEqualTo(numbers(0, 100_000));
    assertThat(ids(shuffled.sortDescending("id").limit(3)))
        .containsExactly(99_999L, 99_998L, 99_997L);
    Dataset names =
        Dataset.of(
            List.of(Row.of("n", "b"), Row.of("n", null), Row.of("n", "a"), Row.of("n", "B")));
    assertThat(names.sort("n").takeAll()).hasToString("[{n=B}, {n=a}, {n=b}, {n=null}]");
    assertThat(names.sortDescending("n").takeAll()).hasToString("[{n=b}, {n=a}, {n=B}, {n=null}]");
  }

  @Test
  void joinsPairEqualKeysAndKeepTheLeftIfAskedFor() {
    Dataset left = Dataset.range(6).withColumn("x", row -> "l" + row.whole("id"));
    Dataset right =
        Dataset.of(
            List.of(
                Row.of("id", 1.0, "x", "r1"),
                Row.of("id", 4.0, "x", "r4"),
                Row.of("id", 4.0, "x", "s4"),
                Row.of("id", null, "x", "none")));
    assertThat(left.join(right, "id", JoinKind.INNER).takeAll())
        .hasToString("[{id=1, x=l1, x_1=r1}, {id=4, x=l4, x_1=r4}, {id=4, x=l4, x_1=s4}]");
    assertThat(left.join(right, "id", JoinKind.LEFT).takeAll())
        .hasSize(7)
        .first()
        .hasToString("{id=0, x=l0, x_1=null}");
  }

  @Test
  void aConditionOfAnotherTypeThanItsColumnIsRefusedWithTheColumnsName() {
    Dataset rows = Dataset.of(List.of(Row.of("n", 1, "t", "a")));
    assertThatThrownBy(() -> rows.where(Condition.less("t", 5)).takeAll())
        .hasMessageContaining("column \"t\" is text, which a condition compares with a number");
    assertThatThrownBy(() -> rows.where(Condition.equal("n", "1")).count())
        .hasMessageContaining("column \"n\" is i32, which a condition compares with a text");
  }

  @Test
  void rowsAreKeptByNumbersTextsGapsAndEither() {
    long large = 1L << 53;
    Dataset rows =
        Dataset.of(
            List.of(
                Row.of("id", large, "t", "a"),
                Row.of("id", large + 1, "t", null),
                Row.of("id", 3L, "t", "b")));
    assertThat(ids(rows.where(Condition.equal("id", large + 1)))).containsExactly(large + 1);
    assertThat(ids(rows.where(Condition.equal("t", "b")))).containsExactly(3L);
    assertThat(ids(rows.where(Condition.in("t", "b", "a")))).containsExactly(large, 3L);
    assertThat(ids(rows.where(Condition.isNull("t")))).containsExactly(large + 1);
    assertThat(ids(rows.where(Condition.notNull("t")))).containsExactly(large, 3L);
    Condition either = Condition.either(Condition.isNull("t"), Condition.less("id", 10));
    assertThat(ids(rows.select("id", "t").where(either).select("id")))
        .containsExactly(large + 1, 3L);
  }

  @Test
  void whatDirectoriesSayDecidesWhichFilesAreRead() throws Exception {
    for (String place : List.of("y=1/s=a", "y=2/s=a", "y=1/s=__HIVE_DEFAULT_PARTITION__")) {
      Path below = Files.createDirectories(directory.resolve(place));
      Files.writeString(below.resolve("a.csv"), "id\n" + (place.contains("y=2") ? "x,y\n" : "5\n"));
    }
    Dataset rows = Dataset.csv(directory.toString());
    assertThatThrownBy(rows::takeAll).isInstanceOf(MantaException.class);
    Dataset first = rows.where(Condition.equal("y", 1));
    assertThat(first.takeAll()).hasSize(2);
    assertThat(first.where(Condition.isNull("s")).takeAll()).hasSize(1);
    assertThat(first.where(Condition.in("s", "a", "b")).takeAll()).hasSize(1);
  }

  @Test
  void groupsAreOrderedAndAggregated() {
    Dataset rows = Dataset.range(100_000).withColumn("k", row -> row.whole("id") % 3);
    List<Row> groups =
        rows.groupBy("k")
            .aggregate(
                Aggregate.count(),
                Aggregate.sum("id"),
                Aggregate.mean("id").as("m"),
                Aggregate.max("id"),
                Aggregate.std("id"))
            .takeAll();
    assertThat(groups.stream().map(row -> row.whole("k"))).containsExactly(0L, 1L, 2L);
    Row first = groups.getFirst();
    assertThat(first.whole("count")).isEqualTo(33_334);
    assertThat(first.real("sum_id")).isEqualTo(33_334L * 33_333 / 2 * 3.0);
    assertThat(first.real("m")).isEqualTo(49_999.5);
    assertThat(first.real("max_id")).isEqualTo(99_999);
    assertThat(first.real("std_id")).isCloseTo(28_868.5, org.assertj.core.data.Offset.offset(0.1));
    assertThat(rows.groupBy().aggregate(Aggregate.min("id")).takeAll()).hasToString("[{min_id=0}]");
  }

  @Test
  void keysAndExtremesKeepTheirTypes() {
    java.time.LocalDate day = java.time.LocalDate.of(2024, 5, 6);
    Row row = Row.of("d", day, "b", true, "f", 0.1f, "i", 1, "t", "x");
    Dataset groups =
        Dataset.of(List.of(row, row.with("t", "y")))
            .groupBy("d", "b", "f", "i")
            .aggregate(Aggregate.min("t"), Aggregate.max("t"), Aggregate.max("d"));
    assertThat(groups.schema())
        .hasToString("d date, b bool, f f32, i i32, min_t text, max_t text, max_d date");
    assertThat(groups.takeAll())
        .hasToString("[{d=2024-05-06, b=true, f=0.1, i=1, min_t=x, max_t=y, max_d=2024-05-06}]");
  }

  @Test
  void groupsOfNothingButNullsHaveNoExtremesAndIntegersAreAddedExactly() {
    Dataset rows =
        Dataset.of(
            List.of(
                Row.of("k", "a", "x", null),
                Row.of("k", "b", "x", (1L << 53) + 1),
                Row.of("k", "b", "x", 2L),
                Row.of("k", null, "x", -1L)));
    Dataset groups =
        rows.groupBy("k")
            .aggregate(Aggregate.min("x"), Aggregate.max("x"), Aggregate.sum("x").as("s"));
    assertThat(groups.takeAll())
        .hasToString(
            "[{k=a, min_x=null, max_x=null, s=0},"
                + " {k=b, min_x=2, max_x=9007199254740993, s=9007199254740995},"
                + " {k=null, min_x=-1, max_x=-1, s=-1}]");
  }

  @Test
  void figuresThatTakeAKeysNameOrAreOfTextsAreRefused() {
    Dataset rows = Dataset.of(List.of(Row.of("k", 1, "t", "x")));
    assertThatThrownBy(() -> rows.groupBy("k").aggregate(Aggregate.max("t").as("k")))
        .hasMessageContaining("two columns of the groups are called \"k\"");
    Dataset sums = rows.groupBy("k").aggregate(Aggregate.sum("t"));
    assertThatThrownBy(sums::takeAll).hasMessageContaining("column \"t\" is text");
  }

  @Test
  void groupsOfManyPartsAreOrderedAndWhole() {
    Dataset rows = Dataset.range(1_500_000).withColumn("k", row -> row.whole("id") * 7 % 500_009);
    Dataset groups = rows.groupBy("k").aggregate(Aggregate.count(), Aggregate.sum("id"));
    long next = 0;
    long sum = 0;
    try (Batches<Batch> batches = groups.batches(10_000)) {
      for (Batch batch : batches) {
        long[] keys = batch.longs("k");
        assertThat(keys).isEqualTo(LongStream.range(next, next + batch.rows()).toArray());
        next += batch.rows();
        for (int i = 0; i < batch.rows(); i++) {
          sum += batch.column("sum_id").wholeAt(i);
        }
      }
    }
    assertThat(next).isEqualTo(500_009);
    assertThat(sum).isEqualTo(1_500_000L * 1_499_999 / 2);
  }

  @Test
  void aJoinThatWouldNotFitInPiecesIsRefused() {
    Dataset rows = Dataset.range(200_000).withColumn("k", _ -> 7).select("k");
    assertThatThrownBy(() -> rows.join(rows, "k", JoinKind.INNER).count())
        .hasMessageContaining("the join by \"k\" makes 40,000,000,000 rows")
        .hasMessageContaining("have the same value");
  }

  @Test
  void materializedRowsAreComputedOnce() {
    var calls = new java.util.concurrent.atomic.AtomicInteger();
    Dataset kept =
        Dataset.range(1000)
            .map(
                row -> {
                  calls.incrementAndGet();
                  return row;
                })
            .materialize();
    assertThat(ids(kept)).isEqualTo(ids(kept)).hasSize(1000);
    assertThat(calls).hasValue(1000);
    assertThatThrownBy(() -> kept.spec(DataConfig.split()).text())
        .hasMessageContaining("does not travel");
  }

  @Test
  void cachedRowsAreComputedInTheFirstPassAlone() {
    var calls = new java.util.concurrent.atomic.AtomicInteger();
    Shard shard =
        Dataset.range(1000)
            .repartition(100)
            .map(
                row -> {
                  calls.incrementAndGet();
                  return row;
                })
            .cache()
            .shuffleWindow(300, 1)
            .shard();
    for (int pass = 0; pass < 3; pass++) {
      long sum = 0;
      for (Batch batch : shard.batches(64)) {
        sum += java.util.stream.LongStream.of(batch.longs("id")).sum();
      }
      assertThat(sum).isEqualTo(499_500);
    }
    assertThat(calls).hasValue(1000);
  }

  @Test
  void cachedRowsAreThereForAllThatIsMadeOfThem() {
    var calls = new java.util.concurrent.atomic.AtomicInteger();
    Dataset cached =
        Dataset.range(100)
            .repartition(10)
            .map(
                row -> {
                  calls.incrementAndGet();
                  return row;
                })
            .cache();
    assertThat(ids(cached)).isEqualTo(ids(cached));
    assertThat(cached.filter(row -> row.whole("id") < 5).count()).isEqualTo(5);
    assertThat(calls).hasValue(100);
  }

  @Test
  void aPositionIsRefusedByAnotherPlan() {
    Dataset range = Dataset.range(100_000);
    refuse(range.where(Condition.less("id", 50)), range.where(Condition.atLeast("id", 70)));
    refuse(range.randomSample(0.5, 1), range.randomSample(0.5, 2));
    refuse(range.select("id"), range.rename("id", "x"));
    refuse(
        Dataset.mix(1, range.weighted(1), range.weighted(2)),
        Dataset.mix(2, range.weighted(1), range.weighted(2)));
    Shard same = range.where(Condition.less("id", 50)).shard();
    same.seek(range.where(Condition.less("id", 50)).shard().cursor());
  }

  private static void refuse(Dataset one, Dataset other) {
    Cursor cursor = one.shard().cursor();
    Shard shard = other.shard();
    assertThatThrownBy(() -> shard.seek(cursor))
        .hasMessageContaining("is not the one that the position is of");
  }

  @Test
  void aFailingFunctionIsNamedWithItsRow() {
    Dataset dataset = Dataset.range(10).map(row -> row.with("x", 1 / (row.whole("id") - 3)));
    assertThatThrownBy(dataset::takeAll)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("map of row 3 of range rows 0 to 10")
        .hasMessageContaining("/ by zero");
    assertThat(dataset.badRecords(BadRecords.skip()).count()).isEqualTo(9);
    assertThat(dataset.badRecords(BadRecords.skip()).takeAll()).hasSize(9);
  }

  @Test
  void badRecordsGoToASideOutputIfAskedFor() throws Exception {
    Path csv = Files.writeString(directory.resolve("a.csv"), "x,y\n1,2\nno,3\n5,6\n");
    Path side = directory.resolve("bad");
    Dataset dataset = Dataset.csv(CsvOptions.defaults().type("x", "i64"), csv.toString());
    assertThatThrownBy(dataset::takeAll)
        .hasMessageContaining(
            "a.csv line 3: column \"x\": \"no\" is not a value of type i64 in \"no,3\"");
    assertThat(dataset.badRecords(BadRecords.sideOutput(side.toString())).takeAll()).hasSize(2);
    try (var files = Files.list(side)) {
      assertThat(Files.readString(files.findFirst().orElseThrow()))
          .contains("\"record\":\"no,3\"", "line 3");
    }
  }

  @Test
  void aBatchThatIsOverSaysSo() {
    try (Batches<Batch> batches = Dataset.range(10).batches(5)) {
      var all = batches.iterator();
      Batch first = all.next();
      Batch kept = first.retain();
      all.next();
      assertThatThrownBy(() -> first.longs("id")).hasMessageContaining("this batch is over");
      assertThat(kept.longs("id")).containsExactly(0, 1, 2, 3, 4);
      kept.close();
    }
  }

  @Test
  void anUnknownColumnIsNamedWithThoseThatExist() {
    assertThatThrownBy(() -> Dataset.range(3).select("x").takeAll())
        .hasMessageContaining("there is no column \"x\"; there are id");
  }

  @Test
  void showsRowsAsATable() {
    assertThat(Dataset.ofRecords(List.of(new Point(1, 2.5, "abc"))).show(5))
        .isEqualTo("x  y    name\n1  2.5  abc\n");
  }
}
