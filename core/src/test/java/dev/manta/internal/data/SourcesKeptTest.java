package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.CountedStorage;
import dev.manta.data.Dataset;
import dev.manta.data.Preparation;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.OpenSources;
import dev.manta.internal.data.plan.Plan;
import dev.manta.internal.data.plan.SharedListings;
import dev.manta.internal.data.plan.SourceRef;
import dev.manta.internal.data.source.NpySource;
import dev.manta.internal.data.unit.UnitCache;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a process has found of a dataset outlives an attempt, and can be given to another process.
@Timeout(300)
class SourcesKeptTest {
  private static final int FILES = 20;

  @TempDir private Path directory;
  private String counted = "";

  @BeforeEach
  void write() {
    List<Row> rows = IntStream.range(0, FILES).mapToObj(i -> Row.of("x", (double) i)).toList();
    Dataset.of(rows).repartition(1).write(Sink.npy("x"), directory.resolve("npy").toString());
    counted = CountedStorage.of(directory.resolve("npy"));
  }

  private DatasetSpec spec(boolean cached) {
    Plan read = new Plan.Read(SourceRef.of(new NpySource(List.of(counted))));
    Plan plan = cached ? new Plan.Cached(read, new UnitCache()) : read;
    return new DatasetSpec(plan, BadRecords.fail(), true, new Preparation.InTrainers());
  }

  /// An attempt: a pass over all rows.
  private static double attempt(DatasetSpec spec, OpenSources sources) {
    double sum = 0;
    try (var shard = new RankShard("test", spec, ShardPosition.alone(), sources);
        Batches<Batch> batches = shard.batches(BatchOptions.rows(8))) {
      for (Batch batch : batches) {
        for (double value : batch.doubles("data")) {
          sum += value;
        }
      }
    }
    return sum;
  }

  private long reads() {
    return IntStream.range(0, FILES)
        .mapToLong(
            i ->
                CountedStorage.asked(counted + String.format(Locale.ROOT, "/part-%05d.npy", i))
                    .reads())
        .sum();
  }

  private long listings() {
    return CountedStorage.asked(counted).listings();
  }

  @Test
  void theNextAttemptOfAProcessListsNothingAndReadsRowsOnly() {
    DatasetSpec spec = spec(false);
    OpenSources sources = OpenSources.of(spec);
    double sum = attempt(spec, sources);
    assertThat(reads()).as("headers and rows").isEqualTo(2 * FILES);
    assertThat(attempt(spec, sources)).isEqualTo(sum);
    assertThat(reads()).as("rows once more").isEqualTo(3 * FILES);
    assertThat(listings()).isEqualTo(1);
  }

  @Test
  void whatCacheKeptIsThereInTheNextAttempt() {
    DatasetSpec spec = spec(true);
    OpenSources sources = OpenSources.of(spec);
    double sum = attempt(spec, sources);
    long before = reads();
    assertThat(attempt(spec, sources)).isEqualTo(sum);
    assertThat(reads()).isEqualTo(before);
  }

  /// Each thread stands for a rank.
  @Test
  void theFilesOfADatasetAreLookedIntoOncePerMachine() throws Exception {
    String text = spec(false).text();
    var listings = new SharedListings(directory.resolve("shared"));
    List<Callable<Double>> ranks =
        Collections.nCopies(
            4,
            () -> {
              DatasetSpec travelled = DatasetSpec.parse(text);
              return attempt(travelled, listings.open(travelled, text));
            });
    try (ExecutorService threads = Executors.newFixedThreadPool(ranks.size())) {
      Set<Double> sums = new HashSet<>();
      for (Future<Double> sum : threads.invokeAll(ranks)) {
        sums.add(sum.get());
      }
      assertThat(sums).hasSize(1);
    }
    assertThat(listings()).isEqualTo(1);
  }

  @Test
  void anotherProcessIsGivenWhatWasFound() {
    DatasetSpec spec = spec(false);
    OpenSources sources = OpenSources.of(spec);
    double sum = attempt(spec, sources);
    DatasetSpec travelled = DatasetSpec.parse(spec.text());
    assertThat(attempt(travelled, OpenSources.of(travelled, sources.found()))).isEqualTo(sum);
    assertThat(listings()).isEqualTo(1);
  }
}
