package dev.manta.stores;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageTraffic;
import dev.manta.stores.internal.credentials.AmazonCredentials;
import dev.manta.stores.internal.credentials.CredentialChain;
import dev.manta.stores.internal.credentials.GoogleCredentials;
import dev.manta.stores.internal.http.Clients;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.http.Exchange;
import dev.manta.stores.internal.http.LazyClient;
import dev.manta.stores.internal.http.Transport;
import dev.manta.stores.internal.objects.Backoff;
import dev.manta.stores.internal.objects.Deletions;
import dev.manta.stores.internal.objects.Dialect;
import dev.manta.stores.internal.objects.ExclusivePuts;
import dev.manta.stores.internal.objects.Listing;
import dev.manta.stores.internal.objects.Puts;
import dev.manta.stores.internal.objects.Reads;
import dev.manta.stores.internal.objects.StoreClient;
import dev.manta.stores.internal.objects.StoreSettings;
import dev.manta.stores.internal.objects.Sweeps;
import java.lang.foreign.MemorySegment;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// A bucket of Amazon S3, of a server that speaks its interface, or of Google Cloud Storage.
///
/// A location is `s3://bucket/key`; who asks, where and how is in the environment's variables.
public final class S3Storage implements Storage {
  private static final Duration STALL = Duration.ofSeconds(20);

  private final StoreClient client;
  private final Puts puts;
  private final ExclusivePuts exclusive;
  private final Reads reads;
  private final Listing listing;
  private final Deletions deletions;

  S3Storage(StoreClient client) {
    this.client = client;
    this.puts = new Puts(client);
    this.exclusive = new ExclusivePuts(client);
    this.reads = new Reads(client);
    this.listing = new Listing(client);
    this.deletions = new Deletions(client);
  }

  /// The bucket of a location, as the variables of this process describe it.
  public static S3Storage of(Location at) {
    return of(at, Environment.ofProcess(), Backoff.DEFAULT, STALL);
  }

  static S3Storage of(Location at, Environment environment, Backoff backoff, Duration stall) {
    boolean google = at.scheme().equals("gs") || at.scheme().equals("gcs");
    Dialect dialect = google ? Dialect.GOOGLE : Dialect.AMAZON;
    StoreSettings settings = StoreSettings.of(dialect, bucket(at), environment);
    boolean plain = settings.endpoint().getScheme().equals("http");
    Transport transport = Clients.store(environment, plain);
    // Who hands out credentials may want TLS though the store does not.
    Supplier<HttpClient> asked = new LazyClient(() -> Clients.of(environment));
    InstantSource clock = InstantSource.system();
    CredentialChain credentials =
        google
            ? GoogleCredentials.chain(environment, asked, clock)
            : AmazonCredentials.chain(environment, asked, clock);
    return new S3Storage(
        new StoreClient(settings, credentials, new Exchange(transport, stall), backoff, clock));
  }

  private static String bucket(Location at) {
    int slash = at.path().indexOf('/');
    return slash < 0 ? at.path() : at.path().substring(0, slash);
  }

  private static String key(Location at) {
    int slash = at.path().indexOf('/');
    return slash < 0 ? "" : at.path().substring(slash + 1);
  }

  /// The key of what is to be written: a request without one would make the bucket.
  private static String objectKey(Location at) {
    String key = key(at);
    if (key.isEmpty()) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot write %1$s: it is a bucket, not an object; name one in it, like %1$s/name"
              .formatted(at));
    }
    return key;
  }

  /// The text that all keys below a location begin with.
  private static String below(Location at) {
    String key = key(at);
    return key.isEmpty() ? "" : key + "/";
  }

  @Override
  public void put(Location at, ByteSource from) {
    puts.put(at, objectKey(at), from);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    return exclusive.put(at, objectKey(at), bytes);
  }

  @Override
  public void requireExclusivePuts(Location below) {
    exclusive.requireKept(below, below(below));
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    reads.read(at, key(at), offset, into);
  }

  @Override
  public Optional<byte[]> find(Location at) {
    return reads.find(at, key(at));
  }

  @Override
  public OptionalLong size(Location at) {
    return reads.size(at, key(at));
  }

  /// Objects whose keys no location has, such as the `directory/` that some tools make, are left
  /// out.
  @Override
  public List<Entry> list(Location prefix) {
    List<Listing.Stored> below = listing.below(prefix, below(prefix));
    List<Entry> entries = new ArrayList<>();
    itself(prefix, below).ifPresent(entries::add);
    for (Listing.Stored each : below) {
      location(prefix, each.key())
          .ifPresent(at -> entries.add(new Entry(at, each.size(), each.modified())));
    }
    entries.sort(Comparator.comparing(entry -> entry.at().path()));
    return List.copyOf(entries);
  }

  private Optional<Entry> itself(Location at, List<Listing.Stored> below) {
    return key(at).isEmpty() ? Optional.empty() : reads.entry(at, key(at), below.isEmpty());
  }

  private static Optional<Location> location(Location near, String key) {
    String path = bucket(near) + "/" + key;
    try {
      return Optional.of(new Location(near.scheme(), path)).filter(at -> at.path().equals(path));
    } catch (IllegalArgumentException noLocation) {
      return Optional.empty();
    }
  }

  /// Names that no location has, as `..`, are left out.
  @Override
  public List<String> children(Location prefix) {
    String below = below(prefix);
    return listing.names(prefix, below).stream()
        .filter(name -> location(prefix, below + name).isPresent())
        .distinct()
        .sorted()
        .toList();
  }

  /// In a versioned bucket, older versions stay.
  @Override
  public void deletePrefix(Location prefix) {
    List<Listing.Stored> below = listing.below(prefix, below(prefix));
    List<String> keys = new ArrayList<>();
    itself(prefix, below).ifPresent(_ -> keys.add(key(prefix)));
    below.forEach(each -> keys.add(each.key()));
    deletions.all(prefix, keys);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    new Sweeps(client).before(prefix, below(prefix), Instant.now().minus(age));
  }

  @Override
  public StorageTraffic traffic() {
    return client.traffic();
  }
}
