package dev.manta.internal.lease;

import dev.manta.internal.machine.Pids;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// What a driver writes into its lease.
///
/// @param holder tells this driver from all others
/// @param machine where its process can be seen; empty where that cannot be told
/// @param birth tells the process from others with its id
/// @param since when it took the run, by its own clock: to be shown, never to be compared
/// @param renewals how often it has said that it is there
/// @param released whether it has given the run back
record LeaseNote(
    String holder,
    String host,
    long pid,
    String user,
    String machine,
    String birth,
    Instant since,
    long renewals,
    boolean released) {
  private static final long OWN = ProcessHandle.current().pid();

  /// That of this process.
  static LeaseNote own(String host, Instant now) {
    return new LeaseNote(
        UUID.randomUUID().toString(),
        host,
        OWN,
        ownUser(),
        Pids.machine(),
        Pids.birth(OWN).orElse(""),
        now,
        0,
        false);
  }

  private static String ownUser() {
    return System.getProperty("user.name", "");
  }

  LeaseNote renewed() {
    return with(renewals + 1, false);
  }

  LeaseNote givenBack() {
    return with(renewals + 1, true);
  }

  private LeaseNote with(long times, boolean back) {
    return new LeaseNote(holder, host, pid, user, machine, birth, since, times, back);
  }

  byte[] bytes() {
    return Bind.write(this).bytes();
  }

  /// What another driver wrote; empty where that is of another version, or damaged.
  static Optional<LeaseNote> read(byte[] bytes) {
    try {
      return Optional.of(Bind.readOlder(Json.parse(bytes), LeaseNote.class, "lease"));
    } catch (JsonException unknown) {
      return Optional.empty();
    }
  }

  /// Whether its driver cannot come back: its process was on this machine, where this user would
  /// see it, and is gone; or it is this one, which holds the run's lock for another driver now.
  boolean isProvablyDead() {
    boolean visible =
        !machine.isEmpty() && machine.equals(Pids.machine()) && user.equals(ownUser());
    boolean same = Pids.birth(pid).filter(birth::equals).isPresent();
    return visible && (pid == OWN || !same || !Pids.runs(pid));
  }

  /// Who it is, and since when.
  String text() {
    return "process %s on %s since %s".formatted(pid, host, since);
  }
}
