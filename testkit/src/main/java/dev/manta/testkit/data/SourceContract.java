package dev.manta.testkit.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Condition;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.memory.BlockPool;
import dev.manta.internal.data.memory.MemoryBudget;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What every [Source] must do; each implementation extends this class, or [FileSourceContract]
/// where it reads files.
@Timeout(300)
public abstract class SourceContract {
  private static final int THREADS = 8;
  private static final int LOOKS = 3_000;
  private static final long LOOK_NANOS = 10_000_000;

  @TempDir Path temporary;

  /// A source of at least 20 rows, in several splits where it can have them; what it reads is made
  /// in the directory.
  protected abstract SourceSample sample(Path directory) throws Exception;

  /// The same kind of source without rows.
  protected abstract Source empty(Path directory) throws Exception;

  final Path directory() throws Exception {
    return Files.createDirectories(temporary.resolve("source"));
  }

  private SourceSample sample() throws Exception {
    return sample(directory());
  }

  private static List<Map<String, @Nullable Object>> read(
      SourceReader reader, List<Split> splits, Wanted wanted) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (Split split : splits) {
      rows.addAll(read(reader, split, wanted));
    }
    return rows;
  }

  private static List<Map<String, @Nullable Object>> read(
      SourceReader reader, Split split, Wanted wanted) {
    try (Batch batch = reader.read(split, wanted, new StrictReading())) {
      return PlainRows.of(batch);
    }
  }

  private static List<Map<String, @Nullable Object>> readAll(Source source) {
    SourceReader reader = source.open();
    return read(reader, reader.splits(), Wanted.everything());
  }

  @Test
  void theSplitsHaveEveryRowOnceAndInOrder() throws Exception {
    SourceSample sample = sample();
    assertThat(sample.rows()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(readAll(sample.source())).isEqualTo(PlainRows.of(sample.rows()));
  }

  @Test
  void aSourceThatTravelledAsJsonIsTheSame() throws Exception {
    SourceSample sample = sample();
    Json json = Json.parse(Bind.write(sample.source()).text());
    Source back = Bind.read(json, sample.source().getClass());
    assertThat(Bind.write(back).text()).isEqualTo(json.text());
    assertThat(readAll(back)).isEqualTo(PlainRows.of(sample.rows()));
    assertThat(back.open().splits()).isEqualTo(sample.source().open().splits());
  }

  @Test
  void aSourceHasTheSameSplitsWheneverItIsAsked() throws Exception {
    Source source = sample().source();
    SourceReader reader = source.open();
    assertThat(reader.splits()).isEqualTo(reader.splits());
    assertThat(source.open().splits()).isEqualTo(reader.splits());
    assertThat(reader.splits()).extracting(Split::place).doesNotHaveDuplicates();
  }

  @Test
  void aSplitHasTheSameRowsWheneverAndByWhomeverItIsRead() throws Exception {
    Source source = sample().source();
    SourceReader reader = source.open();
    SourceReader other = source.open();
    for (Split split : reader.splits().reversed()) {
      List<Map<String, @Nullable Object>> rows = read(reader, split, Wanted.everything());
      assertThat(read(reader, split, Wanted.everything())).isEqualTo(rows);
      assertThat(read(other, split, Wanted.everything())).isEqualTo(rows);
    }
  }

  @Test
  void aSplitThatAnnouncesItsRowsHasSoMany() throws Exception {
    SourceReader reader = sample().source().open();
    for (Split split : reader.splits()) {
      long read = read(reader, split, Wanted.everything()).size();
      assertThat(split.rows().orElse(read)).as(split.place()).isEqualTo(read);
    }
  }

  @Test
  void columnsThatAreReadAloneAreThoseOfAllColumns() throws Exception {
    SourceSample sample = sample();
    SourceReader reader = sample.source().open();
    for (String name : sample.rows().getFirst().names()) {
      var wanted = new Wanted(Optional.of(List.of(name)), List.of());
      assertThat(read(reader, reader.splits(), wanted))
          .extracting(row -> row.get(name))
          .isEqualTo(PlainRows.of(sample.rows()).stream().map(row -> row.get(name)).toList());
    }
  }

  @Test
  void whoWantsNoColumnStillLearnsHowManyRowsThereAre() throws Exception {
    SourceSample sample = sample();
    SourceReader reader = sample.source().open();
    var none = new Wanted(Optional.of(List.of()), List.of());
    assertThat(read(reader, reader.splits(), none)).hasSameSizeAs(sample.rows());
  }

  @Test
  void everyRowThatMeetsAConditionIsGivenAndNoSplitThatIsNotThere() throws Exception {
    SourceSample sample = sample();
    SourceReader reader = sample.source().open();
    for (Condition condition : conditions(sample.rows())) {
      List<Split> splits = reader.splits(List.of(condition));
      assertThat(reader.splits()).containsSubsequence(splits);
      var wanted = new Wanted(Optional.empty(), List.of(condition));
      assertThat(meeting(reader, splits, condition, wanted))
          .as(condition.toString())
          .isEqualTo(meeting(reader, reader.splits(), condition, Wanted.everything()));
    }
  }

  private static List<Map<String, @Nullable Object>> meeting(
      SourceReader reader, List<Split> splits, Condition condition, Wanted wanted) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (Split split : splits) {
      try (Batch batch = reader.read(split, wanted, new StrictReading())) {
        rows.addAll(PlainRows.of(batch, condition.on(batch)));
      }
    }
    return rows;
  }

  /// Some that few rows meet, some that none does, and some that all do.
  private static List<Condition> conditions(List<Row> rows) {
    List<Condition> all = new ArrayList<>();
    Row middle = rows.get(rows.size() / 2);
    for (String name : middle.names()) {
      all.add(Condition.isNull(name));
      all.add(Condition.notNull(name));
      if (middle.value(name) instanceof Number number) {
        all.add(Condition.equal(name, number.doubleValue()));
        all.add(Condition.atLeast(name, number.doubleValue()));
        all.add(Condition.less(name, number.doubleValue()));
        all.add(Condition.more(name, 1e12));
      } else if (middle.value(name) instanceof String text) {
        all.add(Condition.equal(name, text));
        all.add(Condition.in(name, "no such text", text));
        all.add(Condition.either(Condition.isNull(name), Condition.equal(name, "no such text")));
      }
    }
    return all;
  }

  @Test
  void whatIsAnnouncedOfColumnsIsSo() throws Exception {
    SourceReader reader = sample().source().open();
    for (Split split : reader.splits()) {
      Optional<Schema> announced = reader.schema(split);
      try (Batch batch = reader.read(split, Wanted.everything(), new StrictReading())) {
        assertThat(batch.schema()).isEqualTo(announced.orElse(batch.schema()));
        assertThat(batch.schema().names()).containsAll(reader.columns(split));
        for (String name : reader.columnsOfNulls(split)) {
          assertThat(PlainRows.of(batch)).allMatch(row -> row.get(name) == null);
        }
      }
    }
  }

  @Test
  void rowsAreFetchedByTheirNumberWhereTheyCanBe() throws Exception {
    SourceSample sample = sample();
    SourceReader reader = sample.source().open();
    if (reader.fetchable().isEmpty()) {
      assertThatThrownBy(() -> reader.gather(new long[1], Wanted.everything(), new StrictReading()))
          .isInstanceOf(UnsupportedOperationException.class);
      return;
    }
    int count = sample.rows().size();
    assertThat(reader.fetchable()).hasValue(count);
    long[] some = new Random(5).longs(2L * count, 0, count).toArray();
    for (long[] rows : List.of(some, new long[] {count - 1}, new long[0])) {
      try (Batch batch = reader.gather(rows, Wanted.everything(), new StrictReading())) {
        List<Row> expected =
            LongStream.of(rows).mapToObj(row -> sample.rows().get((int) row)).toList();
        assertThat(PlainRows.of(batch)).isEqualTo(PlainRows.of(expected));
      }
    }
  }

  @Test
  void manyThreadsReadAtATime() throws Exception {
    SourceSample sample = sample();
    SourceReader reader = sample.source().open();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Set<Map<String, @Nullable Object>>>> tasks =
          Collections.nCopies(THREADS, () -> inAnyOrder(reader));
      for (Future<Set<Map<String, @Nullable Object>>> rows : threads.invokeAll(tasks)) {
        assertThat(rows.get()).isEqualTo(Set.copyOf(PlainRows.of(sample.rows())));
      }
    }
  }

  private static Set<Map<String, @Nullable Object>> inAnyOrder(SourceReader reader) {
    List<Split> splits = new ArrayList<>(reader.splits());
    Collections.shuffle(splits, new Random(Thread.currentThread().threadId()));
    return new LinkedHashSet<>(read(reader, splits, Wanted.everything()));
  }

  @Test
  void memoryIsGivenBackWhenBatchesAreClosed() throws Exception {
    Source source = sample().source();
    long before = BlockPool.shared().used();
    readAll(source);
    assertThat(BlockPool.shared().used()).isEqualTo(before);
  }

  @Test
  void aPassThatIsLeftEarlyGivesItsMemoryBack() throws Exception {
    Dataset rows = Dataset.from(sample().source());
    long lent = BlockPool.shared().used();
    long budget = MemoryBudget.shared().used();
    try (Batches<Batch> batches = rows.batches(3)) {
      assertThat(batches.iterator().next().rows()).isEqualTo(3);
    }
    await(() -> BlockPool.shared().used() <= lent && MemoryBudget.shared().used() <= budget);
  }

  static void await(BooleanSupplier sooner) {
    for (int i = 0; i < LOOKS && !sooner.getAsBoolean(); i++) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    assertThat(sooner.getAsBoolean()).as("what was awaited for 30 s").isTrue();
  }

  @Test
  void datasetsCountFilterSkipAndLimitTheRows() throws Exception {
    SourceSample sample = sample();
    Dataset rows = Dataset.from(sample.source());
    assertThat(rows.count()).isEqualTo(sample.rows().size());
    assertThat(PlainRows.of(rows.skip(5).limit(9).takeAll()))
        .isEqualTo(PlainRows.of(sample.rows().subList(5, 14)));
    String first = sample.rows().getFirst().names().getFirst();
    assertThat(rows.where(Condition.notNull(first)).select(first).takeAll())
        .allMatch(row -> row.names().equals(List.of(first)))
        .hasSameSizeAs(sample.rows().stream().filter(row -> !row.isNull(first)).toList());
  }

  @Test
  void aSourceWithoutRowsHasNone() throws Exception {
    Source empty = empty(directory());
    assertThat(readAll(empty)).isEmpty();
    assertThat(Dataset.from(empty).takeAll()).isEmpty();
    assertThat(Dataset.from(empty).count()).isZero();
  }
}
