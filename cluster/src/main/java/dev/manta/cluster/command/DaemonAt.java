package dev.manta.cluster.command;

import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.cluster.daemon.Described;
import dev.manta.internal.machine.Pids;
import java.util.Optional;
import java.util.OptionalLong;

/// The daemon of a data directory, if one runs.
record DaemonAt(DataDirectory directory) {
  /// What it says of itself; empty where none is a member.
  Optional<Described> described() {
    return pid().isEmpty()
        ? Optional.empty()
        : directory.kept(directory.ready()).map(Described::parse);
  }

  /// Its process; empty where none runs.
  OptionalLong pid() {
    return directory.kept(directory.process()).map(Described::parse).stream()
        .filter(DaemonAt::lives)
        .mapToLong(DaemonAt::pid)
        .findFirst();
  }

  private static long pid(Described process) {
    return Long.parseLong(process.find("pid").orElse("0"));
  }

  /// The same number may be that of another process by now.
  private static boolean lives(Described process) {
    return Pids.runs(pid(process)) && Pids.birth(pid(process)).equals(process.find("birth"));
  }
}
