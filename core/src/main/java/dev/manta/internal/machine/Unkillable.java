package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Says why a process that was killed does not end, as far as the kernel tells.
public final class Unkillable {
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
  private static final String STATE = "freezer.state";

  private Unkillable() {}

  /// What the process is doing, and what can be done about it.
  public static String why(long pid) {
    if (pid == 0) {
      return "it was not up yet, so its process id is not known; look for it with `ps`";
    }
    Optional<Path> frozen = frozenBy(pid);
    if (frozen.isPresent()) {
      return "the cgroup of process %s is frozen; it ends once you thaw that: echo %s > %s"
          .formatted(pid, thawed(frozen.get()), frozen.get());
    }
    return switch (state(pid)) {
      case "" -> "nothing is known about process %s; look for it with `ps`".formatted(pid);
      case "D" ->
          "process %s is in uninterruptible sleep%s: look for a mount or a device that hangs; it ends once that answers, or when the machine is started again"
              .formatted(pid, in(pid));
      case String state ->
          "process %s is in state %s%s; look at it with `ps -o pid,stat,wchan:32,args -p %s`"
              .formatted(pid, state, in(pid), pid);
    };
  }

  /// The letter that `ps` shows; empty where there is no such process, or no `/proc`.
  private static String state(long pid) {
    String stat = read(proc(pid, "stat"));
    int name = stat.lastIndexOf(')');
    return name < 0 ? "" : stat.substring(name + 2, name + 3);
  }

  private static String in(long pid) {
    String call = read(proc(pid, "wchan"));
    return call.isEmpty() || call.equals("0") ? "" : " (in " + call + ")";
  }

  /// The file that says so, of a cgroup of version 1 or 2.
  private static Optional<Path> frozenBy(long pid) {
    return read(proc(pid, "cgroup")).lines().flatMap(Unkillable::frozen).findFirst();
  }

  /// A line is `number:controllers:path`, without controllers for version 2.
  private static Stream<Path> frozen(String line) {
    String[] parts = line.split(":", 3);
    if (parts.length < 3) {
      return Stream.of();
    }
    String path = parts[2].substring(1);
    if (parts[1].isEmpty()) {
      return Stream.of(CGROUPS, CGROUPS.resolve("unified"))
          .map(root -> root.resolve(path))
          .filter(group -> read(group.resolve("cgroup.events")).contains("frozen 1"))
          .map(group -> group.resolve("cgroup.freeze"));
    }
    return Stream.of(CGROUPS.resolve("freezer").resolve(path).resolve(STATE))
        .filter(file -> parts[1].equals("freezer") && read(file).startsWith("FR"));
  }

  private static String thawed(Path file) {
    return file.endsWith(STATE) ? "THAWED" : "0";
  }

  private static Path proc(long pid, String file) {
    return Path.of("/proc", Long.toString(pid), file);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException unknown) {
      return "";
    }
  }
}
