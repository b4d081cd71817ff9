package dev.manta.cluster.daemon;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.OwnFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// All that a daemon leaves on its machine: two of them on one machine never meet.
public record DataDirectory(Path root) {
  /// The usual one of this user.
  public static DataDirectory usual() {
    String state = System.getenv("XDG_STATE_HOME");
    Path root =
        state == null || state.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    return new DataDirectory(root.resolve("manta"));
  }

  /// The same, there and closed to others.
  public DataDirectory made() {
    try {
      Files.createDirectories(root.toAbsolutePath().getParent());
      OwnFiles.privateDirectory(root);
      return this;
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER, "the data directory %s cannot be used: %s".formatted(root, e), e);
    }
  }

  public Path settings() {
    return root.resolve("settings");
  }

  Path identity() {
    return root.resolve("identity");
  }

  public Path joinToken() {
    return root.resolve("join.token");
  }

  public Path userToken() {
    return root.resolve("user.token");
  }

  Path members() {
    return root.resolve("members");
  }

  Path account() {
    return root.resolve("account");
  }

  Path ports() {
    return root.resolve("ports");
  }

  Path lock() {
    return root.resolve("lock");
  }

  /// Says which process the daemon is, from its start to its end.
  public Path process() {
    return root.resolve("process");
  }

  /// Says where the daemon is, while it is a member.
  public Path ready() {
    return root.resolve("ready");
  }

  /// The link of the dashboard, with its token.
  public Path dashboard() {
    return root.resolve("dashboard");
  }

  public Path log() {
    return root.resolve("log");
  }

  /// What its workers need.
  Path node() {
    return root.resolve("node");
  }

  /// Writes a file whole or not at all, and returns when it is on disk.
  public void keep(Path file, byte[] content) {
    try {
      Path written = Files.createTempFile(root, ".kept", "", OwnFiles.only("rw-------"));
      try {
        write(written, ByteBuffer.wrap(content));
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "cannot write %s: %s".formatted(file, e), e);
    }
  }

  /// A disk that fills up takes less than all at first.
  private static void write(Path file, ByteBuffer content) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      while (content.hasRemaining()) {
        channel.write(content);
      }
      channel.force(true);
    }
  }

  /// What a file holds; empty where there is none.
  public Optional<byte[]> kept(Path file) {
    try {
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "cannot read %s: %s".formatted(file, e), e);
    }
  }

  void drop(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "cannot delete %s: %s".formatted(file, e), e);
    }
  }
}
