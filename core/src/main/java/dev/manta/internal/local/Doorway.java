package dev.manta.internal.local;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.worker.WorkerMain;
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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where workers knock: a Unix socket with a short path in a directory that only this user enters,
/// and the token that a worker must show.
final class Doorway implements AutoCloseable {
  /// How the directory's name begins; the owner's process id follows.
  static final String PREFIX = "manta-";

  /// How the name of one begins that outlives its owner: another controller opens it again.
  static final String LASTING_PREFIX = WorkerMain.LASTING;

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
  private final Optional<Path> sign;
  private final boolean reopened;

  private Doorway(Made made, ServerSocketChannel server, Optional<Path> sign) {
    this.directory = made.directory();
    this.token = made.token();
    this.server = server;
    this.sign = sign;
    this.reopened = made.again();
  }

  /// A directory with its token, and whether an earlier controller made it.
  private record Made(Path directory, String token, boolean again) {}

  /// Opens the door and hands every caller to `guest`, on a thread of its own.
  static Doorway open(Consumer<SocketChannel> guest) {
    try {
      Path directory = makeDirectory(PREFIX + ProcessHandle.current().pid() + "-");
      return open(new Made(directory, writeToken(directory), false), Optional.empty(), guest);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Opens a door that outlives its owner: the one that an earlier owner made, if it is still
  /// there, else a new one.
  ///
  /// @param sign a file that says where it is
  static Doorway lasting(Path sign, Consumer<SocketChannel> guest) {
    try {
      Made made = made(sign);
      Files.createDirectories(sign.toAbsolutePath().getParent());
      Files.writeString(sign, made.directory().toString());
      Files.deleteIfExists(made.directory().resolve(SOCKET));
      return open(made, Optional.of(sign), guest);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static Made made(Path sign) throws IOException {
    if (Files.exists(sign)) {
      Path before = Path.of(Files.readString(sign));
      if (Files.isReadable(before.resolve(TOKEN))) {
        return new Made(before, Files.readString(before.resolve(TOKEN)), true);
      }
    }
    Path directory = makeDirectory(LASTING_PREFIX);
    return new Made(directory, writeToken(directory), false);
  }

  private static Doorway open(Made made, Optional<Path> sign, Consumer<SocketChannel> guest)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(made.directory().resolve(SOCKET)));
    var door = new Doorway(made, server, sign);
    Threads.start("manta-door", () -> door.answer(guest));
    return door;
  }

  private static MantaException failed(IOException e) {
    return new MantaException(
        ErrorCode.CLUSTER,
        "cannot open a socket for workers in "
            + base()
            + ": "
            + e.getMessage()
            + "; check that the directory is writable and not full",
        e);
  }

  /// Whether workers of an earlier controller may know it.
  boolean reopened() {
    return reopened;
  }

  Path directory() {
    return directory;
  }

  /// Whether the process that made a door, perhaps not to the end, is gone.
  static boolean ownerIsGone(Path door) {
    Matcher name = NAME.matcher(door.getFileName().toString());
    return name.matches() && !Pids.runs(Long.parseLong(name.group(1)));
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

  /// Answers nobody any more, and leaves everything to another controller.
  void leave() {
    try {
      server.close();
    } catch (IOException ignored) {
      // whoever calls finds another door, or none
    }
  }

  @Override
  public void close() {
    leave();
    FileTree.delete(directory);
    sign.ifPresent(FileTree::delete);
    StaleDoors.sweep(base());
  }

  private static Path makeDirectory(String prefix) throws IOException {
    var onlyOwner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
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
