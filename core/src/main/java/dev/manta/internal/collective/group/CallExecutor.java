package dev.manta.internal.collective.group;

import dev.manta.collective.Call;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallKind;
import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.NameHash;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.TransferPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// Turns calls into what an engine does: checks the arguments, numbers the calls, and says who
/// takes what from whom.
final class CallExecutor {
  private static final Reduction.Target EVERYONE = new Reduction.Everyone();

  private final Engine engine;
  private final int rank;
  private final int size;
  private final LaneReduction laneReduction;
  private final UnequalParts unequal;
  private volatile long control;
  private long sequence;

  CallExecutor(Engine engine, int rank, int size) {
    this.engine = engine;
    this.rank = rank;
    this.size = size;
    this.laneReduction = new LaneReduction(engine, rank, size);
    this.unequal = new UnequalParts(engine, rank, size);
  }

  void control(long word) {
    control = word;
  }

  void perform(Call call) {
    switch (call) {
      case Call.AllReduce c -> allReduce(c);
      case Call.WeightedMean c -> weightedMean(c);
      case Call.Reduce c -> reduce(c);
      case Call.ReduceScatter c -> reduceScatter(c);
      case Call.AllGather c -> allGather(c);
      case Call.Broadcast c -> broadcast(c);
      case Call.Gather c -> gather(c);
      case Call.Scatter c -> scatter(c);
      case Call.AllToAll c -> allToAll(c);
      case Call.Barrier _ ->
          engine.barrier(header(CallHeader.signature(CallKind.BARRIER), 0, 0, 0));
      case Call.ReduceLanes c -> laneReduction.reduce(c, this::lanesHeader);
      case Call.Send c -> send(c);
      case Call.Receive c -> receive(c);
    }
  }

  MemorySegment allocate(long bytes) {
    return engine.allocate(header(CallHeader.signature(CallKind.ALLOCATE), 0, 0, bytes), bytes);
  }

  Engine group(int[] ranks, CallMeter meter) {
    long names = NameHash.hash(Arrays.stream(ranks).asLongStream());
    CallHeader header =
        new CallHeader(0, CallHeader.signature(CallKind.GROUP), ranks.length, names, 0, 0);
    return engine.group(header, ranks, meter);
  }

  private CallHeader header(long signature, long count, long detail, long payload) {
    return new CallHeader(++sequence, signature, count, detail, payload, control);
  }

  private CallHeader header(long signature, long count) {
    return header(signature, count, 0, 0);
  }

  private CallHeader lanesHeader(Call.ReduceLanes call) {
    long signature = CallHeader.signature(CallKind.REDUCE_LANES, call.out().type(), 0);
    return header(signature, call.out().count(), call.mine().total(), 0);
  }

  private CallHeader unequalHeader(Call.AllToAll call) {
    long signature = CallHeader.signature(CallKind.ALL_TO_ALL, call.in().type(), 0);
    return header(signature, 0, CallHeader.UNEQUAL, call.in().count());
  }

  private void allReduce(Call.AllReduce call) {
    Values in = call.in();
    sameShape(in, call.out());
    CallHeader header = header(signature(CallKind.ALL_REDUCE, in.type(), call.op()), in.count());
    reduce(header, new Reduction(in.type(), call.op(), false, EVERYONE), in, call.out());
  }

  private void weightedMean(Call.WeightedMean call) {
    Values in = call.in();
    sameShape(in, call.out());
    floating(in.type());
    long signature = CallHeader.signature(CallKind.WEIGHTED_MEAN, in.type(), 0);
    long weight = Double.doubleToRawLongBits(call.weight());
    CallHeader header = header(signature, in.count(), 0, weight);
    reduce(header, new Reduction(in.type(), Op.MEAN, true, EVERYONE), in, call.out());
  }

  private static void floating(ElementType type) {
    switch (type) {
      case F32, F64, F16, BF16 -> {}
      case I32, I64, I8 ->
          throw new IllegalArgumentException("a weighted mean needs floating values, not " + type);
    }
  }

  private void reduce(Call.Reduce call) {
    Values in = call.in();
    ArgumentChecks.rank("root", call.root(), size);
    if (rank == call.root()) {
      sameShape(in, call.out());
    }
    long signature = CallHeader.signature(CallKind.REDUCE, in.type(), call.op(), call.root());
    Reduction.Target root = new Reduction.Root(call.root());
    reduce(
        header(signature, in.count()),
        new Reduction(in.type(), call.op(), false, root),
        in,
        call.out());
  }

  private void reduceScatter(Call.ReduceScatter call) {
    Values in = call.in();
    ArgumentChecks.sameType(in, call.out());
    List<Long> counts = counts(call.counts(), in.count(), call.out().count(), "the output");
    ArgumentChecks.apartOrPart(in.memory(), call.out().memory(), start(counts) * in.type().bytes());
    long signature = signature(CallKind.REDUCE_SCATTER, in.type(), call.op());
    CallHeader header = header(signature, in.count(), detail(call.counts()), 0);
    Reduction.Target slices = new Reduction.Slices(counts);
    reduce(header, new Reduction(in.type(), call.op(), false, slices), in, call.out());
  }

  private void allGather(Call.AllGather call) {
    Values in = call.in();
    Values out = call.out();
    ArgumentChecks.sameType(in, out);
    List<Long> counts = counts(call.counts(), out.count(), in.count(), "the input");
    ArgumentChecks.apartOrPart(out.memory(), in.memory(), start(counts) * in.type().bytes());
    long signature = CallHeader.signature(CallKind.ALL_GATHER, in.type(), 0);
    CallHeader header = header(signature, out.count(), detail(call.counts()), 0);
    exchange(header, new TransferPlan.Gather(sizes(counts, in.type()), -1), in, out);
  }

