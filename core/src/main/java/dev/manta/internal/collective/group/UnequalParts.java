package dev.manta.internal.collective.group;

import dev.manta.collective.Call;
import dev.manta.collective.ElementType;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallMismatch;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.TransferPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// An allToAll whose parts differ: all ranks tell each other what they give and expect, see that it
/// fits, and then exchange the parts.
final class UnequalParts {
  private final Engine engine;
  private final int rank;
  private final int size;

  UnequalParts(Engine engine, int rank, int size) {
    this.engine = engine;
    this.rank = rank;
    this.size = size;
  }

  void allToAll(Call.AllToAll call, Function<Call.AllToAll, CallHeader> headers) {
    check(call);
    CallHeader told = headers.apply(call);
    Table table = new Table(tell(call, told), size, call.in().type());
    table.check(told.sequence());
    TransferPlan parts = new TransferPlan.Parts(table.bytes());
    engine.exchange(headers.apply(call), parts, call.in().memory(), call.out().memory());
  }

  private void check(Call.AllToAll call) {
    check("counts", call.counts(), "the input", call.in().count());
    check("received", call.received(), "the output", call.out().count());
    long given = call.counts().get(rank);
    long taken = call.received().get(rank);
    if (given != taken) {
      throw new IllegalArgumentException(
          "rank %s gives itself %s elements, but takes %s from itself"
              .formatted(rank, given, taken));
    }
  }

  private void check(String name, List<Long> list, String whole, long elements) {
    if (list.size() != size) {
      throw new IllegalArgumentException(
          "%s has %s entries, but there are %s ranks".formatted(name, list.size(), size));
    }
    long sum = 0;
    for (long count : list) {
      if (count < 0 || count > elements - sum) {
        throw new IllegalArgumentException(
            "%s %s does not divide %s of %s elements".formatted(name, list, whole, elements));
      }
      sum += count;
    }
    ArgumentChecks.count(whole, elements, sum);
  }

  /// What each rank gives to all, then what it takes from all, in rank order.
  private long[] tell(Call.AllToAll call, CallHeader header) {
    long[] mine = new long[2 * size];
    for (int peer = 0; peer < size; peer++) {
      mine[peer] = call.counts().get(peer);
      mine[size + peer] = call.received().get(peer);
    }
    long[] all = new long[2 * size * size];
    long[] sizes = new long[size];
    Arrays.fill(sizes, 16L * size);
    TransferPlan everything = new TransferPlan.Gather(sizes, -1);
    engine.exchange(header, everything, MemorySegment.ofArray(mine), MemorySegment.ofArray(all));
    return all;
  }

  /// What all ranks said.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Table(long[] said, int size, ElementType type) {
    long given(int from, int to) {
      return said[2 * size * from + to];
    }

    long taken(int from, int to) {
      return said[2 * size * to + size + from];
    }

    /// Throws the same on every rank when somebody takes other parts than he is given.
    void check(long sequence) {
      for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
          if (given(from, to) != taken(from, to)) {
            throw disagreement(from, to, sequence);
          }
        }
      }
    }

    private CallMismatch disagreement(int from, int to, long sequence) {
      return new CallMismatch(
          from,
          call(given(from, to), "for rank " + to, sequence),
          to,
          call(taken(from, to), "from rank " + from, sequence),
          "a rank must take as many elements from another as that one has for it");
    }

    private String call(long elements, String peer, long sequence) {
      return "allToAll(%s x %s %s) as call %s".formatted(elements, type, peer, sequence);
    }

    long[][] bytes() {
      long[][] bytes = new long[size][size];
      for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
          bytes[from][to] = given(from, to) * type.bytes();
        }
      }
      return bytes;
    }
  }
}
