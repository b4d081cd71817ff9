package dev.manta.testkit.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The ports at which a process listens, as Linux reports them.
public final class ListeningPorts {
  private static final String LISTENING = "0A";
  private static final List<String> TABLES = List.of("net/tcp", "net/tcp6");

  private ListeningPorts() {}

  /// Addresses and ports, in hexadecimal, at which this process listens.
  public static Set<String> here() throws IOException {
    return of(ProcessHandle.current().pid());
  }

  /// The same of another process of this user; none where it has ended.
  public static Set<String> of(long process) throws IOException {
    Path told = Path.of("/proc", Long.toString(process));
    Set<String> found = new TreeSet<>();
    try {
      Set<String> sockets = sockets(told.resolve("fd"));
      for (String table : TABLES) {
        addListening(told.resolve(table), sockets, found);
      }
    } catch (IOException e) {
      if (Files.exists(told)) {
        throw e;
      }
    }
    return found;
  }

  private static Set<String> sockets(Path files) throws IOException {
    try (Stream<Path> open = Files.list(files)) {
      return open.map(ListeningPorts::target).collect(Collectors.toSet());
    }
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException _) {
      return ""; // closed meanwhile
    }
  }

  private static void addListening(Path table, Set<String> sockets, Set<String> found)
      throws IOException {
    for (String line : Files.readAllLines(table)) {
      String[] fields = line.strip().split("\\s+", -1);
      if (fields[3].equals(LISTENING) && sockets.contains("socket:[" + fields[9] + "]")) {
        found.add(fields[1]);
      }
    }
  }
}
