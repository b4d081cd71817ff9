package dev.manta.collective;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// The operations of one group: one per attempt, used by one thread. Only [#abort], [#control] and
/// [#waiting] may be called from other threads.
///
/// Every rank makes the same calls in the same order; a difference is a [CollectiveMismatch] on
/// every rank before data is touched. When the group ends early, every call throws
/// [CollectiveAborted].
public interface Collectives extends AutoCloseable {
  /// Who is in the group.
  Membership membership();

  /// A group of some of these ranks, in the given order; only they call it. Why it ended is said
  /// with the ranks of the whole group.
  Collectives group(int... ranks);

  /// Memory born in the group, zeroed: reducing it moves nothing twice. Every rank calls it, each
  /// with its own size; it lives as long as the group.
  MemorySegment allocate(long bytes);

  /// Makes a call and waits for its end.
  void run(Call call);

  /// Starts a call; the group's calls run in the order in which they were started.
  Pending start(Call call);

  /// Sets this rank's control word, which travels with its next call.
  void control(long word);

  /// The highest control word of all ranks, as of the last call: the same on every rank.
  long agreed();

  /// Ends the group: every member's calls throw, now and later. The first cause stands.
  void abort(Cause cause);

  /// Why the group ended early, if it did.
  Optional<Cause> aborted();

  /// The call that this rank is in, if any.
  Optional<Waiting> waiting();

  /// What the group has done so far.
  Counters counters();

  /// Leaves the group and frees its memory, which must not be in use any more.
  @Override
  void close();

  /// This process's rank.
  default int rank() {
    return membership().rank();
  }

  /// The number of ranks.
  default int size() {
    return membership().size();
  }

  /// Folds a segment in place over all ranks. Its size must be the same on every rank and a whole
  /// number of elements.
  default void allReduce(MemorySegment inOut, ElementType type, Op op) {
    allReduce(Values.of(inOut, type), op);
  }

  /// Folds values in place over all ranks; every rank gets the same bits.
  default void allReduce(Values inOut, Op op) {
    allReduce(inOut, inOut, op);
  }

  /// Folds `in` of all ranks into `out`, which is the same memory or memory apart, of the same type
  /// and count.
  default void allReduce(Values in, Values out, Op op) {
    run(new Call.AllReduce(in, out, op));
  }

  /// Folds an array in place over all ranks, in float.
  default void allReduce(float[] inOut, Op op) {
    allReduce(Values.of(inOut), op);
  }

  /// Folds an array in place over all ranks, in double.
  default void allReduce(double[] inOut, Op op) {
    allReduce(Values.of(inOut), op);
  }

  /// Folds an array in place over all ranks; integers wrap, and their mean drops the fraction.
  default void allReduce(int[] inOut, Op op) {
    allReduce(Values.of(inOut), op);
  }

  /// Folds an array in place over all ranks; integers wrap, and their mean drops the fraction.
  default void allReduce(long[] inOut, Op op) {
    allReduce(Values.of(inOut), op);
  }

  /// The mean by weight, in place.
  default void weightedMean(Values inOut, double weight) {
    run(new Call.WeightedMean(inOut, inOut, weight));
  }

  /// The fold of all ranks' values, at the root; `out` is ignored elsewhere.
  default void reduce(Values in, Values out, Op op, int root) {
    run(new Call.Reduce(in, out, op, root));
  }

  /// Folds `in` of all ranks and leaves rank r the r-th of equal parts; the count must divide by
  /// the number of ranks.
  default void reduceScatter(Values in, Values out, Op op) {
    run(new Call.ReduceScatter(in, out, op, List.of()));
  }

  /// Folds `in` of all ranks and leaves each rank as many elements as `counts` says, in rank order.
  default void reduceScatter(Values in, Values out, Op op, List<Long> counts) {
    run(new Call.ReduceScatter(in, out, op, counts));
  }

  /// Gathers parts of equal size into `out` on every rank, in rank order.
  default void allGather(Values in, Values out) {
    run(new Call.AllGather(in, out, List.of()));
  }

  /// Gathers parts of unequal size; every rank knows all counts.
  default void allGather(Values in, Values out, List<Long> counts) {
    run(new Call.AllGather(in, out, counts));
  }

  /// Gives every rank the root's values, in place.
  default void broadcast(Values inOut, int root) {
    run(new Call.Broadcast(inOut, root));
  }

  /// Gives every rank the root's bytes, in place.
  default void broadcast(MemorySegment inOut, ElementType type, int root) {
    broadcast(Values.of(inOut, type), root);
  }

  /// Gathers parts of equal size at the root, in rank order; `out` is ignored elsewhere.
  default void gather(Values in, Values out, int root) {
    run(new Call.Gather(in, out, root));
  }

  /// Gives rank r the r-th of equal parts of the root's `in`, which is ignored elsewhere.
  default void scatter(Values in, Values out, int root) {
    run(new Call.Scatter(in, out, root));
  }

  /// Gives rank r the r-th of equal parts of every rank's `in`, in rank order.
  default void allToAll(Values in, Values out) {
    run(new Call.AllToAll(in, out));
  }

  /// Gives each rank as many elements of `in` as `counts` says, one part after the other in rank
  /// order, and takes `received` elements from each into `out`. Who does not know how many they are
  /// asks [#received] first.
  default void allToAll(Values in, Values out, List<Long> counts, List<Long> received) {
    run(new Call.AllToAll(in, out, counts, received));
  }

  /// How many elements each rank has for this one, when `counts` says how many this one has for
  /// each: what [#allToAll(Values, Values, List, List)] needs to know before it moves them.
  default List<Long> received(List<Long> counts) {
    if (counts.size() != size()) {
      throw new IllegalArgumentException(
          "counts has " + counts.size() + " entries, but there are " + size() + " ranks");
    }
    long[] in = counts.stream().mapToLong(Long::longValue).toArray();
    long[] out = new long[in.length];
    allToAll(Values.of(in), Values.of(out));
    return LongStream.of(out).boxed().toList();
  }

  /// Returns when every rank has called it.
  default void barrier() {
    run(new Call.Barrier());
  }

  /// Gives every rank the sum over all lanes in a fixed tree, whatever the number of ranks;
  /// `subtrees` holds the sums of `mine.subtrees()`, one after the other.
  default void reduceLanes(LaneRange mine, Values subtrees, Values out) {
    run(new Call.ReduceLanes(mine, subtrees, out));
  }

  /// Returns when the receiver has taken the values, or sooner.
  default void send(Values values, int to) {
    run(new Call.Send(values, to));
  }

  /// Waits for what rank `from` sends; type and count must be the sender's.
  default void receive(Values values, int from) {
    run(new Call.Receive(values, from));
  }
}
