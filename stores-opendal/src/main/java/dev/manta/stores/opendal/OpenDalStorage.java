package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Metadata;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.layer.RetryLayer;

/// Objects in a container that OpenDAL reaches.
///
/// It is never closed: OpenDAL's requests use the memory of what made them until they end.
final class OpenDalStorage implements Storage {
  private final Target target;
  private final Failures failures;
  private final Objects objects;
  private final Uploads uploads;
  private final Downloads downloads;
  private final PutOnce putOnce;

  private OpenDalStorage(Target target, AsyncOperator plain, long wholeBytesMax) {
    AsyncOperator patient = plain.layer(patience());
    this.target = target;
    this.failures = new Failures(target);
    this.objects = new Objects(patient, plain);
    this.uploads = new Uploads(patient, wholeBytesMax);
    this.downloads = new Downloads(plain, objects, Downloads.PART_BYTES);
    this.putOnce = new PutOnce(plain, objects);
  }

  static OpenDalStorage open(Target target) {
    return open(target, Uploads.usualWholeBytes());
  }

  /// @param wholeBytesMax the largest object that is held in memory while it is sent
  static OpenDalStorage open(Target target, long wholeBytesMax) {
    NativeCode.load();
    try {
      AsyncOperator plain = AsyncOperator.of(target.service(), target.options());
      return new OpenDalStorage(target, plain, wholeBytesMax);
    } catch (OpenDALException e) {
      throw new MantaException(
          ErrorCode.USER, "cannot use %s: %s".formatted(target, Refusal.of(e).reason()));
    }
  }

  /// For requests that a broken connection or an error of the server ended; about three seconds.
  private static RetryLayer patience() {
    return RetryLayer.builder()
        .jitter(true)
        .factor(2)
        .minDelay(Duration.ofMillis(200))
        .maxDelay(Duration.ofSeconds(2))
        .maxTimes(4)
        .build();
  }

  @Override
  public void put(Location at, ByteSource from) {
    failures.explained(
        "write",
        at,
        () -> {
          uploads.put(target.key(at), from);
          return true;
        });
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    return failures.explained("write", at, () -> putOnce.put(target.key(at), bytes));
  }

  /// Azure says in its documentation that it keeps such puts apart; the others are asked.
  @Override
  public void requireExclusivePuts(Location below) {
    if (target.service().equals("azblob")) {
      return;
    }
    Location at = below.resolve(".manta-probe-" + UUID.randomUUID());
    failures.explained(
        "write",
        at,
        () -> {
          putOnce.requireConditions();
          try {
            new ExclusiveProbe(putOnce::put).requireOne(below, target.key(at));
          } finally {
            objects.deleteAll(target.key(at));
          }
          return true;
        });
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    failures.explained(
        "read",
        at,
        () -> {
          downloads.read(target.key(at), offset, into);
          return true;
        });
  }

  @Override
  public Optional<byte[]> find(Location at) {
    return failures.explained("read", at, () -> objects.find(target.key(at)));
  }

  @Override
  public OptionalLong size(Location at) {
    Optional<Metadata> there =
        failures.explained("look at", at, () -> objects.stat(target.key(at)));
    return there.stream().mapToLong(Metadata::getContentLength).findFirst();
  }

  @Override
  public List<Entry> list(Location prefix) {
    return failures.explained("list", prefix, () -> entries(prefix));
  }

  private List<Entry> entries(Location prefix) {
    String key = target.key(prefix);
    List<Entry> entries = new ArrayList<>();
    if (!key.isEmpty()) {
      objects.stat(key).ifPresent(itself -> entries.add(entry(prefix, key, itself)));
    }
    // A service that has no lists has objects all the same.
    if (objects.canList() || entries.isEmpty()) {
      for (org.apache.opendal.Entry each : objects.below(key, true)) {
        if (each.metadata.isFile()) {
          entries.add(entry(prefix, each.path, each.metadata));
        }
      }
    }
    entries.sort(Comparator.comparing(entry -> entry.at().path()));
    return List.copyOf(entries);
  }

  private Entry entry(Location prefix, String key, Metadata metadata) {
    Instant modified = Optional.ofNullable(metadata.lastModified).orElse(Instant.EPOCH);
    Location at = new Location(prefix.scheme(), target.base() + "/" + key);
    return new Entry(at, metadata.contentLength, modified);
  }

  @Override
  public List<String> children(Location prefix) {
    return failures.explained("list", prefix, () -> names(target.key(prefix)));
  }

  private List<String> names(String key) {
    TreeSet<String> names = new TreeSet<>();
    String above = key.isEmpty() ? "" : Objects.directory(key);
    for (org.apache.opendal.Entry each : objects.below(key, false)) {
      String name = each.path.substring(Math.min(above.length(), each.path.length()));
      names.add(name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
    }
    names.remove("");
    return List.copyOf(names);
  }

  @Override
  public void deletePrefix(Location prefix) {
    failures.explained(
        "delete",
        prefix,
        () -> {
          objects.deleteAll(target.key(prefix));
          return true;
        });
  }

  /// Blocks that no object was made of are invisible, and the service itself removes them: Azure
  /// after a week, others by a rule of the bucket.
  @Override
  public void sweep(Location prefix, Duration age) {}
}
