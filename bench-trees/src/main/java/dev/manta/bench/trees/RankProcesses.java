package dev.manta.bench.trees;

import dev.manta.bench.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The ranks of a peer: processes that run beside each other, and end when one of them fails.
record RankProcesses(List<Child> ranks) {
  RankProcesses {
    ranks = List.copyOf(ranks);
  }

  /// Runs them to their end; what each said.
  List<Map<String, Double>> figures() throws IOException, InterruptedException {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var running = new ExecutorCompletionService<Map<String, Double>>(threads);
      List<Future<Map<String, Double>>> all = new ArrayList<>();
      ranks.forEach(rank -> all.add(running.submit(rank::figures)));
      for (int i = 0; i < all.size(); i++) {
        get(running.take());
      }
      return all.stream().map(Future::resultNow).toList();
    } finally {
      threads.shutdownNow();
      threads.close();
    }
  }

  private static void get(Future<?> rank) throws IOException, InterruptedException {
    try {
      rank.get();
    } catch (ExecutionException e) {
      throw new IOException("a rank failed: " + e.getCause(), e);
    }
  }
}
