package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Tells a process that a busy machine keeps waiting from one that is frozen.
///
/// On Linux that is seen in `/proc`; elsewhere only in the time that the process has had.
public final class ProcessActivity {
  private static final String STOPPED_OR_DEAD = "TtZX";

  private final long pid;
  private final Path directory;
  private long lastTime = -1;

  public ProcessActivity(long pid) {
    this.pid = pid;
    this.directory = Path.of("/proc", Long.toString(pid));
  }

  /// Whether the process has had time on a processor since this was last asked, or one of its
  /// threads waits for that; never for a process that was stopped.
  public boolean isBusy() {
    Optional<Status> status = Status.of(directory.resolve("stat"));
    if (status.isEmpty()) {
      return hasWorked(timeElsewhere());
    }
    boolean stopped = STOPPED_OR_DEAD.indexOf(status.get().state()) >= 0;
    boolean worked = hasWorked(status.get().time());
    return !stopped && (worked || wantsToWork());
  }

  private boolean hasWorked(long time) {
    boolean worked = lastTime >= 0 && time > lastTime;
    lastTime = time;
    return worked;
  }

  private long timeElsewhere() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toMillis)
        .orElse(-1L);
  }

  private boolean wantsToWork() {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(directory.resolve("task"))) {
      for (Path thread : threads) {
        if (Status.of(thread.resolve("stat")).filter(status -> status.state() == 'R').isPresent()) {
          return true;
        }
      }
      return false;
    } catch (IOException gone) {
      return false;
    }
  }

  /// What the kernel says of a process or a thread: its state, and the clock ticks it has had.
  private record Status(char state, long time) {
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    static Optional<Status> of(Path stat) {
      try {
        String line = Files.readString(stat);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        long time = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
        return Optional.of(new Status(fields[0].charAt(0), time));
      } catch (IOException | RuntimeException elsewhere) {
        return Optional.empty();
      }
    }
  }
}
