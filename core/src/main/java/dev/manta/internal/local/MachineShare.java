package dev.manta.internal.local;

import dev.manta.cluster.Resources;
import dev.manta.internal.local.resources.MachineResources;
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
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The CPUs, GPUs, memory and declared resources of this machine that a part of this program has
/// taken, where other programs of this user see it: a file that is kept locked. The kernel unlocks
/// that of a process which ends, however it does, and whoever looks next removes it.
///
/// Nobody is kept from using more. Where nothing can be written down everything is free.
public final class MachineShare implements AutoCloseable {
  /// Names another directory, for programs that are to know nothing of others.
  public static final String VARIABLE = "MANTA_SHARES";

  /// A process that closes any channel to a file gives up its lock on it, so it never opens its own
  /// again. Guards everything here within this process.
  private static final Map<Path, MachineShare> OWN = new HashMap<>();

  private static final String CPUS = "cpus";
  private static final String GPUS = "gpus";
  private static final String MEMORY = "memory";
  private static final String GATE = "gate";
  private static final String SHARES = "share-";
  private static final Duration GATE_WITHIN = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private final Path directory;
  private final Path file;
  private HeldResources seen = HeldResources.NONE;
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

  /// What a program would like, in pieces of some size.
  ///
  /// @param used how many it uses now
  /// @param piece how many it needs to begin something more; above 0
  /// @param most how many it could use
  public record Wish(double used, double piece, double most) {
    private Wish times(double each) {
      return new Wish(used * each, piece * each, most * each);
    }
  }

  /// The same where a piece is a CPU.
  ///
  /// @param all how many CPUs there are
  public double ask(Wish wish, double all) {
    return ask(wish, Map.of(CPUS, 1.0), Map.of(CPUS, all));
  }

  /// Takes as much of a wish as is free, and gives back the rest of what it had; how many pieces
  /// may be used from now on. That may be fewer than are used, which is to be followed as soon as
  /// something ends.
  ///
  /// @param each what a piece has of each resource
  /// @param all how much there is of each
  public double ask(Wish wish, Map<String, Double> each, Map<String, Double> all) {
    synchronized (OWN) {
      try (FileChannel gate = alone()) {
        assert gate.isOpen();
        List<HeldResources> others = others();
        double limit = wish.most();
        for (String name : each.keySet()) {
          double one = each.get(name);
          List<ShareRule.Other> theirs = others.stream().map(other -> other.of(name)).toList();
          double most = ShareRule.limit(wish.times(one), all.getOrDefault(name, 0.0), theirs);
          limit = Math.min(limit, most / one);
        }
        double has = Math.max(limit, wish.used());
        double waits = has > 0 || wish.most() == 0 ? 0 : wish.piece();
        write(new HeldResources(scaled(each, has, waits), seen.gpus()));
        return limit;
      } catch (IOException e) {
        return unshared(e, wish.most());
      }
    }
  }

  private static Map<String, ShareRule.Other> scaled(
      Map<String, Double> each, double has, double waits) {
    return each.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                one -> new ShareRule.Other(has * one.getValue(), waits * one.getValue())));
  }

  private <T> T unshared(IOException e, T instead) {
    System.getLogger("dev.manta.local")
        .log(System.Logger.Level.DEBUG, "cannot share the machine in " + directory, e);
    return instead;
  }

  /// Takes CPUs whether or not they are free.
  public void take(double cpus) {
    take(cpus == 0 ? Map.of() : Map.of(CPUS, cpus));
  }

  /// Takes an amount of each of some resources, whether or not they are free.
  void take(Map<String, Double> amounts) {
    synchronized (OWN) {
      try (FileChannel gate = alone()) {
        assert gate.isOpen();
        write(new HeldResources(scaled(amounts, 1, 0), seen.gpus()));
      } catch (IOException e) {
        var _ = unshared(e, false);
      }
    }
  }

  /// Takes the first of some wishes for GPUs that what is free allows, and after them one that it
  /// does not allow, if there is one; the numbers of the GPUs in the order in which workers have
  /// them. Empty where none is free enough.
  ///
  /// @param meant the numbers of those that are meant
  /// @param anyway what is taken where nothing is free: GPUs that others use least
  Optional<List<Integer>> takeGpus(
      List<GpuRule.Wish> wishes, List<Integer> meant, Optional<GpuRule.Wish> anyway) {
    synchronized (OWN) {
      try (FileChannel gate = alone()) {
        assert gate.isOpen();
        Map<Integer, Double> taken = new HashMap<>();
        for (HeldResources each : others()) {
          each.gpus().forEach((number, part) -> taken.merge(number, part, Double::sum));
        }
        Optional<Map<Integer, Double>> chosen =
            wishes.stream()
                .flatMap(wish -> GpuRule.free(wish, meant, taken).stream())
                .findFirst()
                .or(() -> anyway.map(wish -> GpuRule.leastUsed(wish, meant, taken)));
        if (chosen.isPresent()) {
          write(new HeldResources(seen.amounts(), chosen.get()));
        }
        return chosen.map(each -> List.copyOf(each.keySet()));
      } catch (IOException e) {
        return unshared(e, Optional.of(meant));
      }
    }
  }

  /// How many CPUs others have.
  public double taken() {
    return taken(CPUS);
  }

  /// How much of a resource others have.
  public double taken(String resource) {
    synchronized (OWN) {
      try (FileChannel gate = alone()) {
        assert gate.isOpen();
        return others().stream().mapToDouble(each -> each.of(resource).has()).sum();
      } catch (IOException e) {
        return unshared(e, 0.0);
      }
    }
  }

  /// What workers with these resources have of what is shared, by name; a part of a GPU counts as
  /// much as is not left for others.
  public static Map<String, Double> amounts(Resources each) {
    Map<String, Double> amounts = new TreeMap<>(each.custom());
    amounts.put(CPUS, each.cpus());
    double gpus = each.gpus();
    amounts.put(GPUS, gpus > 0 && gpus < 1 ? 1.0 / GpuRule.onOne(gpus) : gpus);
    amounts.put(MEMORY, (double) each.memoryBytes());
    amounts.values().removeIf(amount -> amount == 0);
    return amounts;
  }

  /// What this machine has of what is shared.
  public static Map<String, Double> all() {
    return amounts(MachineResources.node().total());
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

  private List<HeldResources> others() throws IOException {
    List<HeldResources> others = new ArrayList<>();
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
  private static HeldResources read(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.tryLock() == null) {
        return HeldResources.parse(Files.readString(file));
      }
      Files.deleteIfExists(file);
    } catch (NoSuchFileException removed) {
      // its owner has given it back
    }
    return HeldResources.NONE;
  }

  private void write(HeldResources now) throws IOException {
    FileChannel open = channel;
    if (open != null && open.isOpen() && now.equals(seen)) {
      return;
    }
    open = open == null || !open.isOpen() ? made() : open;
    channel = open;
    byte[] text = now.text().getBytes(StandardCharsets.UTF_8);
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
