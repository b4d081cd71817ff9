package dev.manta.formats;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/// All ranks' values, once all have come: how ranks that are threads of a test keep in step.
public record Meeting(long[][] values, CyclicBarrier barrier) {
  public static Meeting of(int ranks) {
    return new Meeting(new long[ranks][], new CyclicBarrier(ranks));
  }

  public long[][] exchange(int rank, long[] mine) {
    try {
      values[rank] = mine;
      barrier.await(30, TimeUnit.SECONDS);
      long[][] all = values.clone();
      barrier.await(30, TimeUnit.SECONDS);
      return all;
    } catch (Exception e) {
      throw new IllegalStateException("ranks are not in step", e);
    }
  }
}
