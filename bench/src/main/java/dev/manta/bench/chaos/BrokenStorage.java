package dev.manta.bench.chaos;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/// The local disk, or a bucket, under the scheme `chaos`, which is full, slow or faulty for as long
/// as a file says so. Driver and workers all see the same file, and the same bucket.
final class BrokenStorage implements Storage {
  static final String SCHEME = "chaos";

  /// The variable that names the bucket in place of the disk; paths are the same in it.
  static final String BUCKET = "MANTA_CHAOS_BUCKET";

  private static final long SLOW_MILLIS = 150;

  private final Path order;
  private final AtomicLong calls = new AtomicLong();

  private BrokenStorage(Path order) {
    this.order = order;
  }

  static BrokenStorage of(Location at) {
    return new BrokenStorage(Path.of(order(at)));
  }

  /// The file that says what is wrong with the disk of a location.
  static String order(Location at) {
    return order(Path.of("/" + at.path())).toString();
  }

  /// The location of a local directory in this storage.
  static Location location(Path directory) {
    return new Location(SCHEME, directory.toAbsolutePath().toString());
  }

  /// From now on a disk fault, or none any more.
  static void order(Path directory, Fault fault) throws IOException {
    Files.writeString(directory.resolve("disk"), fault.name());
  }

  static void mend(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve("disk"));
  }

  /// The file lies beside the directory of runs.
  private static Path order(Path below) {
    for (Path at = below; at != null; at = at.getParent()) {
      if (at.endsWith("runs")) {
        return at.resolveSibling("disk");
      }
    }
    throw new IllegalArgumentException(below + " is not below a directory named runs");
  }

  /// Whether runs of this process are in a bucket.
  static boolean isInBucket() {
    return !bucket().isEmpty();
  }

  private static String bucket() {
    return Objects.requireNonNullElse(System.getenv(BUCKET), "");
  }

  private static Location behind(Location at) {
    return isInBucket()
        ? new Location("s3", bucket() + "/" + at.path())
        : new Location("file", "/" + at.path());
  }

  private static Location before(Location at) {
    String path = isInBucket() ? at.path().substring(bucket().length()) : at.path();
    return new Location(SCHEME, path);
  }

  private static Storage inner(Location at) {
    return Storages.at(behind(at));
  }

  @Override
  public void put(Location at, ByteSource from) {
    suffer("write", at);
    inner(at).put(behind(at), from);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    suffer("write", at);
    return inner(at).putIfAbsent(behind(at), bytes);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    suffer("read", at);
    inner(at).read(behind(at), offset, into);
  }

  @Override
  public Optional<byte[]> find(Location at) {
    suffer("read", at);
    return inner(at).find(behind(at));
  }

  @Override
  public void requireExclusivePuts(Location below) {
    inner(below).requireExclusivePuts(behind(below));
  }

  @Override
  public OptionalLong size(Location at) {
    suffer("look at", at);
    return inner(at).size(behind(at));
  }

  @Override
  public List<Entry> list(Location prefix) {
    suffer("list", prefix);
    return inner(prefix).list(behind(prefix)).stream().map(BrokenStorage::entry).toList();
  }

  private static Entry entry(Entry found) {
    return new Entry(before(found.at()), found.size(), found.modified());
  }

  @Override
  public List<String> children(Location prefix) {
    suffer("list", prefix);
    return inner(prefix).children(behind(prefix));
  }

  @Override
  public void deletePrefix(Location prefix) {
    suffer("delete", prefix);
    inner(prefix).deletePrefix(behind(prefix));
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    inner(prefix).sweep(behind(prefix), age);
  }

  private void suffer(String operation, Location at) {
    switch (ordered()) {
      case "FULL_DISK" ->
          refuse(operation.equals("write"), operation, at, "No space left on device");
      case "STORAGE_ERRORS" ->
          refuse(calls.incrementAndGet() % 2 == 1, operation, at, "Input/output error");
      case "SLOW_DISK" -> pause();
      default -> {}
    }
  }

  private String ordered() {
    try {
      return Files.exists(order) ? Files.readString(order) : "";
    } catch (IOException mended) {
      return "";
    }
  }

  private static void refuse(boolean now, String operation, Location at, String why) {
    if (now) {
      throw StorageFailure.of(operation, at, new IOException(why));
    }
  }

  private static void pause() {
    try {
      Thread.sleep(SLOW_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
