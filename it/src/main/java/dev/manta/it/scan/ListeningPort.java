package dev.manta.it.scan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A port at which a process listens.
///
/// @param role what the process is
/// @param log what it prints to, if that is a file
record ListeningPort(long pid, String role, InetAddress address, int port, Path log) {
  private static final String LISTENS = "0A";
  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final int HEX = 16;

  InetSocketAddress at() {
    return new InetSocketAddress(address.isAnyLocalAddress() ? loopback() : address, port);
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  /// Those of a process and all that it has started.
  static List<ListeningPort> of(ProcessHandle process) throws IOException {
    List<ListeningPort> ports = new ArrayList<>();
    Stream<ProcessHandle> all = Stream.concat(Stream.of(process), process.descendants());
    for (ProcessHandle each : all.toList()) {
      ports.addAll(of(each.pid()));
    }
    return ports;
  }

  private static List<ListeningPort> of(long pid) throws IOException {
    Path proc = Path.of("/proc", Long.toString(pid));
    List<ListeningPort> ports = new ArrayList<>();
    try {
      Map<String, InetSocketAddress> listening = listening(proc);
      for (String inode : sockets(proc)) {
        InetSocketAddress at = listening.get(inode);
        if (at != null) {
          Path log = Files.readSymbolicLink(proc.resolve("fd/1"));
          ports.add(new ListeningPort(pid, role(proc), at.getAddress(), at.getPort(), log));
        }
      }
    } catch (IOException e) {
      if (Files.exists(proc)) {
        throw e;
      }
    }
    return ports;
  }

  private static Map<String, InetSocketAddress> listening(Path proc) throws IOException {
    Map<String, InetSocketAddress> found = new HashMap<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(proc.resolve("net").resolve(table))) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length > INODE && words[STATE].equals(LISTENS)) {
          found.put(words[INODE], address(words[ADDRESS]));
        }
      }
    }
    return found;
  }

  /// The kernel writes addresses as words of 4 bytes, each backwards.
  private static InetSocketAddress address(String text) throws IOException {
    String[] parts = text.split(":", -1);
    byte[] bytes = new byte[parts[0].length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      int from = 2 * (i - i % 4 + 3 - i % 4);
      bytes[i] = (byte) Integer.parseInt(parts[0].substring(from, from + 2), HEX);
    }
    return new InetSocketAddress(InetAddress.getByAddress(bytes), Integer.parseInt(parts[1], HEX));
  }

  private static List<String> sockets(Path proc) throws IOException {
    List<String> inodes = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(proc.resolve("fd"))) {
      for (Path file : files) {
        String target = target(file);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    }
    return inodes;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  private static String role(Path proc) throws IOException {
    String command = Files.readString(proc.resolve("cmdline"));
    if (command.contains("WorkerMain")) {
      return "worker";
    }
    return command.contains("DaemonMain") ? "daemon" : "driver";
  }
}
