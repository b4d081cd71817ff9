package dev.manta.internal.stored;

import dev.manta.internal.lease.RunLease;
import dev.manta.internal.machine.Pids;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The process that controls a run, by the id that it left in the run's directory.
final class RunDriver {
  private RunDriver() {}

  /// False only if it is known to be gone: a run that lies elsewhere may be driven from elsewhere.
  static boolean mayLive(Location run) {
    return run.isLocal() ? lives(run) : RunLease.mayBeHeld(Storages.at(run), run);
  }

  /// Whether it is that process.
  static boolean is(Location run, long pid) {
    try {
      Path lock = run.localPath().resolve("run.lock");
      return Files.readString(lock).strip().equals(Long.toString(pid));
    } catch (IOException noLock) {
      return false;
    }
  }

  private static boolean lives(Location run) {
    Path lock = run.localPath().resolve("run.lock");
    try {
      String pid = Files.readString(lock).strip();
      return !pid.matches("\\d{1,18}") || Pids.runs(Long.parseLong(pid));
    } catch (IOException noLock) {
      return false;
    }
  }
}
