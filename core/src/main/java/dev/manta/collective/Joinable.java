package dev.manta.collective;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Collectives for ranks that run out of work at different times: one that has no more calls to
/// make joins, the others continue without it, and all of them meet in [#join()].
///
/// ```
/// Joinable group = Joinable.over(ctx.collectives());
/// for (Batch batch : mine) {           // not equally many on every rank
///   group.allReduce(gradient(batch), Op.MEAN);
/// }
/// int last = group.join();
/// ```
///
/// Every call costs a small exchange more than one of [Collectives], to learn who has joined.
public final class Joinable {
  private final Collectives all;
  private final byte[] joined;
  private @Nullable Collectives some;
  private int[] ranks;
  private int last;

  private Joinable(Collectives all) {
    this.all = all;
    this.joined = new byte[all.size()];
    this.ranks = IntStream.range(0, all.size()).toArray();
  }

  /// Every rank of the group makes one, and makes its calls through it until it has joined.
  public static Joinable over(Collectives group) {
    return new Joinable(group);
  }

  /// The fold of the ranks that have not joined.
  public void allReduce(Values inOut, Op op) {
    working().allReduce(inOut, op);
  }

  /// The fold of the ranks that have not joined.
  public void allReduce(float[] inOut, Op op) {
    allReduce(Values.of(inOut), op);
  }

  /// The fold of the ranks that have not joined.
  public void allReduce(double[] inOut, Op op) {
    allReduce(Values.of(inOut), op);
  }

  /// The mean by weight of the ranks that have not joined.
  public void weightedMean(Values inOut, double weight) {
    working().weightedMean(inOut, weight);
  }

  /// The root's values on the ranks that have not joined; the root must not have.
  public void broadcast(Values inOut, int root) {
    Collectives group = working();
    int place = Arrays.binarySearch(ranks, root);
    if (place < 0) {
      throw new IllegalStateException("rank " + root + " cannot broadcast: it has joined");
    }
    group.broadcast(inOut, place);
  }

  /// The ranks that had not joined at the last call.
  public int[] ranks() {
    return ranks.clone();
  }

  /// Waits until every rank has joined; returns the one that did so last, of several the highest.
  /// Afterwards all begin anew: everybody may call again.
  public int join() {
    while (ranks.length > 0) {
      meet(true);
    }
    Arrays.fill(joined, (byte) 0);
    regroup();
    return last;
  }

  /// Learns who is left; the rank itself is.
  private Collectives working() {
    meet(false);
    return some == null ? all : some;
  }

  private void meet(boolean joins) {
    byte[] mine = {(byte) (joins ? 1 : 0)};
    all.allGather(Values.of(mine), Values.of(joined));
    if (count() != ranks.length) {
      last = ranks[ranks.length - 1];
      regroup();
      if (!joins) {
        some = all.group(ranks);
      }
    }
  }

  private long count() {
    return IntStream.range(0, joined.length).filter(rank -> joined[rank] == 0).count();
  }

  private void regroup() {
    if (some != null) {
      some.close();
      some = null;
    }
    ranks = IntStream.range(0, joined.length).filter(rank -> joined[rank] == 0).toArray();
  }
}
