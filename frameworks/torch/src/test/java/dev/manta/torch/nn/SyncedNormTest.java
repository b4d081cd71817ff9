package dev.manta.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.torch.internal.StepScope;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/// Two ranks with synchronised batch norm compute what one rank with both batches computes.
class SyncedNormTest {
  private static final double TOLERANCE = 1e-5;

  private record Computed(
      float[] output,
      float[] inputGradient,
      float[] weightGradient,
      float[] mean,
      float[] variance) {}

  @Test
  void unevenBatchesOfTwoRanksEqualTheWholeBatch() throws Exception {
    Computed whole = compute(new BatchNorm2d(4), 0, 5);
    Computed[] parts = both(3, 2);
    close(concat(parts[0].output(), parts[1].output()), whole.output());
    close(concat(parts[0].inputGradient(), parts[1].inputGradient()), whole.inputGradient());
    close(sum(parts[0].weightGradient(), parts[1].weightGradient()), whole.weightGradient());
    for (Computed part : parts) {
      close(part.mean(), whole.mean());
      close(part.variance(), whole.variance());
    }
  }

  @Test
  void aRankWithoutRowsTakesPart() throws Exception {
    Computed whole = compute(new BatchNorm2d(4), 0, 5);
    Computed[] parts = both(5, 0);
    close(parts[0].output(), whole.output());
    close(parts[1].mean(), whole.mean());
  }

  private static Computed[] both(int firstRows, int secondRows) throws Exception {
    var exchange = new Exchange();
    try (ExecutorService ranks = Executors.newFixedThreadPool(2)) {
      Future<Computed> first = ranks.submit(rank(exchange, 0, 0, firstRows));
      Future<Computed> second = ranks.submit(rank(exchange, 1, firstRows, secondRows));
      return new Computed[] {first.get(1, TimeUnit.MINUTES), second.get(1, TimeUnit.MINUTES)};
    }
  }

  private static Callable<Computed> rank(Exchange exchange, int rank, int from, int rows) {
    return () -> {
      var norm = new BatchNorm2d(4);
      norm.synchronise(exchange.of(rank), exchange.of(rank));
      return compute(norm, from, rows);
    };
  }

  private static Computed compute(BatchNorm2d norm, int from, int rows) {
    try (var _ = StepScope.open()) {
      Fill.module(norm);
      Tensor x = Fill.tensor(90, 5, 4, 3, 3).narrow(0, from, rows).clone();
      x.set_requires_grad(true);
      Tensor out = norm.call(x);
      out.mul(Fill.tensor(91, 5, 4, 3, 3).narrow(0, from, rows)).sum().backward();
      return new Computed(
          Values.of(out),
          Values.of(x.grad()),
          Values.of(Values.parameter(norm, "weight").grad()),
          Values.of(Values.buffer(norm, "running_mean")),
          Values.of(Values.buffer(norm, "running_var")));
    }
  }

  /// Adds the tensors of two threads.
  private static final class Exchange {
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private final double[][] given = new double[2][];

    Consumer<Tensor> of(int rank) {
      return tensor -> add(rank, tensor);
    }

    private void add(int rank, Tensor tensor) {
      double[] mine = new double[(int) tensor.numel()];
      tensor.data_ptr_double().get(mine);
      given[rank] = mine;
      meet();
      double[] total = new double[mine.length];
      for (int i = 0; i < total.length; i++) {
        total[i] = given[0][i] + given[1][i];
      }
      tensor.data_ptr_double().put(total);
      meet();
    }

    private void meet() {
      try {
        barrier.await(30, TimeUnit.SECONDS);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void close(float[] ours, float[] expected) {
    assertThat(ours).hasSameSizeAs(expected);
    for (int i = 0; i < ours.length; i++) {
      assertThat((double) ours[i]).isCloseTo(expected[i], within(TOLERANCE));
    }
  }

  private static float[] concat(float[] a, float[] b) {
    float[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static float[] sum(float[] a, float[] b) {
    float[] sum = a.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += b[i];
    }
    return sum;
  }
}
