package dev.manta.internal.local;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where workers knock: a Unix socket with a short path in a directory that only this user enters,
/// and the token that a worker must show.
final class Doorway implements AutoCloseable {
  /// How the directory's name begins; the owner's process id follows.
  static final String PREFIX = "manta-";

  /// The socket's name in the directory.
  static final String SOCKET = "s";

  /// The name of the file that holds the token.
  static final String TOKEN = "token";

  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");
  private static final int DIRECTORY_LENGTH_MAX = 60;
  private static final int TOKEN_BYTES = 16;

  private final Path directory;
  private final String token;
  private final ServerSocketChannel server;

  private Doorway(Path directory, String token, ServerSocketChannel server) {
    this.directory = directory;
    this.token = token;
    this.server = server;
  }

  /// Opens the door and hands every caller to `guest`, on a thread of its own.
  static Doorway open(Consumer<SocketChannel> guest) {
    try {
      Path directory = makeDirectory();
      String token = writeToken(directory);
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(directory.resolve(SOCKET)));
      var door = new Doorway(directory, token, server);
      Threads.start("manta-door", () -> door.answer(guest));
      return door;
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.CLUSTER,
          "cannot open a socket for workers in "
              + base()
              + ": "
              + e.getMessage()
              + "; check that the directory is writable and not full",
          e);
    }
  }

  Path directory() {
    return directory;
  }

  /// Whether the process that made a door, perhaps not to the end, is gone.
  static boolean ownerIsGone(Path door) {
    Matcher name = NAME.matcher(door.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }

  /// Whether a worker showed the right token.
  boolean admits(String shown) {
    return token.equals(shown);
  }

  private void answer(Consumer<SocketChannel> guest) {
    try {
      while (true) {
        guest.accept(server.accept());
      }
    } catch (IOException closed) {
      // close() ends the waiting
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException ignored) {
      // the directory is removed in any case
    }
    FileTree.delete(directory);
    StaleDoors.sweep(base());
  }

  private static Path makeDirectory() throws IOException {
    var onlyOwner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    return Files.createTempDirectory(base(), prefix, onlyOwner);
  }

  private static Path base() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    boolean fits = temporary.toString().length() <= DIRECTORY_LENGTH_MAX;
    return fits && Files.isWritable(temporary) ? temporary : Path.of("/tmp");
  }

  private static String writeToken(Path directory) throws IOException {
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    String token = HexFormat.of().formatHex(secret);
    Files.writeString(directory.resolve(TOKEN), token);
    return token;
  }
}
