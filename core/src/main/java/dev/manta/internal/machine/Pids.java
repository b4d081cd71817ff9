package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Processes of this machine by their ids.
public final class Pids {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");
  private static final Charset NATIVE =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
  private static final int STATE = 0;
  private static final int SESSION = 3;
  private static final int START_TICKS = 19;

  private Pids() {}

  /// Whether a process has not ended. One that nobody has reaped yet has: where the first process
  /// of a container reaps late or never, the dead keep their ids.
  public static boolean runs(long pid) {
    return ProcessHandle.of(pid).isPresent() && !isZombie(pid);
  }

  /// Tells a process from every other that has had or will have its id; empty when it is gone.
  ///
  /// On Linux that is its start in ticks since the machine's: the time of day may be set anew.
  public static Optional<String> birth(long pid) {
    Optional<String> ticks = stat(pid).map(fields -> fields.get(START_TICKS));
    return ticks.isPresent()
        ? ticks.map(start -> start + "@" + boot(BOOT))
        : ProcessHandle.of(pid).flatMap(p -> p.info().startInstant()).map(Object::toString);
  }

  /// Tells this machine's processes, as they see each other, from those of every other machine,
  /// container and start of this one; empty where that cannot be told.
  public static String machine() {
    return machine(BOOT, NAMESPACE);
  }

  /// Machines that do not say which start this is must not be taken for one another.
  static String machine(Path bootId, Path namespace) {
    try {
      String boot = boot(bootId);
      return boot.isEmpty() ? "" : boot + "/" + Files.readSymbolicLink(namespace);
    } catch (IOException | UnsupportedOperationException unknown) {
      return "";
    }
  }

  private static String boot(Path bootId) {
    try {
      return Files.readString(bootId).strip();
    } catch (IOException unknown) {
      return "";
    }
  }

  /// The session that a process belongs to, where that can be told.
  public static Optional<Long> session(long pid) {
    return stat(pid).map(fields -> Long.valueOf(fields.get(SESSION)));
  }

  /// The command line of a process. Java's own view of another process cuts a long one off; the
  /// kernel's does not.
  public static List<String> arguments(ProcessHandle process) {
    List<String> arguments = texts(process.pid(), "cmdline");
    return arguments.isEmpty()
        ? List.of(process.info().arguments().orElse(new String[0]))
        : arguments;
  }

  /// The environment that a process of this user was started with, where that can be told.
  public static List<String> environment(long pid) {
    return texts(pid, "environ");
  }

  private static List<String> texts(long pid, String file) {
    try {
      byte[] bytes = Files.readAllBytes(of(pid, file));
      return List.of(new String(bytes, NATIVE).split("\0"));
    } catch (IOException elsewhere) {
      return List.of();
    }
  }

  /// The processes that have these texts among their arguments, and have not ended.
  public static List<ProcessHandle> naming(String... texts) {
    List<String> wanted = List.of(texts);
    return ProcessHandle.allProcesses()
        .filter(process -> arguments(process).containsAll(wanted) && runs(process.pid()))
        .toList();
  }

  private static boolean isZombie(long pid) {
    return stat(pid).filter(fields -> "ZX".contains(fields.get(STATE))).isPresent();
  }

  /// What the kernel says of a process after its name, which may hold blanks and parentheses.
  private static Optional<List<String>> stat(long pid) {
    try {
      String stat = new String(Files.readAllBytes(of(pid, "stat")), NATIVE);
      return Optional.of(List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ")));
    } catch (IOException elsewhere) {
      return Optional.empty();
    }
  }

  private static Path of(long pid, String file) {
    return Path.of("/proc", Long.toString(pid), file);
  }
}
