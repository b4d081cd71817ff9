package dev.manta.internal.collective;

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
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The port's one implementation: order of calls, checks, handles and counters, over any engine.
public final class Group implements Collectives {
  private static final Supplier<String> HERE = Site::here;

  /// A call under way, and the rank it is with where that is one.
  private record Entered(Kind kind, long since, OptionalInt with) {
    Entered(Kind kind, long since) {
      this(kind, since, OptionalInt.empty());
    }
  }

  /// A group of some of these ranks.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(Group group, int[] ranks) {
    Optional<Waiting> waiting() {
      return group
          .waiting()
          .map(
              w ->
                  new Waiting(w.call(), w.since(), w.missing().stream().map(this::whole).toList()));
    }

    private int whole(int member) {
      return ranks[member];
    }
  }

  private final Membership membership;
  private final Numbering numbering;
  private final Tally tally;
  private final Engine engine;
  private final Performer performer;
  private final Line calls = new Line("manta-collective");
  private final Line sends = new Line("manta-send");
  private final Line receives = new Line("manta-receive");
  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private volatile @Nullable Entered entered;
  private final AtomicReference<@Nullable Entered> sending = new AtomicReference<>();
  private final AtomicReference<@Nullable Entered> receiving = new AtomicReference<>();
  private final Consumer<Group> onClose;
  private volatile @Nullable Cause ended;

  /// A group over the engine that is made for its meter.
  public Group(Membership membership, Function<Meter, Engine> engine) {
    this(membership, Numbering.of(membership.size()), engine, _ -> {});
  }

  private Group(
      Membership membership,
      Numbering numbering,
      Function<Meter, Engine> engine,
      Consumer<Group> onClose) {
    this.onClose = onClose;
    this.membership = membership;
    this.numbering = numbering;
    this.tally = new Tally(membership.size());
    this.engine = engine.apply(tally);
    this.performer = new Performer(this.engine, membership.rank(), membership.size());
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
    String site = Site.here();
    return line(call).start(() -> perform(call, () -> site));
  }

  private Line line(Call call) {
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
      case Call.Send c -> pass(c, Kind.SEND, c.to(), c.values(), sending, site);
      case Call.Receive c -> pass(c, Kind.RECEIVE, c.from(), c.values(), receiving, site);
      case Call.AllReduce c -> meet(call, Kind.ALL_REDUCE, c.in().memory(), start, site);
      case Call.WeightedMean c -> meet(call, Kind.WEIGHTED_MEAN, c.in().memory(), start, site);
      case Call.Reduce c -> meet(call, Kind.REDUCE, c.in().memory(), start, site);
      case Call.ReduceScatter c -> meet(call, Kind.REDUCE_SCATTER, c.in().memory(), start, site);
      case Call.AllGather c -> meet(call, Kind.ALL_GATHER, c.in().memory(), start, site);
      case Call.Broadcast c -> meet(call, Kind.BROADCAST, c.inOut().memory(), start, site);
      case Call.Gather c -> meet(call, Kind.GATHER, c.in().memory(), start, site);
      case Call.Scatter c -> meet(call, Kind.SCATTER, c.in().memory(), start, site);
      case Call.AllToAll c -> meet(call, Kind.ALL_TO_ALL, c.in().memory(), start, site);
      case Call.Barrier _ -> meet(call, Kind.BARRIER, MemorySegment.NULL, start, site);
      case Call.ReduceLanes c -> meet(call, Kind.REDUCE_LANES, c.subtrees().memory(), start, site);
    }
  }

  private void meet(Call call, Kind kind, MemorySegment in, long start, Supplier<String> site) {
    entered = new Entered(kind, start);
    tally.begin(start);
    try {
      guarded(() -> performer.perform(call), site);
    } finally {
      entered = null;
      tally.done(kind, in.byteSize(), System.nanoTime() - start);
    }
  }

  private void pass(
      Call call,
      Kind kind,
      int with,
      Values values,
      AtomicReference<@Nullable Entered> now,
      Supplier<String> site) {
    long start = System.nanoTime();
    now.set(new Entered(kind, start, OptionalInt.of(with)));
    try {
      guarded(() -> performer.perform(call), site);
    } finally {
      now.set(null);
      tally.passed(kind, values.memory().byteSize(), System.nanoTime() - start);
    }
  }

  /// Makes what an engine throws the user's exception.
  private void guarded(Runnable action, Supplier<String> site) {
    try {
      action.run();
    } catch (Disagreement disagreement) {
      throw mismatch(disagreement, site.get());
    } catch (CollectiveAborted aborted) {
      throw seen(aborted, numbering);
    }
  }

  private RuntimeException seen(CollectiveAborted aborted, Numbering names) {
    Cause cause = names.seen(aborted.why());
    if (cause instanceof Cause.Mismatched(String reason)) {
      return new CollectiveMismatch(reason);
    }
    return cause.equals(aborted.why()) ? aborted : new CollectiveAborted(cause, place());
  }

  private String place() {
    return numbering.told("rank " + rank() + " of " + size());
  }

  private CollectiveMismatch mismatch(Disagreement disagreement, String site) {
    String sentence =
        disagreement.isMessage() ? disagreement.sentence(site, "") : explained(disagreement, site);
    engine.abort(new Cause.Mismatched(sentence));
    return new CollectiveMismatch(numbering.told(sentence));
  }

  private String explained(Disagreement disagreement, String site) {
    List<String> places = engine.explain(site);
    return disagreement.sentence(
        places.get(disagreement.first()), places.get(disagreement.second()));
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
    entered = new Entered(Kind.ALLOCATE, start);
    tally.begin(start);
    try {
      MemorySegment[] made = new MemorySegment[1];
      guarded(() -> made[0] = performer.allocate(bytes), HERE);
      return made[0];
    } finally {
      entered = null;
      tally.done(Kind.ALLOCATE, bytes, System.nanoTime() - start);
    }
  }

  @Override
  public Collectives group(int... ranks) {
    check(ranks);
    open();
    List.of(calls, sends, receives).forEach(Line::settle);
    int mine = Arrays.stream(ranks).boxed().toList().indexOf(rank());
    Membership some =
        new Membership(
            membership.run(),
            membership.attempt(),
            mine,
            Arrays.stream(ranks).mapToObj(membership.members()::get).toList(),
            membership.numerics());
    entered = new Entered(Kind.GROUP, System.nanoTime());
    try {
      Group made = part(some, ranks);
      parts.add(new Part(made, ranks.clone()));
      return made;
    } catch (Disagreement disagreement) {
      throw mismatch(disagreement, HERE.get());
    } catch (CollectiveAborted cause) {
      throw engine.aborted().isPresent()
          ? seen(new CollectiveAborted(engine.aborted().get(), place()), numbering)
          : seen(cause, numbering.part(ranks));
    } finally {
      entered = null;
    }
  }

  private Group part(Membership some, int[] ranks) {
    Numbering names = numbering.part(ranks);
    return new Group(
        some,
        names,
        meter -> performer.group(ranks, meter),
        closed -> parts.removeIf(part -> part.group() == closed));
  }

  private void check(int[] ranks) {
    Arrays.stream(ranks).forEach(rank -> Checks.rank("member", rank, size()));
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
    performer.control(word);
  }

  @Override
  public long agreed() {
    return tally.agreed();
  }

  @Override
  public void abort(Cause cause) {
    parts.forEach(part -> part.group().abort(cause));
    engine.abort(numbering.kept(cause));
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
    return tally.counters();
  }

  @Override
  public void close() {
    if (ended != null) {
      return;
    }
    parts.forEach(part -> part.group().close());
    try {
      List.of(calls, sends, receives).forEach(Line::close);
    } finally {
      ended = aborted().orElse(new Cause.Requested("this rank closed it"));
      engine.close();
      onClose.accept(this);
    }
  }
}
