package dev.manta.bench.collective;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Kills one of four ranks inside a 64 MB allReduce: how soon do the others know, and how soon does
/// a group of three work.
public final class AbortBenchmark implements Benchmark {
  private static final int RANKS = 4;
  private static final int VICTIM = 2;
  private static final int KILLS = 20;
  private static final List<Integer> SURVIVORS = List.of(0, 1, 3);

  private final Random random = new Random(1);

  @Override
  public String name() {
    return "abort";
  }

  @Override
  public String summary() {
    return "kill -9 of a rank: until the others know, and until the next group works";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    BenchContext often = new BenchContext(context.peers(), KILLS, context.progress());
    List<BenchResult> results = new ArrayList<>();
    for (int gigabytes : new int[] {0, 4}) {
      Samples samples = often.alternate("", () -> kill(gigabytes), Optional.empty());
      String held = " with " + gigabytes + " GB resident";
      results.add(Question.low("known", "abort" + held, "ms", Bar.of(25)).answer(samples));
      results.add(Question.low("formed", "next group" + held, "ms", Bar.of(100)).answer(samples));
    }
    return results;
  }

  private Map<String, Double> kill(int gigabytes) throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        GroupProcesses processes =
            new GroupProcesses(AbortRank.class, RANKS, scratch.path(), List.of())) {
      processes.form(1, List.of(0, 1, 2, 3));
      for (int rank = 0; rank < RANKS; rank++) {
        processes.tell(rank, rank == VICTIM ? Integer.toString(gigabytes) : "0");
      }
      for (int rank = 0; rank < RANKS; rank++) {
        processes.answer(rank, "running");
      }
      TimeUnit.MILLISECONDS.sleep(random.nextInt(20, 200));
      long killed = System.nanoTime();
      processes.process(VICTIM).destroyForcibly();
      processes.form(2, SURVIVORS);
      return Map.of(
          "known", last(processes, "aborted", killed), "formed", last(processes, "formed", killed));
    }
  }

  /// Milliseconds until the last survivor said so.
  private static double last(GroupProcesses processes, String word, long since)
      throws IOException, InterruptedException {
    long last = since;
    for (int rank : SURVIVORS) {
      last = Math.max(last, Long.parseLong(processes.answer(rank, word).split(" ", -1)[0]));
    }
    return (last - since) / 1e6;
  }
}
