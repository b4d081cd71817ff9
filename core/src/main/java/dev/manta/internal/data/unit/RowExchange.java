package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Schema;
import dev.manta.internal.data.ProgressLog;
import dev.manta.internal.data.WaitNotice;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.RowBytes;
import dev.manta.internal.data.rows.RowScatter;
import dev.manta.internal.data.rows.SpillStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Deals the rows of all units into parts: what shuffles, sorts and joins data that is larger than
/// memory.
///
/// Whoever first needs a part reads units, together with all others who need one. What does not fit
/// into memory goes to disk; parts that other ranks read are not kept.
public final class RowExchange implements AutoCloseable {
  private final List<Unit> units;
  private final Partitioning partitioning;
  private final String what;
  private final ProgressLog progress;
  private final AtomicInteger next = new AtomicInteger();
  private final CountDownLatch dealt;
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private final ConcurrentMap<Long, Dealt> pieces = new ConcurrentHashMap<>();
  private final AtomicReference<Schema> schema = new AtomicReference<>(Schema.of());
  private final SpillStore spill = new SpillStore();
  private volatile boolean[] kept;

  /// The rows of a unit that go to a part.
  ///
  /// @param bytes see [RowBytes]
  private record Dealt(SpillStore.Held held, int rows, long bytes) {}

  /// @param what it is for, in messages
  public RowExchange(String what, List<Unit> units, Partitioning partitioning) {
    this.what = what;
    this.progress = new ProgressLog(what, units.size(), System.nanoTime());
    this.units = units;
    this.partitioning = partitioning;
    this.dealt = new CountDownLatch(units.size());
    this.kept = new boolean[partitioning.parts()];
    Arrays.fill(kept, true);
  }

  /// What rows are dealt from.
  List<Unit> units() {
    return units;
  }

  /// Keeps these parts only, of what is dealt from now on.
  public void keep(BitSet parts) {
    boolean[] some = new boolean[partitioning.parts()];
    parts.stream().forEach(part -> some[part] = true);
    kept = some;
  }

  public List<Unit> partitions() {
    List<Unit> all = new ArrayList<>();
    for (int i = 0; i < partitioning.parts(); i++) {
      all.add(new Unit.Partition(this, i));
    }
    return all;
  }

  OptionalLong rows(int part) {
    return partitioning.rows(part);
  }

  long bytes() {
    return units.stream().mapToLong(Unit::bytes).sum() / partitioning.parts();
  }

  /// The rows of a part, which may have none.
  public Batch read(int part, UnitReading reading) {
    return with(part, reading, having -> having.read(part, having.dealt(part)));
  }

  /// What is made of an exchange that has all rows of a part. Those that are not kept nobody reads
  /// here, but for a rank without rows that needs some to continue with.
  Batch with(int part, UnitReading reading, Function<RowExchange, Batch> action) {
    if (kept[part]) {
      deal(reading);
      return action.apply(this);
    }
    try (var again = new RowExchange(what, units, partitioning)) {
      var only = new BitSet();
      only.set(part);
      again.keep(only);
      again.deal(reading);
      return action.apply(again);
    }
  }

  /// Rows of a part that are read together.
  ///
  /// @param bytes see [RowBytes]
  record Piece(long rows, long bytes, Supplier<Batch> rest) {
    Batch read() {
      return rest.get();
    }
  }

  /// The rows of a part, which are dealt out, in pieces of about so many bytes; at least one.
  List<Piece> pieces(int part, long most) {
    List<Piece> all = new ArrayList<>();
    List<Dealt> some = new ArrayList<>();
    long bytes = 0;
    for (Dealt each : dealt(part)) {
      if (!some.isEmpty() && bytes + each.bytes > most) {
        all.add(piece(part, some));
        some = new ArrayList<>();
        bytes = 0;
      }
      some.add(each);
      bytes += each.bytes;
    }
    if (all.isEmpty() || !some.isEmpty()) {
      all.add(piece(part, some));
    }
    return all;
  }

  private Piece piece(int part, List<Dealt> some) {
    long rows = some.stream().mapToLong(Dealt::rows).sum();
    return new Piece(rows, some.stream().mapToLong(Dealt::bytes).sum(), () -> read(part, some));
  }

  private List<Dealt> dealt(int part) {
    List<Dealt> mine = new ArrayList<>();
    for (int unit = 0; unit < units.size(); unit++) {
      Dealt found = pieces.get(key(unit, part));
      if (found != null) {
        mine.add(found);
      }
    }
    return mine;
  }

  private Batch read(int part, List<Dealt> some) {
    List<Batch> mine = new ArrayList<>();
    try {
      some.forEach(each -> mine.add(each.held.read()));
      return mine.isEmpty()
          ? new BatchBuilder(new BatchMemory(), schema.get()).build()
          : partitioning.merge(mine, part);
    } finally {
      mine.forEach(Batch::close);
    }
  }

  private long key(int unit, int part) {
    return (long) unit * partitioning.parts() + part;
  }

  /// Takes units until there are none left, then waits for those that others took.
  private void deal(UnitReading reading) {
    for (int unit = next.getAndIncrement(); unit < units.size(); unit = next.getAndIncrement()) {
      try {
        deal(unit, reading);
      } catch (RuntimeException e) {
        failure.compareAndSet(null, e);
      } catch (Error e) {
        failure.compareAndSet(null, new IllegalStateException("rows could not be dealt: " + e, e));
        throw e;
      } finally {
        dealt.countDown();
      }
    }
    awaitOthers();
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  private void awaitOthers() {
    var notice = new WaitNotice(() -> "units that others deal out", System.nanoTime());
    try {
      while (!dealt.await(1, TimeUnit.SECONDS)) {
        notice.look();
        if (failure.get() != null) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while rows were dealt", e);
    }
  }

  private void deal(int unit, UnitReading reading) {
    try (Batch all = units.get(unit).read(reading.aloud())) {
      if (schema.get().size() == 0) {
        schema.set(all.schema());
      }
      if (all.rows() > 0) {
        keep(unit, RowScatter.of(all, partitioning.deal(unit, all), kept));
      }
      progress.done(all.rows());
    }
  }

  private void keep(int unit, List<Batch> dealt) {
    List<Batch> some = dealt.stream().filter(piece -> piece.rows() > 0).toList();
    dealt.stream().filter(piece -> piece.rows() == 0).forEach(Batch::close);
    List<Integer> rows = some.stream().map(Batch::rows).toList();
    List<Long> bytes = some.stream().map(RowBytes::of).toList();
    List<Integer> parts = new ArrayList<>();
    for (int part = 0; part < dealt.size(); part++) {
      if (dealt.get(part).rows() > 0) {
        parts.add(part);
      }
    }
    List<SpillStore.Held> held = spill.hold(some);
    for (int i = 0; i < parts.size(); i++) {
      pieces.put(key(unit, parts.get(i)), new Dealt(held.get(i), rows.get(i), bytes.get(i)));
    }
  }

  @Override
  public void close() {
    next.set(units.size());
    failure.compareAndSet(null, new IllegalStateException("the pass over these rows has ended"));
    pieces.values().forEach(each -> each.held.close());
    pieces.clear();
    spill.close();
  }
}
