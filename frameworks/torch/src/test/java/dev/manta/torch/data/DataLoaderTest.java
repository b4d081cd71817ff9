package dev.manta.torch.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.torch.internal.StepScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Batches in order, read in the background or not.
class DataLoaderTest {
  private final StepScope scope = StepScope.open();

  @AfterEach
  void close() {
    scope.close();
  }

  @Test
  void rowsComeInOrderAndTheLastBatchIsSmaller() {
    DataLoader loader = DataLoader.of(numbers(7), 3);
    assertThat(read(loader)).containsExactly(List.of(0L, 1L, 2L), List.of(3L, 4L, 5L), List.of(6L));
    assertThat(loader.steps()).hasValue(3);
  }

  @Test
  void rowsAreMadeOfAProgramsOwnObjects() {
    List<String> words = List.of("a", "bcd", "ef");
    TensorDataset dataset =
        TensorDataset.labelled(
            3, i -> new float[] {i, words.get(i).length()}, i -> words.get(i).length() % 2);
    TensorBatch batch = dataset.batch(new long[] {0, 1, 2});
    assertThat(batch.x().sizes().vec().get()).containsExactly(3, 2);
    assertThat(batch.x().select(1, 1).sum().item_float()).isEqualTo(6);
    assertThat(batch.y().sum().item_long()).isEqualTo(2);
    assertThatThrownBy(() -> TensorDataset.labelled(2, i -> new float[i + 1], i -> 0))
        .hasMessage("row 0 has 1 numbers, row 1 has 2");
  }

  @Test
  void backgroundThreadsKeepTheOrder() {
    DataLoader inline = DataLoader.of(numbers(50), 3).shuffle(9);
    assertThat(read(inline.workers(3))).isEqualTo(read(inline));
  }

  @Test
  void anEpochIsTheSameWheneverItIsRead() {
    DataLoader loader = DataLoader.of(numbers(20), 4).shuffle(1);
    List<List<Long>> first = read(loader);
    List<List<Long>> second = read(loader);
    assertThat(second).isNotEqualTo(first);
    assertThat(values(loader.epoch(0))).isEqualTo(first);
    assertThat(values(loader.epoch(1))).isEqualTo(second);
  }

  @Test
  void samplesOfADatasetAreStacked() {
    TensorBatch batch = DataLoader.of(squares(5), 2).iterator().next();
    assertThat(batch.rows()).isEqualTo(2);
    assertThat(batch.x().sizes().vec().get()).containsExactly(2, 1);
    assertThat(batch.y().sum().item_long()).isEqualTo(1);
  }

  @Test
  void aStreamEndsWithWhatIsLeft() {
    assertThat(values(DataLoader.of(stream(5), 2).workers(1).epoch(0)))
        .containsExactly(List.of(0L, 1L), List.of(2L, 3L), List.of(4L));
  }

  @Test
  void aFailureSaysThatItWasTheDataset() {
    SampleDataset broken = new Squares(3, index -> Long.parseLong("no number"));
    assertThatThrownBy(() -> read(DataLoader.of(broken, 2).workers(1)))
        .hasMessageStartingWith("the dataset failed to give a batch: ")
        .hasRootCauseInstanceOf(NumberFormatException.class);
  }

  @Test
  void aBatchThatDoesNotComeIsNotAwaitedForEver() {
    var never = new CountDownLatch(1);
    SampleDataset stuck = new Squares(3, index -> await(never));
    DataLoader loader = DataLoader.of(stuck, 2).workers(1).patience(Duration.ofMillis(50));
    assertThatThrownBy(() -> read(loader))
        .hasMessageContaining("has not given a batch for 0 s")
        .hasMessageContaining("workers(n)");
    never.countDown();
  }

  @Test
  void patienceWithoutBackgroundThreadsIsRefused() {
    DataLoader loader = DataLoader.of(numbers(3), 2).patience(Duration.ofSeconds(1));
    assertThatThrownBy(() -> read(loader)).hasMessageContaining("add workers(1)");
    assertThat(read(loader.workers(1))).hasSize(2);
  }

  @Test
  void whatBackgroundThreadsMakeOnTheWayIsFreed() {
    DataLoader loader = DataLoader.of(squares(64), 8).workers(2);
    DataLoader streamed = DataLoader.of(stream(64), 8).workers(2);
    readFreeing(loader);
    readFreeing(streamed);
    long before = Pointer.totalCount();
    for (int epoch = 0; epoch < 5; epoch++) {
      readFreeing(loader);
      readFreeing(streamed);
    }
    assertThat(Pointer.totalCount()).isLessThanOrEqualTo(before);
  }

  private void readFreeing(DataLoader loader) {
    for (TensorBatch batch : loader.epoch(0)) {
      assertThat(batch.x().sum().item_long()).isNotNegative();
      scope.advance();
    }
    scope.advance();
    scope.advance();
  }

  @Test
  void samplesOfAStreamWaitForTheirBatchHoweverManyStepsItTakes() {
    var late = new CountDownLatch(1);
    DataLoader loader =
        DataLoader.of(stream(6), 2)
            .workers(1)
            .collate(
                samples -> {
                  await(late);
                  return SampleDataset.stack(samples);
                });
    var batches = loader.iterator();
    scope.advance();
    scope.advance();
    late.countDown();
    List<List<Long>> rows = values(() -> batches);
    assertThat(rows).containsExactly(List.of(0L, 1L), List.of(2L, 3L), List.of(4L, 5L));
  }

  private static IterableDataset stream(long count) {
    return (_, _) ->
        LongStream.range(0, count)
            .mapToObj(i -> List.of(torch.full(new long[] {1}, new Scalar(i))))
            .iterator();
  }

  private static long await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  @Test
  void aLoaderThatKeepsTrainingWaitingSaysWhatToChange() {
    Stalls stalls = new Stalls(Duration.ofSeconds(6), Duration.ofSeconds(10), 100);
    assertThat(stalls.isNotable()).isTrue();
    assertThat(stalls.advice(0))
        .isEqualTo(
            "the data loader kept training waiting for 60 % of the time (6.0 s of 10.0 s); read in"
                + " the background with workers(2), or make a sample cheaper to read");
    assertThat(stalls.advice(2)).contains("read with more than workers(2)");
  }

  @Test
  void columnsOfUnequalLengthAreRefused() {
    assertThatThrownBy(() -> TensorDataset.of(torch.zeros(3), torch.zeros(4)))
        .hasMessage("column 0 has 3 rows, column 1 has 4");
  }

  private static TensorDataset numbers(int count) {
    return TensorDataset.of(torch.arange(new Scalar(count)));
  }

  private static SampleDataset squares(int count) {
    return new Squares(count, index -> index * index);
  }

  /// One sample at a time.
  private record Squares(long size, java.util.function.LongUnaryOperator square)
      implements SampleDataset {
    @Override
    public List<Tensor> get(long index) {
      Tensor y = torch.full(new long[] {}, new Scalar(square.applyAsLong(index)));
      return List.of(torch.full(new long[] {1}, new Scalar(index)), y);
    }
  }

  private static List<List<Long>> read(DataLoader loader) {
    return values(loader);
  }

  private static List<List<Long>> values(Iterable<TensorBatch> batches) {
    List<List<Long>> all = new ArrayList<>();
    for (TensorBatch batch : batches) {
      List<Long> rows = new ArrayList<>();
      for (long i = 0; i < batch.rows(); i++) {
        rows.add(batch.x().flatten().select(0, i).item_long());
      }
      all.add(rows);
    }
    return all;
  }
}
