package dev.manta.internal.collective.group;

import dev.manta.collective.Call;
import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.CollectiveMismatch;
import dev.manta.collective.Collectives;
import dev.manta.collective.Counters;
import dev.manta.collective.Membership;
import dev.manta.collective.Pending;
import dev.manta.collective.Values;
import dev.manta.collective.Waiting;
import dev.manta.internal.collective.CallKind;
import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.CallMismatch;
import dev.manta.internal.collective.Engine;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The port's one implementation: order of calls, checks, handles and counters, over any engine.
public final class CollectiveGroup implements Collectives {
  private static final Supplier<String> HERE = CallSite::here;

  /// A call under way, and the rank it is with where that is one.
  private record Entered(CallKind kind, long since, OptionalInt with) {
    Entered(CallKind kind, long since) {
      this(kind, since, OptionalInt.empty());
    }
  }

  /// A group of some of these ranks.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(CollectiveGroup group, int[] ranks) {
    Optional<Waiting> waiting() {
      return group
          .waiting()
          .map(
              w ->
                  new Waiting(w.call(), w.since(), w.missing().stream().map(this::whole).toList()));
    }

    Stream<Integer> unheard() {
      return group.unheard().stream().map(this::whole);
    }

    private int whole(int member) {
      return ranks[member];
    }
  }

  private final Membership membership;
  private final RankNumbering numbering;
  private final GroupCounters groupCounters;
  private final Engine engine;
  private final CallExecutor executor;
  private final CallQueue calls = new CallQueue("manta-collective");
  private final CallQueue sends = new CallQueue("manta-send");
  private final CallQueue receives = new CallQueue("manta-receive");
  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private final LongAdder besideNanos = new LongAdder();
  private final LongAdder partsNanos = new LongAdder();
  private volatile @Nullable Entered entered;
  private final AtomicReference<@Nullable Entered> sending = new AtomicReference<>();
  private final AtomicReference<@Nullable Entered> receiving = new AtomicReference<>();
  private final Consumer<CollectiveGroup> onClose;
  private volatile @Nullable Cause ended;

  /// A group over the engine that is made for its meter.
  public CollectiveGroup(Membership membership, Function<CallMeter, Engine> engine) {
    this(membership, RankNumbering.of(membership.size()), engine, _ -> {});
  }

  private CollectiveGroup(
      Membership membership,
      RankNumbering numbering,
      Function<CallMeter, Engine> engine,
      Consumer<CollectiveGroup> onClose) {
    this.onClose = onClose;
    this.membership = membership;
    this.numbering = numbering;
    this.groupCounters = new GroupCounters(membership.size());
    this.engine = engine.apply(groupCounters);
    this.executor = new CallExecutor(this.engine, membership.rank(), membership.size());
  }

  @Override
  public Membership membership() {
    return membership;
  }

  @Override
  public void run(Call call) {
    line(call).settle();
    perform(call, HERE);
  }

  @Override
  public Pending start(Call call) {
    String site = CallSite.here();
    return line(call).start(() -> beside(call, () -> site));
  }

  private void beside(Call call, Supplier<String> site) {
    long begun = System.nanoTime();
    try {
      perform(call, site);
    } finally {
      besideNanos.add(System.nanoTime() - begun);
    }
  }

  /// How long calls have held up the threads that made them; what ran beside them does not count
  /// until it was waited for.
  public long heldUpNanos() {
    long waited = Stream.of(calls, sends, receives).mapToLong(CallQueue::waitedNanos).sum();
    long made = Math.max(0, groupCounters.totalNanos() - besideNanos.sum());
    return waited
        + made
        + partsNanos.sum()
        + parts.stream().mapToLong(part -> part.group().heldUpNanos()).sum();
  }

  private CallQueue line(Call call) {
    return switch (call) {
      case Call.Send _ -> sends;
      case Call.Receive _ -> receives;
      case Call.AllReduce _,
          Call.WeightedMean _,
          Call.Reduce _,
          Call.ReduceScatter _,
          Call.AllGather _,
          Call.Broadcast _,
          Call.Gather _,
          Call.Scatter _,
          Call.AllToAll _,
          Call.Barrier _,
          Call.ReduceLanes _ ->
          calls;
    };
  }

  private void perform(Call call, Supplier<String> site) {
    open();
    long start = System.nanoTime();
    switch (call) {
      case Call.Send c -> pass(c, CallKind.SEND, c.to(), c.values(), sending, site);
      case Call.Receive c -> pass(c, CallKind.RECEIVE, c.from(), c.values(), receiving, site);
      case Call.AllReduce c -> meet(call, CallKind.ALL_REDUCE, c.in().memory(), start, site);
      case Call.WeightedMean c -> meet(call, CallKind.WEIGHTED_MEAN, c.in().memory(), start, site);
      case Call.Reduce c -> meet(call, CallKind.REDUCE, c.in().memory(), start, site);
      case Call.ReduceScatter c ->
          meet(call, CallKind.REDUCE_SCATTER, c.in().memory(), start, site);
      case Call.AllGather c -> meet(call, CallKind.ALL_GATHER, c.in().memory(), start, site);
      case Call.Broadcast c -> meet(call, CallKind.BROADCAST, c.inOut().memory(), start, site);
      case Call.Gather c -> meet(call, CallKind.GATHER, c.in().memory(), start, site);
      case Call.Scatter c -> meet(call, CallKind.SCATTER, c.in().memory(), start, site);
      case Call.AllToAll c -> meet(call, CallKind.ALL_TO_ALL, c.in().memory(), start, site);
      case Call.Barrier _ -> meet(call, CallKind.BARRIER, MemorySegment.NULL, start, site);
      case Call.ReduceLanes c ->
          meet(call, CallKind.REDUCE_LANES, c.subtrees().memory(), start, site);
    }
  }

  private void meet(Call call, CallKind kind, MemorySegment in, long start, Supplier<String> site) {
    entered = new Entered(kind, start);
    groupCounters.begin(start);
    try {
      guarded(() -> executor.perform(call), site);
    } finally {
      entered = null;
      groupCounters.done(kind, in.byteSize(), System.nanoTime() - start);
    }
  }

  private void pass(
      Call call,
      CallKind kind,
      int with,
      Values values,
      AtomicReference<@Nullable Entered> now,
      Supplier<String> site) {
    long start = System.nanoTime();
    now.set(new Entered(kind, start, OptionalInt.of(with)));
    try {
      guarded(() -> executor.perform(call), site);
    } finally {
      now.set(null);
      groupCounters.passed(kind, values.memory().byteSize(), System.nanoTime() - start);
    }
  }

  /// Makes what an engine throws the user's exception.
  private void guarded(Runnable action, Supplier<String> site) {
    try {
      action.run();
    } catch (CallMismatch mismatch) {
      throw mismatch(mismatch, site.get());
    } catch (CollectiveAborted aborted) {
      throw seen(aborted, numbering);
    }
  }

  private RuntimeException seen(CollectiveAborted aborted, RankNumbering names) {
    Cause cause = names.seen(aborted.why());
    if (cause instanceof Cause.Mismatched(String reason)) {
      return new CollectiveMismatch(reason);
    }
    return cause.equals(aborted.why()) ? aborted : new CollectiveAborted(cause, place());
  }

  private String place() {
    return numbering.told("rank " + rank() + " of " + size());
  }

  private CollectiveMismatch mismatch(CallMismatch mismatch, String site) {
    String sentence =
        mismatch.isMessage() ? mismatch.sentence(site, "") : explained(mismatch, site);
    engine.abort(new Cause.Mismatched(sentence));
    return new CollectiveMismatch(numbering.told(sentence));
  }

  private String explained(CallMismatch mismatch, String site) {
    List<String> places = engine.explain(site);
    return mismatch.sentence(places.get(mismatch.first()), places.get(mismatch.second()));
  }

  private void open() {
    Cause cause = ended;
    if (cause != null) {
      throw new CollectiveAborted(cause, place());
    }
  }

  @Override
  public MemorySegment allocate(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("cannot allocate " + bytes + " bytes");
    }
    open();
    calls.settle();
    long start = System.nanoTime();
    entered = new Entered(CallKind.ALLOCATE, start);
    groupCounters.begin(start);
    try {
      MemorySegment[] made = new MemorySegment[1];
      guarded(() -> made[0] = executor.allocate(bytes), HERE);
      return made[0];
    } finally {
      entered = null;
      groupCounters.done(CallKind.ALLOCATE, bytes, System.nanoTime() - start);
    }
  }

  @Override
  public Collectives group(int... ranks) {
    check(ranks);
    open();
    List.of(calls, sends, receives).forEach(CallQueue::settle);
    int mine = Arrays.stream(ranks).boxed().toList().indexOf(rank());
    Membership some =
        new Membership(
            membership.run(),
            membership.attempt(),
            mine,
            Arrays.stream(ranks).mapToObj(membership.members()::get).toList(),
            membership.numerics());
    entered = new Entered(CallKind.GROUP, System.nanoTime());
    try {
      CollectiveGroup made = part(some, ranks);
      parts.add(new Part(made, ranks.clone()));
      return made;
    } catch (CallMismatch mismatch) {
      throw mismatch(mismatch, HERE.get());
    } catch (CollectiveAborted cause) {
      throw engine.aborted().isPresent()
          ? seen(new CollectiveAborted(engine.aborted().get(), place()), numbering)
          : seen(cause, numbering.part(ranks));
    } finally {
      entered = null;
    }
  }

  private CollectiveGroup part(Membership some, int[] ranks) {
    RankNumbering names = numbering.part(ranks);
    return new CollectiveGroup(some, names, meter -> executor.group(ranks, meter), this::closed);
  }

  private void closed(CollectiveGroup part) {
    partsNanos.add(part.heldUpNanos());
    parts.removeIf(each -> each.group() == part);
  }

  private void check(int[] ranks) {
    Arrays.stream(ranks).forEach(rank -> ArgumentChecks.rank("member", rank, size()));
    String list = Arrays.toString(ranks);
    if (Arrays.stream(ranks).distinct().count() != ranks.length) {
      throw new IllegalArgumentException("group " + list + " names a rank twice");
    }
    if (Arrays.stream(ranks).noneMatch(rank -> rank == rank())) {
      throw new IllegalArgumentException("rank " + rank() + " is not in the group " + list);
    }
  }

  @Override
  public void control(long word) {
    executor.control(word);
  }

  @Override
  public long agreed() {
    return groupCounters.agreed();
  }

  @Override
  public void abort(Cause cause) {
    parts.forEach(part -> part.group().abort(cause));
    engine.abort(numbering.kept(cause));
  }

  /// The ranks of other hosts that this one did not hear when the group, or a part of it, ended.
  public List<Integer> unheard() {
    return Stream.concat(engine.unheard().stream(), parts.stream().flatMap(Part::unheard))
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public Optional<Cause> aborted() {
    Cause cause = ended;
    return cause == null ? engine.aborted().map(numbering::seen) : Optional.of(cause);
  }

  @Override
  public Optional<Waiting> waiting() {
    Stream<Waiting> own =
        Stream.of(
                Optional.ofNullable(entered),
                Optional.ofNullable(sending.get()),
                Optional.ofNullable(receiving.get()))
            .flatMap(Optional::stream)
            .map(this::waiting);
    return Stream.concat(own, parts.stream().flatMap(part -> part.waiting().stream()))
        .max(Comparator.comparing(Waiting::since));
  }

  private Waiting waiting(Entered now) {
    List<Integer> missing =
        now.with().isPresent() ? List.of(now.with().getAsInt()) : engine.missing();
    return new Waiting(
        now.kind().label(), Duration.ofNanos(System.nanoTime() - now.since()), missing);
  }

  @Override
  public Counters counters() {
    return groupCounters.counters();
  }

  @Override
  public void close() {
    if (ended != null) {
      return;
    }
    parts.forEach(part -> part.group().close());
    try {
      List.of(calls, sends, receives).forEach(CallQueue::close);
    } finally {
      ended = aborted().orElse(new Cause.Requested("this rank closed it"));
      engine.close();
      onClose.accept(this);
    }
  }
}
