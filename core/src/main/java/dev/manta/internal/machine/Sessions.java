package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Processes that a process has started, and that they have started: as it leads a session, they
/// are of that session, also when those in between have ended. Only who begins a session of its own
/// is not. Where the system tells nothing of sessions, nobody is found.
public final class Sessions {
  private static final int ROUNDS_MAX = 20;
  private static final long PAUSE_MILLIS = 5;
  private static final Set<Session> ASKED = ConcurrentHashMap.newKeySet();

  private Sessions() {}

  /// A session whose leader is gone.
  ///
  /// @param mark what its processes have in their environment: a number that nobody has any more is
  ///   used again for another session
  public record Session(long leader, String mark) {}

  /// Kills what is left of a session. One look at all processes does for all who ask meanwhile.
  public static void end(Session session) {
    ASKED.add(session);
    synchronized (ASKED) {
      if (ASKED.contains(session)) {
        List<Session> all = List.copyOf(ASKED);
        endAll(all);
        ASKED.removeAll(all);
      }
    }
  }

  private static void endAll(List<Session> sessions) {
    Map<Long, Session> byLeader =
        sessions.stream().collect(Collectors.toMap(Session::leader, s -> s, (one, _) -> one));
    repeat(() -> kill(byLeader));
  }

  /// Kills all others of the session that this process leads.
  public static void endOthers() {
    long me = ProcessHandle.current().pid();
    if (Pids.session(me).filter(session -> session == me).isPresent()) {
      repeat(() -> kill(others(members(Set.of(me)).getOrDefault(me, List.of()), me)));
    }
  }

  private static List<Long> others(List<Long> members, long me) {
    return members.stream().filter(pid -> pid != me).toList();
  }

  /// Who is being killed may start others meanwhile.
  private static void repeat(Round round) {
    try {
      for (int i = 0; i < ROUNDS_MAX && round.killed(); i++) {
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Round {
    boolean killed();
  }

  /// While one process of a session lives its number is not used again: so one that bears the mark
  /// speaks for all.
  private static boolean kill(Map<Long, Session> byLeader) {
    Map<Long, List<Long>> found = members(byLeader.keySet());
    boolean killed = false;
    for (Session session : byLeader.values()) {
      List<Long> left = found.getOrDefault(session.leader(), List.of());
      if (left.stream().anyMatch(pid -> Pids.environment(pid).contains(session.mark()))) {
        killed |= kill(left);
      }
    }
    return killed;
  }

  private static boolean kill(List<Long> pids) {
    pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    return !pids.isEmpty();
  }

  /// The living processes of some sessions.
  private static Map<Long, List<Long>> members(Set<Long> sessions) {
    return all().stream()
        .filter(pid -> Pids.session(pid).filter(sessions::contains).isPresent() && Pids.runs(pid))
        .collect(Collectors.groupingBy(pid -> Pids.session(pid).orElse(0L)));
  }

  private static List<Long> all() {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      processes.forEach(process -> pids.add(Long.valueOf(process.getFileName().toString())));
    } catch (IOException | DirectoryIteratorException elsewhere) {
      return List.of();
    }
    return pids;
  }
}
