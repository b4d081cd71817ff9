package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.checkpoint.UploadFunction;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.InParallel;
import dev.manta.spi.json.Json;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageTraffic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The checkpoints of a run: `<run>/checkpoints/<name>/…`.
///
/// Ranks store their parts, then the controller commits them; without a control record that names
/// what [#commit] returned, a checkpoint does not exist and is swept one day.
public final class CheckpointStore {
  private static final Pattern NAME = Pattern.compile("(.+)-attempt-(\\d{1,9})");

  private final Storage storage;
  private final Location root;
  private final int atOnce;

  /// @param root the directory that holds the checkpoints' directories
  public CheckpointStore(Storage storage, Location root) {
    this(storage, root, FileCopies.AT_ONCE);
  }

  /// @param atOnce how many files of a checkpoint are read or written at a time
  public CheckpointStore(Storage storage, Location root, int atOnce) {
    this.storage = storage;
    this.root = root;
    this.atOnce = atOnce;
  }

  /// The name of a checkpoint; the attempt is in it so that a writer of an old attempt can touch no
  /// newer one.
  public static String name(int attempt, int ordinal) {
    return String.format(Locale.ROOT, "checkpoint-%06d-attempt-%s", ordinal, attempt);
  }

  /// The same for one that the program has named.
  public static String name(int attempt, String given) {
    return given + "-attempt-" + attempt;
  }

  /// What the program called a checkpoint of this name, or the name itself.
  public static String given(String name) {
    Matcher named = NAME.matcher(name);
    return named.matches() ? named.group(1) : name;
  }

  /// Whether a name is one that an attempt before this one gave.
  private static boolean isOfEarlier(String name, int attempt) {
    Matcher named = NAME.matcher(name);
    return named.matches() && Integer.parseInt(named.group(2)) < attempt;
  }

  /// What its storage has sent and received.
  public StorageTraffic traffic() {
    return storage.traffic();
  }

  /// Where a checkpoint's files lie.
  public Location at(String name) {
    return root.resolve(name);
  }

  /// Stores one rank's files. They are durable when this returns.
  public StoredPart store(
      String name, int rank, Extent extent, Moment moment, LocalCheckpoint from) {
    SortedMap<String, Path> local = LocalFiles.below(from.directory()).files();
    local.remove(Manifest.FILE);
    String prefix = extent.directory().isEmpty() ? "" : extent.directory() + "/";
    Optional<UploadFunction> own = from.options().function();
    own.ifPresent(
        function -> FunctionUpload.run(function, from, at(name).resolve(extent.directory())));
    List<StoredFile> files =
        InParallel.map(
            List.copyOf(local.entrySet()),
            atOnce,
            file ->
                own.isPresent()
                    ? FunctionUpload.uploaded(
                        storage, at(name), prefix + file.getKey(), file.getValue())
                    : upload(name, prefix + file.getKey(), file.getValue()));
    return new StoredPart(name, rank, extent, moment, files, from.metadata());
  }

  private StoredFile upload(String name, String path, Path file) {
    Checksum.Counting source = new Checksum.Counting(ByteSource.of(file));
    storage.put(at(name).resolve(path), source);
    return new StoredFile(path, source.bytes(), source.crc32c());
  }

  /// Describes one rank's files that already lie in the place of a checkpoint of this run.
  public StoredPart adopt(int rank, Extent extent, Moment moment, Checkpoint from) {
    String name = adoptedName(from.location(), extent);
    if (from.location().isLocal()) {
      LocalFiles.below(from.location().localPath());
    }
    List<Entry> entries = new ArrayList<>(storage.list(from.location()));
    entries.removeIf(entry -> entry.at().equals(manifestAt(name)));
    List<StoredFile> files = InParallel.map(entries, atOnce, entry -> describe(name, entry));
    return new StoredPart(name, rank, extent, moment, files, from.metadata());
  }

  /// What files that lie there already are called; empty where that is not below this store.
  public String nameAt(Location location) {
    return location.isWithin(root) ? location.relativeTo(root).split("/", 2)[0] : "";
  }

  private String adoptedName(Location from, Extent extent) {
    String name = nameAt(from);
    if (name.isEmpty() || !from.equals(at(name).resolve(extent.directory()))) {
      throw new IllegalArgumentException(
          "without upload the files of a checkpoint (%s) must be at %s/, not at %s"
              .formatted(extent, at("NAME").resolve(extent.directory()), from));
    }
    return name;
  }

  private StoredFile describe(String name, Entry entry) {
    String path = entry.at().relativeTo(at(name));
    return FileCopies.measure(storage, entry.at(), path, entry.size());
  }

  /// Writes the manifest of parts that match; doing it again with the same parts changes nothing.
  public Committed commit(List<StoredPart> parts) {
    return commit(PartMatching.join(parts, Optional.empty()));
  }

  /// The same with the metrics that were reported with it.
  public Committed commit(List<StoredPart> parts, Json metrics) {
    return commit(PartMatching.join(parts, Optional.of(metrics)));
  }

