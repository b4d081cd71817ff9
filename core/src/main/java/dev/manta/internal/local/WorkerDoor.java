package dev.manta.internal.local;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.FileErrors;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.OwnFiles;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.worker.WorkerMain;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where workers knock: a Unix socket with a short path in a directory that only this user enters,
/// and the token that a worker must show.
final class WorkerDoor implements AutoCloseable {
  /// How the directory's name begins; the owner's process id follows.
  static final String PREFIX = "manta-";

  /// How the name of one begins that outlives its owner: another controller opens it again.
  static final String LASTING_PREFIX = WorkerMain.LASTING;

  /// The socket's name in the directory.
  static final String SOCKET = "s";

  /// The name of the file that holds the token.
  static final String TOKEN = "token";

  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-\\d+");
  private static final int DIRECTORY_BYTES_MAX = 60;
  private static final int TOKEN_BYTES = 16;

  /// Cleaners of temp directories take away what nobody has touched for some days, some for hours.
  private static final Duration REFRESH_EVERY = Duration.ofHours(1);

  private final Path directory;
  private final String token;
  private final Optional<Path> sign;
  private final boolean reopened;
  private final Consumer<SocketChannel> guest;
  private final Thread keeper;
  private ServerSocketChannel server;
  private boolean left;

  private WorkerDoor(Made made, Optional<Path> sign, Consumer<SocketChannel> guest)
      throws IOException {
    this.directory = made.directory();
    this.token = made.token();
    this.sign = sign;
    this.reopened = made.again();
    this.guest = guest;
    this.server = listen();
    this.keeper = LocalThreads.start("manta-group-listener-keeper", this::keep);
  }

  /// A directory with its token, and whether an earlier controller made it.
  private record Made(Path directory, String token, boolean again) {}

  /// Opens the door and hands every caller to `guest`, on a thread of its own.
  static WorkerDoor open(Consumer<SocketChannel> guest) {
    try {
      Path directory = makeDirectory(PREFIX + ProcessHandle.current().pid() + "-");
      var made = new Made(directory, writeToken(directory, newToken()), false);
      return new WorkerDoor(made, Optional.empty(), guest);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Opens a door that outlives its owner: where an earlier owner had it, as workers may call
  /// there, or a new one.
  ///
  /// @param sign a file that says where it is
  static WorkerDoor lasting(Path sign, Consumer<SocketChannel> guest) {
    try {
      Made made = made(sign);
      Files.createDirectories(sign.toAbsolutePath().getParent());
      Files.writeString(sign, made.directory().toString());
      Files.deleteIfExists(made.directory().resolve(SOCKET));
      return new WorkerDoor(made, Optional.of(sign), guest);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Where a sign says that a door is; empty where there is none.
  static Optional<Path> signed(Path sign) {
    try {
      return Optional.of(Path.of(Files.readString(sign)))
          .filter(door -> door.getFileName().toString().startsWith(LASTING_PREFIX));
    } catch (IOException | InvalidPathException none) {
      return Optional.empty();
    }
  }

  private static Made made(Path sign) throws IOException {
    Optional<Path> before = before(sign);
    Path directory = before.isPresent() ? before.get() : makeDirectory(LASTING_PREFIX);
    Path token = directory.resolve(TOKEN);
    String known =
        Files.isReadable(token) ? Files.readString(token) : writeToken(directory, newToken());
    return new Made(directory, known, before.isPresent());
  }

  /// The directory that the sign names, made again if it was removed meanwhile; empty where it
  /// cannot be.
  private static Optional<Path> before(Path sign) throws IOException {
    if (!Files.exists(sign)) {
      return Optional.empty();
    }
    try {
      Path named = Path.of(Files.readString(sign));
      boolean door = named.getFileName().toString().startsWith(LASTING_PREFIX);
      return door ? Optional.of(OwnFiles.privateDirectory(named)) : Optional.empty();
    } catch (FileSystemException | InvalidPathException e) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.WARNING, "workers of an earlier controller are lost: " + e);
      return Optional.empty();
    }
  }

  private ServerSocketChannel listen() throws IOException {
    ServerSocketChannel open = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    open.bind(UnixDomainSocketAddress.of(directory.resolve(SOCKET)));
    LocalThreads.start("manta-door", () -> answer(open));
    return open;
  }

  private static MantaException failed(IOException e) {
    return new MantaException(
        ErrorCode.CLUSTER,
        "cannot open a socket for workers in "
            + base()
            + ": "
            + FileErrors.words(e)
            + "; check that the directory is writable and not full",
        e);
  }

  /// Makes again what was removed: somebody may clean the temp directory while a run takes weeks.
  synchronized void restore() throws IOException {
    if (left) {
      return;
    }
    OwnFiles.privateDirectory(directory);
    if (!Files.exists(directory.resolve(TOKEN))) {
      writeToken(directory, token);
    }
    if (!Files.exists(directory.resolve(SOCKET))) {
      ServerSocketChannel removed = server;
      server = listen();
      removed.close();
    }
  }

  /// Restores, and makes all files look new, so that they are not taken for forgotten ones.
  void refresh() throws IOException {
    restore();
    FileTime now = FileTime.from(Instant.now());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.setLastModifiedTime(file, now);
      }
    }
    Files.setLastModifiedTime(directory, now);
  }

  private void keep() {
    try {
      while (true) {
        Thread.sleep(REFRESH_EVERY);
        tryRefresh();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whoever starts a worker tries again, and says what is wrong.
  private void tryRefresh() {
    try {
      refresh();
    } catch (IOException e) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot refresh " + directory, e);
    }
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

  private void answer(ServerSocketChannel open) {
    try {
      while (true) {
        guest.accept(open.accept());
      }
    } catch (IOException closed) {
      // close() ends the waiting
    }
  }

  /// Answers nobody any more, and leaves everything to another controller.
  synchronized void leave() {
    left = true;
    keeper.interrupt();
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
    StaleWorkerDoors.sweep(base());
  }

  private static Path makeDirectory(String prefix) throws IOException {
    return Files.createTempDirectory(base(), prefix, OwnFiles.only("rwx------"));
  }

  private static Path base() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    int bytes = temporary.toString().getBytes(StandardCharsets.UTF_8).length;
    return bytes <= DIRECTORY_BYTES_MAX && Files.isWritable(temporary)
        ? temporary
        : Path.of("/tmp");
  }

  private static String newToken() {
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    return HexFormat.of().formatHex(secret);
  }

  /// A worker finds it whole, or not at all.
  private static String writeToken(Path directory, String token) throws IOException {
    Path unnamed = Files.createTempFile(directory, TOKEN, null);
    Files.writeString(unnamed, token);
    Files.move(unnamed, directory.resolve(TOKEN), StandardCopyOption.ATOMIC_MOVE);
    return token;
  }
}
