package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.Pids;
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
import java.time.Duration;

/// The right to run a run on this machine. The kernel takes it back when the process dies, however
/// it dies.
final class RunLock implements AutoCloseable {
  private static final Duration NAMED_WITHIN = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

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
    return new MantaException(
        ErrorCode.USER,
        "run %s is in use by %s; wait for it, stop it, or choose another name"
            .formatted(run, holder(file)));
  }

  /// The holder writes its id a moment after it has taken the lock; until then the file is empty,
  /// or has the id of an earlier one that is gone.
  private static String holder(Path file) throws IOException {
    long end = System.nanoTime() + NAMED_WITHIN.toNanos();
    String pid = Files.readString(file).strip();
    while (!lives(pid) && System.nanoTime() < end && pause()) {
      pid = Files.readString(file).strip();
    }
    return lives(pid) ? "process " + pid : "another process";
  }

  private static boolean lives(String pid) {
    return pid.matches("\\d{1,18}") && Pids.runs(Long.parseLong(pid));
  }

  /// False when the thread should not wait any longer.
  private static boolean pause() {
    try {
      Thread.sleep(LOOK_EVERY);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
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