  /// A manifest of the same parts is left as it is: a control record may name its hash already.
  private Committed commit(Manifest manifest) {
    Location at = manifestAt(manifest.name());
    byte[] bytes = manifest.bytes();
    if (!storage.putIfAbsent(at, bytes)) {
      byte[] there = storage.read(at);
      if (describesSame(there, at, manifest)) {
        return new Committed(manifest.name(), Checksum.sha256(there));
      }
      storage.put(at, ByteSource.of(bytes));
    }
    return new Committed(manifest.name(), Checksum.sha256(bytes));
  }

  private static boolean describesSame(byte[] there, Location at, Manifest manifest) {
    try {
      return Manifest.read(there, at).describesSame(manifest);
    } catch (MantaException makesNoSense) {
      return false;
    }
  }

  /// Whether a manifest is there.
  public boolean exists(String name) {
    return storage.exists(manifestAt(name));
  }

  /// A committed checkpoint; its manifest is checked, its files are there with their sizes.
  public Checkpoint load(Committed committed) {
    return found(committed).checkpoint();
  }

  private Found found(Committed committed) {
    Manifest manifest = manifest(committed);
    for (StoredFile file : manifest.files()) {
      Optional<Damage> damage =
          FileCopies.checkSize(storage, at(committed.name()), committed.name(), file);
      if (damage.isPresent()) {
        throw damage.get().failure();
      }
    }
    Checkpoint checkpoint =
        StoredCheckpoint.of(storage, at(committed.name()), Optional.of(manifest));
    return new Found(checkpoint, manifest.size(), manifest.metrics());
  }

  /// A checkpoint, how large it is, and what was reported with it where its manifest says that.
  public record Found(Checkpoint checkpoint, long bytes, Optional<Json> metrics) {}

  /// The same, or empty where it has been deleted, be it while it is looked at.
  public Optional<Found> find(Committed committed) {
    try {
      return exists(committed.name()) ? Optional.of(found(committed)) : Optional.empty();
    } catch (MantaException e) {
      if (exists(committed.name())) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /// Reads every byte of a checkpoint; what is wrong first, or empty.
  public Optional<Damage> verify(Committed committed) {
    Optional<Damage> damage = manifestDamage(committed);
    if (damage.isPresent()) {
      return damage;
    }
    Location place = at(committed.name());
    return InParallel.map(
            manifest(committed).files(),
            atOnce,
            file -> FileCopies.check(storage, place, committed.name(), file))
        .stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// The first of these that is intact; each damaged one before it is told.
  public Optional<Committed> firstIntact(List<Committed> newestFirst, Consumer<Damage> told) {
    for (Committed committed : newestFirst) {
      Optional<Damage> damage = verify(committed);
      if (damage.isEmpty()) {
        return Optional.of(committed);
      }
      told.accept(damage.get());
    }
    return Optional.empty();
  }

  private Manifest manifest(Committed committed) {
    manifestDamage(committed)
        .ifPresent(
            damage -> {
              throw damage.failure();
            });
    Location at = manifestAt(committed.name());
    return Manifest.read(storage.read(at), at);
  }

  private Optional<Damage> manifestDamage(Committed committed) {
    Location at = manifestAt(committed.name());
    String found = storage.find(at).map(Checksum::sha256).orElse("nothing");
    return found.equals(committed.hash())
        ? Optional.empty()
        : Optional.of(new Damage(committed.name(), at, "sha256 " + committed.hash(), found));
  }

  private Location manifestAt(String name) {
    return at(name).resolve(Manifest.FILE);
  }

  /// Deletes a checkpoint, its manifest first, so that half of it never looks whole.
  public void delete(String name) {
    storage.deletePrefix(manifestAt(name));
    storage.deletePrefix(at(name));
  }

  /// Deletes what attempts before this one have stored, is not committed and has not changed for a
  /// while; the names of what was deleted. However old they are, parts of the current attempt may
  /// be committed yet: its ranks train on, and name them to the next controller.
  ///
  /// @param young how old the newest file must be at least: a rank may still be writing
  public List<String> sweepOrphans(
      Set<String> committed, int attempt, Instant now, Duration young) {
    storage.sweep(root, young);
    List<String> swept = new ArrayList<>();
    for (String name : storage.children(root)) {
      boolean orphan = !committed.contains(name) && isOfEarlier(name, attempt);
      if (orphan && isOld(storage.list(at(name)), now.minus(young))) {
        delete(name);
        swept.add(name);
      }
    }
    return swept;
  }

  /// Ends all uploads that are not complete, where storage has such.
  public void sweepUploads() {
    if (!root.isLocal()) {
      storage.sweep(root, Duration.ZERO);
    }
  }

  private static boolean isOld(List<Entry> entries, Instant before) {
    return !entries.isEmpty()
        && entries.stream().noneMatch(entry -> entry.modified().isAfter(before));
  }
}
