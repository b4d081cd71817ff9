package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.checkpoint.UploadFunction;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A checkpoint in storage: a committed one with its manifest, or any files.
public record StoredCheckpoint(
    Storage storage,
    Location location,
    Optional<Manifest> manifest,
    boolean isPart,
    boolean inMidEpoch,
    Map<String, String> metadata,
    UploadOptions options)
    implements Checkpoint {
  public StoredCheckpoint {
    metadata = Map.copyOf(metadata);
  }

  public static StoredCheckpoint at(Storage storage, Location location) {
    Location at = location.resolve(Manifest.FILE);
    Optional<Manifest> manifest = storage.find(at).map(json -> Manifest.read(json, at));
    return of(storage, location, manifest);
  }

  static StoredCheckpoint of(Storage storage, Location location, Optional<Manifest> manifest) {
    boolean midEpoch = manifest.map(known -> known.moment().midEpoch()).orElse(false);
    Map<String, String> metadata = manifest.map(Manifest::metadata).orElse(Map.of());
    return new StoredCheckpoint(
        storage, location, manifest, false, midEpoch, metadata, UploadOptions.NONE);
  }

  @Override
  public StoredCheckpoint part() {
    return new StoredCheckpoint(storage, location, manifest, true, inMidEpoch, metadata, options);
  }

  @Override
  public StoredCheckpoint midEpoch() {
    return new StoredCheckpoint(storage, location, manifest, isPart, true, metadata, options);
  }

  private StoredCheckpoint with(UploadOptions other) {
    return new StoredCheckpoint(storage, location, manifest, isPart, inMidEpoch, metadata, other);
  }

  @Override
  public StoredCheckpoint named(String name) {
    return with(options.named(name));
  }

  @Override
  public StoredCheckpoint uploadWith(UploadFunction function) {
    return with(options.by(function));
  }

  @Override
  public StoredCheckpoint deleteAfterUpload() {
    throw new IllegalArgumentException(
        "only a local directory can be handed over, not what lies in storage at " + location);
  }

  @Override
  public StoredCheckpoint withMetadata(String key, String value) {
    Map<String, String> more = new TreeMap<>(metadata);
    more.put(key, value);
    return new StoredCheckpoint(storage, location, manifest, isPart, inMidEpoch, more, options);
  }

  @Override
  public int parts() {
    return manifest.map(known -> known.parts().size()).orElse(1);
  }

  @Override
  public Checkpoint partOf(int index) {
    if (index < 0 || index >= parts()) {
      throw new IllegalArgumentException(
          "%s has %s parts; there is no part %s".formatted(location, parts(), index));
    }
    return manifest.map(known -> view(known, known.parts().get(index))).orElse(this);
  }

  private StoredCheckpoint view(Manifest known, Manifest.Part part) {
    String directory = part.extent().directory();
    if (directory.isEmpty()) {
      return this;
    }
    Manifest.Part own = part.relativeTo(directory);
    Manifest view =
        new Manifest(known.version(), known.name(), known.moment(), List.of(own), known.metrics());
    return of(storage, location.resolve(directory), Optional.of(view));
  }

  @Override
  public Opened open() {
    return location.isLocal()
        ? OpenedDirectory.inPlace(location.localPath())
        : NodeCache.shared().open(this);
  }

  /// Each file is checked on the way.
  @Override
  public void toDirectory(Path target) {
    FileCopies.download(storage, location, files(), new TargetDirectory(target));
  }

  private List<StoredFile> files() {
    return manifest.map(Manifest::files).orElseGet(this::listed);
  }

  /// Files without a manifest have no checksum.
  private List<StoredFile> listed() {
    List<Entry> entries = storage.list(location);
    if (entries.isEmpty()) {
      throw new MantaException(ErrorCode.STORAGE, "no checkpoint: there is nothing at " + location);
    }
    try {
      List<StoredFile> files =
          entries.stream()
              .map(entry -> new StoredFile(entry.at().relativeTo(location), entry.size(), ""))
              .toList();
      FilePath.requireDistinct(files);
      return files;
    } catch (IllegalArgumentException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "no checkpoint at " + location + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "Checkpoint[" + location + "]";
  }
}
