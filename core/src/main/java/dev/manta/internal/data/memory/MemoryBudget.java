package dev.manta.internal.data.memory;

/// How much memory the rows of this process may take: what is read ahead waits for space.
public final class MemoryBudget {
  /// The system property that sets the budget of a process, in bytes.
  public static final String PROPERTY = "manta.data.budget";

  /// How many bytes there are unless someone says otherwise.
  public static final long DEFAULT = 512L << 20;

  private static final MemoryBudget SHARED = new MemoryBudget(Long.getLong(PROPERTY, DEFAULT));

  private long most;
  private long used;
  private long peak;

  MemoryBudget(long most) {
    this.most = most;
  }

  /// That of this process.
  public static MemoryBudget shared() {
    return SHARED;
  }

  /// Sets how many bytes there are.
  public synchronized void limit(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a budget needs at least 1 byte, not " + bytes);
    }
    most = bytes;
  }

  /// Takes bytes if they are free.
  public synchronized boolean tryAcquire(long bytes) {
    if (used + bytes > most) {
      return false;
    }
    acquire(bytes);
    return true;
  }

  /// Takes bytes for something that is kept for long; half of the budget stays for what flows.
  public synchronized boolean tryHold(long bytes) {
    return used + bytes <= most / 2 && tryAcquire(bytes);
  }

  /// Takes bytes in any case: one unit must always continue.
  public synchronized void acquire(long bytes) {
    used += bytes;
    peak = Math.max(peak, used);
  }

  public synchronized void release(long bytes) {
    used -= bytes;
  }

  /// How many bytes there are.
  public synchronized long most() {
    return most;
  }

  public synchronized long used() {
    return used;
  }

  /// The most that was ever taken.
  public synchronized long peak() {
    return peak;
  }
}
