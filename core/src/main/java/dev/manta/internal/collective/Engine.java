package dev.manta.internal.collective;

import dev.manta.collective.Cause;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// What a transport does for a group. Arguments are checked before; segments may be on or off the
/// heap, in and out may be the same memory only where each rank touches its own part.
///
/// One thread calls the collective methods, at most one more sends and one more receives at the
/// same time, and anybody may abort. Every collective method first exchanges headers between all
/// ranks ([CallHeader#agree] before data is touched, [CallHeader#control] into [CallMeter#agreed]).
/// Every wait ends by itself: done, aborted ([dev.manta.collective.CollectiveAborted]), or past the
/// limit.
public interface Engine extends AutoCloseable {
  /// Returns when every rank has come.
  void barrier(CallHeader header);

  /// Folds the ranks' values in rank order and gives the result to whom the reduction says.
  void reduce(CallHeader header, Reduction reduction, MemorySegment in, MemorySegment out);

  /// Moves pieces of each rank's `in` into other ranks' `out`.
  void exchange(CallHeader header, TransferPlan transfer, MemorySegment in, MemorySegment out);

  /// Gives memory to one rank; the pair's two headers must agree (kind SEND on both sides).
  void send(CallHeader header, int to, MemorySegment values);

  /// Takes memory from one rank.
  void receive(CallHeader header, int from, MemorySegment values);

  /// Memory that this engine reduces best; the header's payload holds the bytes.
  MemorySegment allocate(CallHeader header, long bytes);

  /// An engine for some of the ranks, called by them only; the header's detail names them.
  Engine group(CallHeader header, int[] ranks, CallMeter meter);

  /// After a [CallMismatch]: tells the others this rank's place and returns everybody's, empty
  /// where a rank did not answer within two seconds.
  List<String> explain(String place);

  /// Ends the group for every rank; the first cause stands.
  void abort(Cause cause);

  /// Why the group ended early, if it did.
  Optional<Cause> aborted();

  /// The ranks that this one waits for right now; any thread may ask.
  List<Integer> missing();

  /// The ranks of other hosts that this one did not hear when the group ended early.
  default List<Integer> unheard() {
    return List.of();
  }

  /// Leaves; ranks that still wait for this one get [Cause.PeerLeft].
  @Override
  void close();
}
