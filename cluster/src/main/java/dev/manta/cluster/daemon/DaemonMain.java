package dev.manta.cluster.daemon;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.local.resources.MachineResources;
import dev.manta.internal.machine.Pids;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The process of a daemon: `DaemonMain DATA-DIRECTORY`. It ends with 0 when it has left, with 2
/// where somebody must change something first, and with anything else to be started again: then its
/// workers live on.
public final class DaemonMain {
  private static final int WRONG = 2;
  private static final int AGAIN = 255;

  private DaemonMain() {}

  public static void main(String[] args) throws InterruptedException {
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
    var directory = new DataDirectory(Path.of(args[0]));
    boolean again = System.getenv("MANTA_RESTARTED") != null;
    try (FileLock _ = lock(directory)) {
      directory.drop(directory.ready());
      directory.keep(directory.process(), process().bytes());
      new Daemon(directory, MachineResources.node()).takePart(again);
    } catch (MantaException e) {
      System.err.println("manta: " + e.getMessage());
      if (e.code() != ErrorCode.USER && (again || Files.exists(directory.ready()))) {
        Runtime.getRuntime().halt(AGAIN);
      }
      System.exit(WRONG);
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(AGAIN);
    }
  }

  private static Described process() {
    long pid = ProcessHandle.current().pid();
    return new Described(Map.of("pid", Long.toString(pid), "birth", Pids.birth(pid).orElse("")));
  }

  private static FileLock lock(DataDirectory directory) throws IOException {
    var channel =
        FileChannel.open(directory.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    @Nullable FileLock lock = channel.tryLock();
    if (lock == null) {
      throw new MantaException(
          ErrorCode.USER, "another daemon uses the data directory " + directory.root());
    }
    return lock;
  }
}
