package dev.manta.internal.lease;

import dev.manta.internal.lease.RunLease.Tries;
import dev.manta.internal.machine.PassingTime;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What a process holds of a run that it alone may drive: the lock on this machine, and on remote
/// storage the lease.
public final class RunClaim implements AutoCloseable {
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

  private final RunLock lock;
  private Optional<RunLease> lease = Optional.empty();

  private RunClaim(RunLock lock) {
    this.lock = lock;
  }

  /// Takes the lock of a run's directory on this machine, or says who has it.
  public static RunClaim lock(String run, Path directory) {
    return new RunClaim(RunLock.take(run, directory));
  }

  /// Takes the lock of a run's directory on this machine; empty where somebody has it.
  public static Optional<RunClaim> tryLock(Path directory) {
    return RunLock.tryTake(directory).map(RunClaim::new);
  }

  /// Takes the lease too, where there is one: a disk of this machine needs none.
  ///
  /// @param run where the run lies
  /// @param isNew whether nobody has had it before, as far as is known
  public void lease(Storage storage, Location run, boolean isNew, Tries tries, PassingTime time) {
    if (!run.isLocal()) {
      lease = Optional.of(RunLease.take(storage, run, isNew, host(), tries, time));
    }
  }

  /// Whether no driver had it before this one, as far as leases say; a disk has none.
  public boolean isFirst() {
    return lease.filter(RunLease::isFirst).isPresent();
  }

  private static String host() {
    try {
      return Files.readString(HOST).strip();
    } catch (IOException unknown) {
      return Optional.ofNullable(System.getenv("HOSTNAME")).orElse("localhost");
    }
  }

  /// Whether another driver has taken the run.
  public boolean isLost() {
    return lease.filter(RunLease::isLost).isPresent();
  }

  /// Whether nobody can have taken the run so far; the lock of this machine is always sure.
  public boolean isSure() {
    return lease.map(RunLease::isSure).orElse(true);
  }

  /// Gives the run back.
  @Override
  public void close() {
    try {
      lease.ifPresent(RunLease::close);
    } finally {
      lock.close();
    }
  }
}
