package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The right to run a run on this machine. The kernel takes it back when the process dies, however
/// it dies.
final class RunLock implements AutoCloseable {
  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /// Takes the lock of a run's directory, or says who has it.
  static RunLock take(String run, Path directory) {
    makeDirectory(directory);
    Path file = directory.resolve("run.lock");
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!locked(channel)) {
        channel.close();
        throw inUse(run, file);
      }
      byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
      channel.truncate(0).write(ByteBuffer.wrap(pid), 0);
      return new RunLock(channel);
    } catch (IOException e) {
      throw StorageFailure.of("lock", Location.of(file), e);
    }
  }

  private static void makeDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw StorageFailure.of("make the directory", Location.of(directory), e);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException here) {
      return false;
    }
  }

  private static MantaException inUse(String run, Path file) throws IOException {
    String pid = Files.readString(file).strip();
    return new MantaException(
        ErrorCode.USER,
        "run %s is in use by process %s; wait for it, stop it, or choose another name"
            .formatted(run, pid.isEmpty() ? "(unknown)" : pid));
  }

  /// Gives the lock back.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new IllegalStateException("a lock cannot be given back", e);
    }
  }
}
