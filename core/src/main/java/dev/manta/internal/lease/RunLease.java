package dev.manta.internal.lease;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.lease.LeaseRule.Look;
import dev.manta.internal.lease.LeaseRule.Seen;
import dev.manta.internal.lease.LeaseRule.Verdict;
import dev.manta.internal.lease.LeaseRule.Watch;
import dev.manta.internal.machine.PassingTime;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The right to drive a run on remote storage: numbered objects, of which the newest counts. The
/// driver that made it holds the lease, and it alone replaces the object to renew it.
///
/// It keeps two drivers from training the same run by mistake, and no more than that: what a driver
/// that lost it still does is fenced by the terms of the control log.
public final class RunLease implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.lease");
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(2);
  private static final int DIGITS = 12;
  private static final String SUFFIX = ".json";

  private final Storage storage;
  private final Location leases;
  private final CountDownLatch given = new CountDownLatch(1);
  private final Thread renews;
  private volatile long number;
  private volatile LeaseNote note;
  private volatile boolean lost;

  /// When the last renewal that worked was begun, by this driver's clock.
  private volatile long renewed;

  private final LongSupplier clock;

  private RunLease(Desk desk, long number) {
    this.storage = desk.storage();
    this.leases = desk.leases();
    this.number = number;
    this.note = desk.own();
    this.clock = desk.time().nanos();
    this.renewed = desk.claimed().get();
    this.renews = Thread.ofVirtual().name("manta-lease").unstarted(this::renewUntilGiven);
  }

  /// Tries storage again until it works, or for as long as somebody has the patience.
  public interface Tries {
    <T> T storage(Supplier<T> work);
  }

  /// Takes the lease of a run, or says who has it. Where nothing is heard of whoever had it, that
  /// takes as long as its silence must be.
  ///
  /// @param run where the run lies
  /// @param isNew whether nobody has had it before, as far as is known
  /// @param host what this machine is called
  public static RunLease take(
      Storage storage, Location run, boolean isNew, String host, Tries tries, PassingTime time) {
    return take(storage, run, isNew, LeaseNote.own(host, Instant.now()), tries, time);
  }

  /// @param own what this driver writes
  static RunLease take(
      Storage storage, Location run, boolean isNew, LeaseNote own, Tries tries, PassingTime time) {
    Location leases = run.resolve("lease");
    var desk = new Desk(storage, leases, own, tries, time, new AtomicLong());
    long number = isNew && desk.claims(1) ? 1 : desk.take(run.name());
    var lease = new RunLease(desk, number);
    lease.renews.start();
    return lease;
  }

  /// False only if whoever drove a run is known to have ended; older versions left no lease.
  public static boolean mayBeHeld(Storage storage, Location run) {
    return newest(storage, run.resolve("lease")).filter(Seen::free).isEmpty();
  }

  private static Location at(Location leases, long number) {
    return leases.resolve(String.format(Locale.ROOT, "%0" + DIGITS + "d%s", number, SUFFIX));
  }

  private static Optional<Seen> newest(Storage storage, Location leases) {
    long last =
        storage.children(leases).stream()
            .filter(name -> name.matches("\\d{" + DIGITS + "}\\" + SUFFIX))
            .mapToLong(name -> Long.parseLong(name, 0, DIGITS, 10))
            .max()
            .orElse(0);
    return last == 0
        ? Optional.empty()
        : storage.find(at(leases, last)).map(bytes -> seen(last, bytes));
  }

  private static Seen seen(long number, byte[] bytes) {
    boolean free =
        LeaseNote.read(bytes).filter(by -> by.released() || by.isProvablyDead()).isPresent();
    return new Seen(number, new String(bytes, StandardCharsets.UTF_8), free);
  }

  /// Makes a lease; doing it again after a lost answer is fine, as no two are alike.
  private static boolean made(Storage storage, Location at, LeaseNote note) {
    return storage.putIfAbsent(at, note.bytes()) || Arrays.equals(storage.read(at), note.bytes());
  }

  /// Where a driver asks for a lease.
  ///
  /// @param claimed when the last claim was begun
  private record Desk(
      Storage storage,
      Location leases,
      LeaseNote own,
      Tries tries,
      PassingTime time,
      AtomicLong claimed) {
    long take(String run) {
      Optional<Watch> watch = Optional.empty();
      while (true) {
        Duration began = now();
        var count = new AtomicInteger();
        Optional<Seen> seen = tries.storage(() -> newest(count));
        var look = new Look(began, now(), count.get());
        switch (LeaseRule.decide(watch, seen, look)) {
          case Verdict.Take(long number) when claims(number) -> {
            return number;
          }
          case Verdict.Take(long number) -> throw held(run, at(leases, number));
          case Verdict.Held _ -> throw held(run, at(leases, seen.orElseThrow().number()));
          case Verdict.Wait(Watch next) -> {
            if (watch.isEmpty()) {
              sayThatItWaits(run, next.seen());
            }
            watch = Optional.of(next);
            waitToLook();
          }
        }
      }
    }

    private Duration now() {
      return Duration.ofNanos(time.nanos().getAsLong());
    }

    private Optional<Seen> newest(AtomicInteger count) {
      count.incrementAndGet();
      return RunLease.newest(storage, leases);
    }

    boolean claims(long number) {
      return tries.storage(
          () -> {
            claimed.set(time.nanos().getAsLong());
            return made(storage, at(leases, number), own);
          });
    }

    private void waitToLook() {
      time.sleep().accept(LeaseRule.LOOK_EVERY);
      if (Thread.currentThread().isInterrupted()) {
        throw new MantaException(ErrorCode.USER, "interrupted while waiting for a run's lease");
      }
    }

    private static void sayThatItWaits(String run, Seen seen) {
      String who = text(seen.text().getBytes(StandardCharsets.UTF_8));
      LOG.log(
          Level.WARNING,
          "run %s may still be driven by %s; it is taken over if that does not renew its lease within %s s"
              .formatted(run, who, LeaseRule.SILENCE.toSeconds()));
    }

    private MantaException held(String run, Location by) {
      return new MantaException(
          ErrorCode.USER,
          "run %s is in use by %s; wait for it, stop it, or choose another name"
              .formatted(run, text(tries.storage(() -> storage.read(by)))));
    }

    private static String text(byte[] lease) {
      return LeaseNote.read(lease).map(LeaseNote::text).orElse("another version of Manta");
    }
  }

  private void renewUntilGiven() {
    Duration wait = LeaseRule.RENEW_EVERY;
    Duration limit = LeaseRule.RENEW_WITHIN;
    try {
      while (!given.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
        boolean worked = renewsWithin(limit);
        wait = worked ? LeaseRule.RENEW_EVERY : LeaseRule.RENEW_AGAIN;
        limit = LeaseRule.renewWithin(limit, worked);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether that worked in time. A request that has no answer by then is given up.
  boolean renewsWithin(Duration limit) throws InterruptedException {
    var worked = new AtomicBoolean();
    Thread renewal =
        Thread.ofVirtual().name("manta-lease-try").start(() -> worked.set(renewIfItCan()));
    try {
      if (!renewal.join(limit)) {
        renewal.interrupt();
        renewal.join();
      }
    } catch (InterruptedException e) {
      renewal.interrupt();
      throw e;
    }
    return worked.get();
  }

  /// Training continues though storage is away; another driver that takes the run then is fenced,
  /// or fences. Whatever fails once, the next renewal comes: without any the run is given up.
  boolean renewIfItCan() {
    try {
      renew();
      return true;
    } catch (MantaException away) {
      LOG.log(Level.DEBUG, "a lease was not renewed", away);
    } catch (RuntimeException unexpected) {
      LOG.log(Level.WARNING, "a lease was not renewed; that is tried again", unexpected);
    }
    return false;
  }

  /// Says that this driver is there. Where another one has taken the run and given it back at once,
  /// it is taken again; where the run was removed, nothing is left in its place.
  void renew() {
    long began = clock.getAsLong();
    long own = number;
    Optional<LeaseNote> next =
        storage.find(at(leases, own + 1)).map(bytes -> LeaseNote.read(bytes).orElse(note));
    LeaseNote again = note.renewed();
    if (next.isEmpty() && storage.exists(at(leases, own))) {
      storage.put(at(leases, own), ByteSource.of(again.bytes()));
      holds(own, again, began);
    } else if (next.filter(LeaseNote::released).isPresent()
        && made(storage, at(leases, own + 2), again)) {
      holds(own + 2, again, began);
    } else {
      lost = true;
    }
  }

  private void holds(long of, LeaseNote written, long began) {
    number = of;
    note = written;
    renewed = began;
    lost = false;
  }

  /// Whether nobody had the run before.
  boolean isFirst() {
    return number == 1;
  }

  /// Whether another driver had taken the run when this one looked last.
  public boolean isLost() {
    return lost;
  }

  /// Whether nobody can have taken the run so far: this driver was heard of less than a silence
  /// ago.
  public boolean isSure() {
    return !lost && clock.getAsLong() - renewed < LeaseRule.SILENCE.toNanos();
  }

  /// Gives the run back, which takes some seconds at most. Where that cannot be said, others find
  /// out by its silence.
  @Override
  public void close() {
    given.countDown();
    boolean interrupted = Thread.interrupted(); // who is interrupted gives it back too
    Thread says = Thread.ofVirtual().name("manta-lease-end").unstarted(this::giveBack);
    try {
      if (renews.join(ENDS_WITHIN)) {
        says.start();
        says.join(ENDS_WITHIN);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      renews.interrupt();
      says.interrupt();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void giveBack() {
    try {
      if (!lost && storage.exists(at(leases, number))) {
        storage.put(at(leases, number), ByteSource.of(note.givenBack().bytes()));
      }
    } catch (RuntimeException away) {
      LOG.log(Level.DEBUG, "a lease was not given back", away);
    }
  }
}
