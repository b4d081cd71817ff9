package dev.manta.lightgbm.internal.run;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;

/// After how many rounds a commit is made, so that commits take about a fiftieth of the time.
///
/// Ranks agree on it now and then, by the one whose commits cost most: a commit is made by all.
/// What a lost rank costs is then at most what fifty commits cost.
final class CommitPace {
  private static final double SHARE = 0.02;
  private static final int MOST = 100;

  private final Collectives collectives;
  private long began = System.nanoTime();
  private long committing;
  private int rounds;
  private int commits;
  private int every = 1;
  private int next = 4;

  CommitPace(Collectives collectives) {
    this.collectives = collectives;
  }

  /// Counts a round; whether a commit is due after it. Every rank calls it.
  boolean isDue(int round) {
    if (++rounds >= next) {
      agree();
      next = 2 * rounds;
    }
    return round % every == 0;
  }

  /// Makes a commit.
  void make(Runnable commit) {
    long before = System.nanoTime();
    commit.run();
    committing += System.nanoTime() - before;
    commits++;
  }

  private void agree() {
    double growing = (double) (System.nanoTime() - began - committing) / rounds;
    double[] pace = {commits == 0 ? 1 : committing / (SHARE * growing * commits)};
    collectives.allReduce(pace, Op.MAX);
    every = (int) Math.clamp(Math.ceil(pace[0]), 1, MOST);
    began = System.nanoTime();
    committing = 0;
    rounds = 0;
    commits = 0;
  }
}
