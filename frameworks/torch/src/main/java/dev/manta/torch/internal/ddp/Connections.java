package dev.manta.torch.internal.ddp;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// TCP connections of this process by descriptor. Shutting them down is the one way to end a call
/// of Gloo's that waits for another rank.
///
/// @param names the sockets' names by descriptor; a descriptor that is used anew has another name
record Connections(Map<Integer, String> names) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String ESTABLISHED = "01";
  private static final int BOTH_WAYS = 2;
  private static final MethodHandle SHUTDOWN =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("shutdown"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  /// Those that are established now; none where the system does not tell.
  static Connections now() {
    try {
      Set<String> established = established();
      Map<Integer, String> names = new HashMap<>();
      try (var descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path each : descriptors) {
          String name = name(each);
          if (established.contains(name)) {
            names.put(Integer.parseInt(DESCRIPTORS.relativize(each).toString()), name);
          }
        }
      }
      return new Connections(names);
    } catch (IOException e) {
      return new Connections(Map.of());
    }
  }

  /// Gloo ends the process when its listener is touched: only what is connected counts.
  private static Set<String> established() throws IOException {
    Set<String> found = new HashSet<>();
    for (Path table : TABLES) {
      for (String line : Files.exists(table) ? Files.readAllLines(table) : List.<String>of()) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields.length > INODE && fields[STATE].equals(ESTABLISHED)) {
          found.add("socket:[" + fields[INODE] + "]");
        }
      }
    }
    return found;
  }

  /// What a descriptor stands for; nothing when it was closed meanwhile.
  private static String name(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "";
    }
  }

  /// Those that were not there before.
  Connections without(Connections before) {
    Map<Integer, String> left = new HashMap<>(names);
    left.values().removeAll(before.names.values());
    return new Connections(left);
  }

  /// Shuts down those that are still there.
  void end() {
    Connections now = now();
    names.forEach(
        (descriptor, name) -> {
          if (name.equals(now.names.get(descriptor))) {
            shutdown(descriptor);
          }
        });
  }

  private static void shutdown(int descriptor) {
    try {
      int _ = (int) SHUTDOWN.invokeExact(descriptor, BOTH_WAYS);
    } catch (Throwable e) {
      throw new LinkageError("shutdown(2) cannot be called", e);
    }
  }
}
