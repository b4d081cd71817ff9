package dev.manta.internal.lease;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.HeldFiles;
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
import java.util.Optional;

/// The right to run a run on this machine. The kernel takes it back when the process dies, however
/// it dies.
public final class RunLock implements AutoCloseable {
  private static final String PID = Long.toString(ProcessHandle.current().pid());
  private static final Duration SETTLED_WITHIN = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  private final Path file;
  private final FileChannel channel;

  private RunLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// What came of asking for the lock: the lock, or the process that has it.
  private record Answer(Optional<RunLock> lock, String holder) {}

  /// Takes the lock of a run's directory, or says who has it.
  public static RunLock take(String run, Path directory) {
    Answer answer = ask(directory);
    return answer.lock().orElseThrow(() -> inUse(run, answer.holder()));
  }

  /// Takes the lock of a run's directory; empty where somebody has it.
  public static Optional<RunLock> tryTake(Path directory) {
    return ask(directory).lock();
  }

  private static Answer ask(Path directory) {
    makeDirectory(directory);
    Path file = directory.resolve("run.lock").toAbsolutePath().normalize();
    if (!HeldFiles.take(file)) {
      return new Answer(Optional.empty(), PID);
    }
    boolean taken = false;
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!lockedSoon(channel, file)) {
        channel.close();
        return new Answer(Optional.empty(), holder(file));
      }
      channel.truncate(0).write(ByteBuffer.wrap(PID.getBytes(StandardCharsets.US_ASCII)), 0);
      taken = true;
      return new Answer(Optional.of(new RunLock(file, channel)), PID);
    } catch (IOException e) {
      throw StorageFailure.of("lock", Location.of(file), e);
    } finally {
      if (!taken) {
        HeldFiles.leave(file);
      }
    }
  }

  private static void makeDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw StorageFailure.of("make the directory", Location.of(directory), e);
    }
  }

  /// The file may name nobody who lives: its holder writes its id a moment after it has taken the
  /// lock, and the kernel takes that back a moment after its process has died.
  private static boolean lockedSoon(FileChannel channel, Path file) throws IOException {
    long end = System.nanoTime() + SETTLED_WITHIN.toNanos();
    boolean locked = locked(channel);
    while (!locked && !lives(holder(file)) && System.nanoTime() < end && pause()) {
      locked = locked(channel);
    }
    return locked;
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException here) {
      return false;
    }
  }

  private static MantaException inUse(String run, String pid) {
    return new MantaException(
        ErrorCode.USER,
        "run %s is in use by %s; wait for it, stop it, or choose another name"
            .formatted(run, lives(pid) ? "process " + pid : "another process"));
  }

  private static String holder(Path file) throws IOException {
    return Files.readString(file).strip();
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
    } finally {
      HeldFiles.leave(file);
    }
  }
}
