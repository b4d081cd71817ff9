package dev.manta.internal.local;

import dev.manta.internal.machine.OwnFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The CPUs of this machine that a part of this program has taken, where other programs of this
/// user see it: a file that is kept locked. The kernel unlocks that of a process which ends,
/// however it does, and whoever looks next removes it.
///
/// Nobody is kept from using more. Where nothing can be written down everything is free.
public final class MachineShare implements AutoCloseable {
  /// Names another directory, for programs that are to know nothing of others.
  public static final String VARIABLE = "MANTA_SHARES";

  /// A process that closes any channel to a file gives up its lock on it, so it never opens its own
  /// again. Guards everything here within this process.
  private static final Map<Path, MachineShare> OWN = new HashMap<>();

  private static final String GATE = "gate";
  private static final String SHARES = "share-";
  private static final Duration GATE_WITHIN = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private final Path directory;
  private final Path file;
  private ShareRule.Other seen = new ShareRule.Other(0, 0);
  private @Nullable FileChannel channel;

  /// One that has nothing yet.
  public MachineShare(Path directory) {
    this.directory = directory;
    this.file = directory.resolve(SHARES + UUID.randomUUID()).toAbsolutePath();
  }

  /// One among those of this user, whichever program asks.
  public static MachineShare ofThisUser() {
    String named = System.getenv(VARIABLE);
    return new MachineShare(
        named == null
            ? Path.of("/tmp", "manta-shares-" + System.getProperty("user.name"))
            : Path.of(named));
  }

  /// Whether this process is a worker: what it starts is part of a share already, and whoever has
  /// that waits for this process.
  public static boolean isWithinShare() {
    return System.getenv(WorkerFiles.MARK) != null;
  }

  /// What a program would like.
  ///
  /// @param used how many CPUs it uses now
  /// @param piece how many it needs to begin something more; above 0
  /// @param most how many it could use
  public record Wish(double used, double piece, double most) {}

  /// Takes as much of a wish as is free, and gives back the rest of what it had; how many CPUs may
  /// be used from now on. That may be fewer than are used, which is to be followed as soon as
  /// something ends.
  ///
  /// @param all how many CPUs there are
  public double ask(Wish wish, double all) {
    synchronized (OWN) {
      try (FileChannel gate = alone()) {
        assert gate.isOpen();
        double limit = ShareRule.limit(wish, all, others());
        double has = Math.max(limit, wish.used());
        write(new ShareRule.Other(has, has > 0 || wish.most() == 0 ? 0 : wish.piece()));
        return limit;
      } catch (IOException e) {
        System.getLogger("dev.manta.local")
            .log(System.Logger.Level.DEBUG, "cannot share the machine in " + directory, e);
        return wish.most();
      }
    }
  }

  /// Takes CPUs whether or not they are free.
  public void take(double cpus) {
    var _ = ask(new Wish(cpus, Math.max(cpus, 1), cpus), Double.MAX_VALUE);
  }

  /// How many CPUs others have.
  public double taken() {
    synchronized (OWN) {
      try (FileChannel gate = alone()) {
        assert gate.isOpen();
        return others().stream().mapToDouble(ShareRule.Other::has).sum();
      } catch (IOException e) {
        return 0;
      }
    }
  }

  /// Whoever holds the gate does so for a moment, unless it was frozen just then.
  private FileChannel alone() throws IOException {
    OwnFiles.privateDirectory(directory);
    Path gate = directory.resolve(GATE);
    FileChannel channel =
        FileChannel.open(gate, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    long end = System.nanoTime() + GATE_WITHIN.toNanos();
    while (channel.tryLock() == null) {
      if (System.nanoTime() > end) {
        channel.close();
        throw new IOException("somebody has held " + gate + " for " + GATE_WITHIN);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
    return channel;
  }

  private List<ShareRule.Other> others() throws IOException {
    List<ShareRule.Other> others = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, SHARES + "*")) {
      for (Path each : files) {
        MachineShare own = OWN.get(each.toAbsolutePath());
        if (own != this) {
          others.add(own == null ? read(each) : own.seen);
        }
      }
    }
    return others;
  }

  /// One that can be locked has no owner any more.
  private static ShareRule.Other read(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.tryLock() == null) {
        return parse(Files.readString(file));
      }
      Files.deleteIfExists(file);
    } catch (NoSuchFileException removed) {
      // its owner has given it back
    }
    return new ShareRule.Other(0, 0);
  }

  private static ShareRule.Other parse(String text) throws IOException {
    String[] numbers = text.strip().split(" ", 2);
    try {
      return new ShareRule.Other(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException other) {
      throw new IOException("this is no share of a machine: " + text, other);
    }
  }

  private void write(ShareRule.Other now) throws IOException {
    FileChannel open = channel;
    if (open != null && open.isOpen() && now.equals(seen)) {
      return;
    }
    open = open == null || !open.isOpen() ? made() : open;
    channel = open;
    byte[] text = (now.has() + " " + now.waits()).getBytes(StandardCharsets.US_ASCII);
    open.truncate(0).write(ByteBuffer.wrap(text), 0);
    seen = now;
  }

  /// An interrupt closes the channel that a thread just writes to, and its lock is lost.
  private FileChannel made() throws IOException {
    Files.deleteIfExists(file);
    FileChannel made =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (made.tryLock() == null) {
      throw new IOException("somebody holds " + file);
    }
    OWN.put(file, this);
    return made;
  }

  /// Gives everything back.
  @Override
  public void close() {
    synchronized (OWN) {
      OWN.remove(file);
      try (FileChannel _ = channel) {
        Files.deleteIfExists(file);
      } catch (IOException left) {
        System.getLogger("dev.manta.local")
            .log(System.Logger.Level.DEBUG, "cannot remove " + file, left);
      }
      channel = null;
    }
  }
}
