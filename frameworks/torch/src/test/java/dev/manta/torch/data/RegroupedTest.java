package dev.manta.torch.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Streams whose number of ranks changes in the middle of an epoch.
class RegroupedTest {
  private static final long SAMPLES = 103;

  /// One rank of several that resume from a place; what it sees is up to the test.
  private record Rank(int rank, int ranks, Position from) implements LoaderAudience {
    @Override
    public boolean anyHas(boolean mine) {
      return mine;
    }

    @Override
    public Tensor move(Tensor tensor) {
      return tensor;
    }

    @Override
    public Position begin(int epoch) {
      return from;
    }

    @Override
    public void handOut(DataLoader loader, long rows) {}

    @Override
    public Consumer<String> warnings() {
      return _ -> {};
    }
  }

  /// A pass over one epoch by ranks that come and go.
  private static final class Pass {
    private final DataLoader loader;
    private final List<Long> seen = new ArrayList<>();
    private Position at;

    Pass(DataLoader loader, int ranks) {
      this.loader = loader;
      this.at = Position.beginning(ranks);
    }

    Pass steps(int ranks, int steps) {
      for (int rank = 0; rank < ranks; rank++) {
        take(loader.as(new Rank(rank, ranks, at)).epoch(0).iterator(), steps);
      }
      for (int step = 0; step < steps; step++) {
        at = at.plus(loader.together(ranks), ranks);
      }
      return this;
    }

    private void take(Iterator<TensorBatch> batches, int steps) {
      for (int step = 0; step < steps && batches.hasNext(); step++) {
        TensorBatch batch = batches.next();
        for (long i = 0; i < batch.rows(); i++) {
          seen.add(batch.x().flatten().select(0, i).item_long());
        }
      }
    }
  }

  /// Shards of unequal length: every fifth sample is in the first one.
  private static IterableDataset stream() {
    return (shard, shards) ->
        LongStream.range(0, SAMPLES)
            .filter(i -> (i % 5 == 0 ? 0 : i % shards) == shard)
            .mapToObj(i -> List.of(torch.full(new long[] {1}, new Scalar(i))))
            .iterator();
  }

  @ParameterizedTest
  @CsvSource({"3,2,4", "2,4,3", "1,3,1", "4,1,2", "2,3,2"})
  void everySampleIsSeenOnceWhateverTheSizes(int first, int second, int third) {
    for (DataLoader loader :
        List.of(DataLoader.of(stream(), 2), DataLoader.of(stream(), 7).acrossRanks())) {
      Pass pass = new Pass(loader, first).steps(first, 4).steps(second, 3).steps(third, 100);
      assertThat(pass.seen)
          .containsExactlyInAnyOrderElementsOf(LongStream.range(0, SAMPLES).boxed().toList());
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void whoResumesWithAsManyRanksContinuesBehindWhatWasSeen(int ranks) {
    DataLoader loader = DataLoader.of(stream(), 2);
    Pass undisturbed = new Pass(loader, ranks).steps(ranks, 4).steps(ranks, 100);
    assertThat(undisturbed.seen)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, SAMPLES).boxed().toList());
  }
}