  private void broadcast(Call.Broadcast call) {
    Values values = call.inOut();
    ArgumentChecks.rank("root", call.root(), size);
    if (rank != call.root()) {
      ArgumentChecks.writable(values);
    }
    long signature = CallHeader.signature(CallKind.BROADCAST, values.type(), call.root());
    TransferPlan plan = new TransferPlan.Broadcast(values.memory().byteSize(), call.root());
    exchange(header(signature, values.count()), plan, values, values);
  }

  private void gather(Call.Gather call) {
    Values in = call.in();
    ArgumentChecks.rank("root", call.root(), size);
    if (rank == call.root()) {
      ArgumentChecks.sameType(in, call.out());
      ArgumentChecks.count("the output", call.out().count(), in.count() * size);
      ArgumentChecks.apartOrPart(call.out().memory(), in.memory(), in.memory().byteSize() * rank);
    }
    long signature = CallHeader.signature(CallKind.GATHER, in.type(), call.root());
    long[] sizes = equal(in.memory().byteSize());
    exchange(
        header(signature, in.count()), new TransferPlan.Gather(sizes, call.root()), in, call.out());
  }

  private void scatter(Call.Scatter call) {
    Values out = call.out();
    ArgumentChecks.rank("root", call.root(), size);
    ArgumentChecks.writable(out);
    if (rank == call.root()) {
      ArgumentChecks.sameType(call.in(), out);
      ArgumentChecks.count("the input", call.in().count(), out.count() * size);
      ArgumentChecks.apartOrPart(call.in().memory(), out.memory(), out.memory().byteSize() * rank);
    }
    long signature = CallHeader.signature(CallKind.SCATTER, out.type(), call.root());
    long[] sizes = equal(out.memory().byteSize());
    exchange(
        header(signature, out.count()),
        new TransferPlan.Scatter(sizes, call.root()),
        call.in(),
        out);
  }

  private void allToAll(Call.AllToAll call) {
    Values in = call.in();
    ArgumentChecks.sameType(in, call.out());
    ArgumentChecks.apart(in.memory(), call.out().memory());
    if (!call.counts().isEmpty() || !call.received().isEmpty()) {
      unequal.allToAll(call, this::unequalHeader);
      return;
    }
    ArgumentChecks.count("the output", call.out().count(), in.count());
    divisible(in.count());
    long[] parts = equal(in.memory().byteSize() / size);
    long[][] sizes = new long[size][];
    Arrays.fill(sizes, parts);
    CallHeader header = header(CallHeader.signature(CallKind.ALL_TO_ALL, in.type(), 0), in.count());
    exchange(header, new TransferPlan.Parts(sizes), in, call.out());
  }

  private void send(Call.Send call) {
    ArgumentChecks.rank("receiver", call.to(), size);
    other(call.to());
    engine.send(message(call.values()), call.to(), call.values().memory());
  }

  private void receive(Call.Receive call) {
    ArgumentChecks.rank("sender", call.from(), size);
    other(call.from());
    ArgumentChecks.writable(call.values());
    engine.receive(message(call.values()), call.from(), call.values().memory());
  }

  private static CallHeader message(Values values) {
    return new CallHeader(
        0, CallHeader.signature(CallKind.SEND, values.type(), 0), values.count(), 0, 0, 0);
  }

  private void other(int peer) {
    if (peer == rank) {
      throw new IllegalArgumentException("rank " + rank + " cannot exchange messages with itself");
    }
  }

  private void reduce(CallHeader header, Reduction reduction, Values in, Values out) {
    engine.reduce(header, reduction, in.memory(), out.memory());
  }

  private void exchange(CallHeader header, TransferPlan plan, Values in, Values out) {
    engine.exchange(header, plan, in.memory(), out.memory());
  }

  private static long signature(CallKind kind, ElementType type, Op op) {
    return CallHeader.signature(kind, type, op, 0);
  }

  private static void sameShape(Values in, Values out) {
    ArgumentChecks.sameType(in, out);
    ArgumentChecks.count("the output", out.count(), in.count());
    ArgumentChecks.sameOrApart(in.memory(), out.memory());
  }

  /// The counts of all ranks: those given, or equal ones; checked against the whole and my part.
  private List<Long> counts(List<Long> given, long whole, long mine, String part) {
    if (given.isEmpty()) {
      divisible(whole);
      ArgumentChecks.count(part, mine, whole / size);
      Long[] equal = new Long[size];
      Arrays.fill(equal, whole / size);
      return List.of(equal);
    }
    ArgumentChecks.counts(given, size);
    ArgumentChecks.count(part, mine, given.get(rank));
    ArgumentChecks.count("the whole", whole, given.stream().mapToLong(Long::longValue).sum());
    return given;
  }

  private void divisible(long count) {
    if (count % size != 0) {
      throw new IllegalArgumentException(
          count + " elements do not make equal parts for " + size + " ranks");
    }
  }

  private long start(List<Long> counts) {
    return counts.stream().limit(rank).mapToLong(Long::longValue).sum();
  }

  private static long[] sizes(List<Long> counts, ElementType type) {
    return counts.stream().mapToLong(count -> count * type.bytes()).toArray();
  }

  private long[] equal(long bytes) {
    long[] sizes = new long[size];
    Arrays.fill(sizes, bytes);
    return sizes;
  }

  private static long detail(List<Long> counts) {
    return counts.isEmpty() ? 0 : NameHash.hash(counts.stream().mapToLong(Long::longValue));
  }
}
