package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.TransferPlan;
import dev.manta.internal.collective.fold.Fold;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// A reduction over several hosts, in rounds: inside each host every carrier takes its slice of all
/// neighbours' values; chains of carriers, one per slice, fold them from host to host and bring the
/// result back; inside each host all take the finished slices.
final class TwoLevelReduce {
  /// What a round folds at most: bounds the staging memory.
  static final long ROUND_BYTES = 8 << 20;

  private static final int LINE = 64;

  private final TcpEngine links;
  private final Engine local;
  private final HostRanks hosts;
  private final int place;
  private final int unit;
  private final LongSupplier sequence;

  TwoLevelReduce(TcpEngine links, Engine local, HostRanks hosts, int unit, LongSupplier sequence) {
    this.links = links;
    this.local = local;
    this.hosts = hosts;
    this.place = links.rank() - hosts.here().first();
    this.unit = unit;
    this.sequence = sequence;
  }

  void run(CallHeader header, Fold fold, MemorySegment in, MemorySegment out) {
    for (long at = 0; at < in.byteSize(); at += ROUND_BYTES) {
      long bytes = Math.min(ROUND_BYTES, in.byteSize() - at);
      round(header, fold, in.asSlice(at, bytes), out.asSlice(at, bytes));
    }
  }

  private void round(CallHeader header, Fold fold, MemorySegment in, MemorySegment out) {
    long[] slices = slices(in.byteSize());
    MemorySegment mine = out.asSlice(before(slices, place), slices[place]);
    MemorySegment taken = take(header, slices, in);
    carry(header, fold, taken, mine);
    local.exchange(next(header), new TransferPlan.Gather(slices, -1), mine, out);
  }

  /// The bytes of the slice of each rank of this host: whole elements, even over the carriers.
  private long[] slices(long bytes) {
    long[] slices = new long[hosts.here().count()];
    int carriers = hosts.carriers();
    long lines = (bytes + LINE - 1) / LINE;
    for (int carrier = 0; carrier < carriers; carrier++) {
      long from = Math.min(bytes, lines * carrier / carriers * LINE);
      slices[carrier] = Math.min(bytes, lines * (carrier + 1) / carriers * LINE) - from;
    }
    return slices;
  }

  private static long before(long[] sizes, int end) {
    long sum = 0;
    for (int i = 0; i < end; i++) {
      sum += sizes[i];
    }
    return sum;
  }

  private MemorySegment take(CallHeader header, long[] slices, MemorySegment in) {
    int neighbours = slices.length;
    long[][] sizes = new long[neighbours][];
    Arrays.fill(sizes, slices);
    long bytes = neighbours * slices[place];
    MemorySegment taken = links.scratch(bytes).asSlice(0, bytes);
    local.exchange(next(header), new TransferPlan.Parts(sizes), in, taken);
    return taken;
  }

  private void carry(CallHeader header, Fold fold, MemorySegment taken, MemorySegment mine) {
    if (place >= hosts.carriers()) {
      return;
    }
    int first = hosts.here().first();
    long stride = mine.byteSize() / unit;
    ChainShare share = new ChainShare(first, hosts.here().count(), taken, stride, unit);
    links.chain(header, hosts.course(place), share, mine, fold);
  }

  /// The neighbours agree already; they only need to keep in step.
  private CallHeader next(CallHeader header) {
    return new CallHeader(sequence.getAsLong(), header.signature(), header.count(), 0, 0, 0);
  }
}
