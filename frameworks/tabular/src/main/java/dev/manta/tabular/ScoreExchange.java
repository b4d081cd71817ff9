package dev.manta.tabular;

import dev.manta.collective.Collectives;
import dev.manta.collective.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Brings the groups of all ranks together: rank 0 gets those with the highest scores, and each
/// rank about as many.
final class ScoreExchange {
  /// So many of each rank's scores say where the scores of the next rank begin.
  private static final int SAMPLES = 64;

  private final Collectives collectives;

  ScoreExchange(Collectives collectives) {
    this.collectives = collectives;
  }

  /// This rank's range of the scores of all ranks; every rank calls it.
  ScoreGroups range(ScoreGroups mine) {
    if (collectives.size() == 1) {
      return mine;
    }
    List<Long> counts = counts(mine);
    List<Long> received = collectives.received(counts);
    return ScoreGroups.of(
        exchanged(mine.scores(), counts, received),
        exchanged(mine.positive(), counts, received),
        exchanged(mine.negative(), counts, received));
  }

  private double[] exchanged(double[] values, List<Long> counts, List<Long> received) {
    double[] out = new double[Math.toIntExact(received.stream().mapToLong(each -> each).sum())];
    collectives.allToAll(Values.of(values), Values.of(out), counts, received);
    return out;
  }

  private List<Long> counts(ScoreGroups mine) {
    List<Long> counts = new ArrayList<>();
    long done = 0;
    for (double least : leastScores(mine)) {
      long end = ScoreGroups.place(mine.scores(), Math.nextDown(least));
      counts.add(Math.max(0, end - done));
      done = Math.max(done, end);
    }
    counts.add(mine.size() - done);
    return counts;
  }

  /// The least score of each rank's range but the last, the same on every rank.
  private double[] leastScores(ScoreGroups mine) {
    double[] own = new double[SAMPLES];
    Arrays.fill(own, Double.NaN);
    for (int i = 0; i < SAMPLES && mine.size() > 0; i++) {
      own[i] = mine.scores()[(int) ((long) i * mine.size() / SAMPLES)];
    }
    double[] all = new double[SAMPLES * collectives.size()];
    collectives.allGather(Values.of(own), Values.of(all));
    double[] known = Arrays.stream(all).filter(score -> !Double.isNaN(score)).sorted().toArray();
    double[] least = new double[collectives.size() - 1];
    for (int i = 0; i < least.length; i++) {
      int at = known.length - 1 - (int) ((i + 1L) * known.length / collectives.size());
      least[i] = known.length == 0 ? 0 : known[Math.max(0, at)];
    }
    return least;
  }
}
