package dev.manta.xgboost.internal.ring;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The sockets of this process, as Linux tells of them.
///
/// @param files the number of the open file behind each socket, by its inode
/// @param rows what is known of sockets: addresses as Linux writes them, and the inode
record SocketTable(Map<String, Integer> files, List<Entry> rows) {
  private static final Path FILES = Path.of("/proc/self/fd");
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

  /// @param local address and port of this end
  /// @param remote those of the other end
  record Entry(String local, String remote, String inode) {
    /// An address of four bytes may be written as the end of one of sixteen.
    boolean isConnectedTo(Set<String> addresses) {
      return addresses.stream().anyMatch(remote::endsWith);
    }

    boolean isAtPort(int port) {
      return local.endsWith(":" + hex(port));
    }
  }

  /// As it is now; empty where the system does not tell.
  static SocketTable read() {
    try {
      return new SocketTable(files(FILES), entries());
    } catch (IOException _) {
      return new SocketTable(Map.of(), List.of());
    }
  }

  private static Map<String, Integer> files(Path directory) throws IOException {
    Map<String, Integer> files = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path file : all) {
        String target = target(file);
        if (target.startsWith("socket:[")) {
          String inode = target.substring("socket:[".length(), target.length() - 1);
          files.put(inode, Integer.parseInt(file.getFileName().toString()));
        }
      }
    }
    return files;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException _) {
      return ""; // closed meanwhile
    }
  }

  private static List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Path table : TABLES) {
      if (Files.exists(table)) {
        for (String line : Files.readAllLines(table).stream().skip(1).toList()) {
          String[] columns = line.strip().split(" +", -1);
          entries.add(new Entry(columns[1], columns[2], columns[9]));
        }
      }
    }
    return entries;
  }

  /// The open files of sockets at one of its own ports, or connected to one of others.
  List<Integer> at(int port, Set<String> others) {
    return rows.stream()
        .filter(row -> row.isAtPort(port) || row.isConnectedTo(others))
        .filter(row -> files.containsKey(row.inode()))
        .map(row -> files.get(row.inode()))
        .toList();
  }

  /// Whether this process has a socket at this port of its own; yes, where nobody knows.
  boolean isOwn(int port) {
    return rows.isEmpty() || !at(port, Set.of()).isEmpty();
  }

  /// An address as Linux writes it: words of four bytes, each from its last byte to its first.
  static String written(Peer peer) throws UnknownHostException {
    byte[] bytes = InetAddress.getByName(peer.host()).getAddress();
    byte[] turned = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      turned[i] = bytes[(i & ~3) + 3 - (i & 3)];
    }
    return HexFormat.of().withUpperCase().formatHex(turned) + ":" + hex(peer.port());
  }

  private static String hex(int port) {
    return String.format(Locale.ROOT, "%04X", port);
  }
}
