package dev.manta.internal.local;

import dev.manta.internal.machine.OwnFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The CPUs of this machine that programs of this user have taken: a directory with a file for each
/// share, which its owner keeps locked. The kernel unlocks those of a process that ends, however it
/// does; whoever looks next removes them.
///
/// Nobody is kept from using more. Runs take their share and wait for nobody; trials of experiments
/// wait until theirs is free.
public final class MachineShares {
  /// Names another directory, for programs that are to know nothing of others.
  public static final String VARIABLE = "MANTA_SHARES";

  /// A process that closes any channel to a file gives up its lock on it, so it never opens its own
  /// again. Guards everything here within this process.
  private static final Map<Path, Share> OWN = new HashMap<>();

  private static final String LOCK = "lock";
  private static int made;

  private final Path directory;

  /// Those that are written down there.
  public MachineShares(Path directory) {
    this.directory = directory;
  }

  /// Those of this user, whichever program asks.
  public static MachineShares ofThisUser() {
    String named = System.getenv(VARIABLE);
    return new MachineShares(
        named == null
            ? Path.of("/tmp", "manta-shares-" + System.getProperty("user.name"))
            : Path.of(named));
  }

  /// Whether this process is a worker: what it starts has a share already, and whoever has it waits
  /// for this process.
  public static boolean isWithinShare() {
    return System.getenv(WorkerFiles.MARK) != null;
  }

  /// CPUs that were taken, until they are given back.
  public final class Share implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final double cpus;
    private boolean closed;

    private Share(double cpus) throws IOException {
      this.cpus = cpus;
      file = directory.resolve(ProcessHandle.current().pid() + "-" + made++);
      channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw new IOException("somebody holds " + file);
      }
      channel.write(ByteBuffer.wrap(Double.toString(cpus).getBytes(StandardCharsets.US_ASCII)));
      OWN.put(file, this);
    }

    @Override
    public void close() {
      synchronized (OWN) {
        if (!closed) {
          closed = true;
          OWN.remove(file);
          remove(file, channel);
        }
      }
    }
  }

  private static void remove(Path file, FileChannel channel) {
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot remove " + file, left);
    }
  }

  /// Takes CPUs whether or not they are free; empty where nothing can be written down.
  public Optional<Share> takeAnyway(double cpus) {
    return take(cpus, Double.POSITIVE_INFINITY).share();
  }

  /// The answer to a request for CPUs.
  ///
  /// @param share empty where it was not free, or cannot be written down
  /// @param taken how many CPUs others have
  /// @param granted whether they may be used
  public record Answer(Optional<Share> share, double taken, boolean granted) {}

  /// Takes CPUs if they are free. One that wants more than there are gets them when nobody else has
  /// any. Where nothing can be written down everything is free.
  ///
  /// @param of how many there are
  public Answer take(double cpus, double of) {
    synchronized (OWN) {
      try (FileChannel lock = lock();
          FileLock alone = lock.lock()) {
        assert alone != null;
        double taken = taken();
        boolean free = taken + Math.min(cpus, of) <= of;
        return new Answer(free ? Optional.of(new Share(cpus)) : Optional.empty(), taken, free);
      } catch (IOException e) {
        System.getLogger("dev.manta.local")
            .log(System.Logger.Level.DEBUG, "cannot share the machine in " + directory, e);
        return new Answer(Optional.empty(), 0, true);
      }
    }
  }

  private FileChannel lock() throws IOException {
    OwnFiles.privateDirectory(directory);
    return FileChannel.open(
        directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private double taken() throws IOException {
    double sum = 0;
    try (DirectoryStream<Path> shares = Files.newDirectoryStream(directory, "*-*")) {
      for (Path each : shares) {
        Share own = OWN.get(each);
        sum += own == null ? taken(each) : own.cpus;
      }
    }
    return sum;
  }

  /// One that can be locked has no owner any more.
  private static double taken(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (channel) {
      if (channel.tryLock() == null) {
        return Double.parseDouble(Files.readString(file));
      }
      Files.deleteIfExists(file);
      return 0;
    } catch (NumberFormatException halfWritten) {
      return 0;
    }
  }
}
