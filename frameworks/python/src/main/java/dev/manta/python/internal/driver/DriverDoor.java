package dev.manta.python.internal.driver;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// A Unix socket in a directory of mode 700, at which the driver that was told its token makes
/// calls: one for each connection.
///
/// The directory is also where the driver leaves files for its ranks; it is deleted with the door.
public final class DriverDoor implements AutoCloseable {
  private static final int TOKEN_BYTES = 32;

  private final Path directory;
  private final String token;
  private final ServerSocketChannel server;
  private final Function<Json, DriverCall> calls;

  private DriverDoor(
      Path directory, String token, ServerSocketChannel server, Function<Json, DriverCall> calls) {
    this.directory = directory;
    this.token = token;
    this.server = server;
    this.calls = calls;
  }

  /// Opens a door.
  ///
  /// @param calls what a request asks for; one that cannot be made out is refused by an exception
  public static DriverDoor open(Function<Json, DriverCall> calls) {
    try {
      // Its name is short, as the address of a Unix socket has at most 108 bytes.
      Path directory = Files.createTempDirectory("manta-d");
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(directory.resolve("door")));
      var door = new DriverDoor(directory, secret(), server, calls);
      Thread.ofVirtual().name("manta-driver-door").start(door::accept);
      return door;
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "no socket for the driver can be made in the directory for temporary files: "
              + e.getMessage(),
          e);
    }
  }

  private static String secret() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// The variables by which a driver finds the door.
  public Map<String, String> variables() {
    return Map.of(
        "MANTA_DRIVER_DOOR", directory.resolve("door").toString(), "MANTA_DRIVER_TOKEN", token);
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel caller = server.accept();
        Thread.ofVirtual()
            .name("manta-driver-call")
            .start(() -> new DriverConnection(caller, token, calls).serve());
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Path each : inside()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      System.getLogger(DriverDoor.class.getName())
          .log(System.Logger.Level.WARNING, "cannot delete " + directory, e);
    }
  }

  /// What is in the directory, deepest first, and the directory itself.
  private List<Path> inside() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
