package dev.manta.testkit.storage;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;

/// A storage that is slow, fails, loses answers or is full, by a seed.
public final class FaultyStorage implements Storage {
  /// How often what goes wrong, as probabilities per call.
  ///
  /// @param failing the call does nothing and fails
  /// @param answerLost the call is done and fails all the same
  /// @param slow the call takes up to `delay` longer
  public record Faults(double failing, double answerLost, double slow, Duration delay) {
    public static final Faults NONE = new Faults(0, 0, 0, Duration.ZERO);

    /// Calls that do nothing and fail.
    public static Faults failing(double probability) {
      return new Faults(probability, 0, 0, Duration.ZERO);
    }

    /// The same with calls that are done and fail all the same.
    public Faults answerLost(double probability) {
      return new Faults(failing, probability, slow, delay);
    }

    /// The same with calls that take up to so much longer.
    public Faults slow(double probability, Duration longest) {
      return new Faults(failing, answerLost, probability, longest);
    }
  }

  private final Storage inner;
  private final Random random;
  private final Consumer<Duration> wait;
  private volatile Faults faults;
  private volatile boolean full;

  /// A faulty view of `inner`; `wait` passes the time of slow calls, virtual or real.
  public FaultyStorage(Storage inner, long seed, Faults faults, Consumer<Duration> wait) {
    this.inner = inner;
    this.random = new Random(seed);
    this.faults = faults;
    this.wait = wait;
  }

  /// From now on these things go wrong.
  public void faults(Faults next) {
    faults = next;
  }

  /// From now on writes fail for lack of space, or no longer.
  public void full(boolean isFull) {
    full = isFull;
  }

  @Override
  public void put(Location at, ByteSource from) {
    refuseWhenFull(at);
    before("write", at);
    inner.put(at, from);
    after("write", at);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    refuseWhenFull(at);
    before("write", at);
    boolean made = inner.putIfAbsent(at, bytes);
    after("write", at);
    return made;
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    before("read", at);
    inner.read(at, offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    before("look at", at);
    return inner.size(at);
  }

  @Override
  public List<Entry> list(Location prefix) {
    before("list", prefix);
    return inner.list(prefix);
  }

  @Override
  public List<String> children(Location prefix) {
    before("list", prefix);
    return inner.children(prefix);
  }

  @Override
  public void deletePrefix(Location prefix) {
    before("delete", prefix);
    inner.deletePrefix(prefix);
    after("delete", prefix);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    before("sweep", prefix);
    inner.sweep(prefix, age);
  }

  private void refuseWhenFull(Location at) {
    if (full) {
      throw StorageFailure.of("write", at, new IOException("No space left on device"));
    }
  }

  private void before(String operation, Location at) {
    Faults now = faults;
    if (chance(now.slow())) {
      wait.accept(Duration.ofNanos((long) (draw() * now.delay().toNanos())));
    }
    if (chance(now.failing())) {
      throw StorageFailure.of(operation, at, new IOException("Input/output error (injected)"));
    }
  }

  private void after(String operation, Location at) {
    if (chance(faults.answerLost())) {
      throw StorageFailure.of(operation, at, new IOException("Connection reset (injected)"));
    }
  }

  private boolean chance(double probability) {
    return probability > 0 && draw() < probability;
  }

  private synchronized double draw() {
    return random.nextDouble();
  }
}
