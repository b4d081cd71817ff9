package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.checkpoint.UploadFunction;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// A local directory as a checkpoint, and how it is meant.
public record LocalCheckpoint(
    Path directory,
    boolean isPart,
    boolean inMidEpoch,
    Map<String, String> metadata,
    UploadOptions options)
    implements Checkpoint {
  public LocalCheckpoint {
    metadata = Map.copyOf(metadata);
  }

  public LocalCheckpoint(
      Path directory, boolean isPart, boolean inMidEpoch, Map<String, String> metadata) {
    this(directory, isPart, inMidEpoch, metadata, UploadOptions.NONE);
  }

  /// Any checkpoint with its files on this machine.
  public static LocalCheckpoint opened(Checkpoint checkpoint) {
    return checkpoint instanceof LocalCheckpoint local
        ? local
        : new LocalCheckpoint(
            checkpoint.open().directory(),
            checkpoint.isPart(),
            checkpoint.inMidEpoch(),
            checkpoint.metadata(),
            UploadOptions.of(checkpoint));
  }

  /// The same files at another place.
  public LocalCheckpoint in(Path other) {
    return new LocalCheckpoint(other, isPart, inMidEpoch, metadata, options);
  }

  /// The same taken at the end of an epoch.
  public LocalCheckpoint atEndOfEpoch() {
    return new LocalCheckpoint(directory, isPart, false, metadata, options);
  }

  private LocalCheckpoint with(UploadOptions other) {
    return new LocalCheckpoint(directory, isPart, inMidEpoch, metadata, other);
  }

  @Override
  public LocalCheckpoint named(String name) {
    return with(options.named(name));
  }

  @Override
  public LocalCheckpoint uploadWith(UploadFunction function) {
    return with(options.by(function));
  }

  @Override
  public LocalCheckpoint deleteAfterUpload() {
    return with(options.deleting());
  }

  /// A directory that a run committed as a checkpoint brings its notes along.
  public static LocalCheckpoint of(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "a checkpoint is made from a directory: "
              + directory
              + (Files.exists(directory) ? " is a file" : " does not exist"));
    }
    Path absolute = directory.toAbsolutePath().normalize();
    StoredCheckpoint stored = stored(absolute);
    return new LocalCheckpoint(absolute, false, stored.inMidEpoch(), stored.metadata());
  }

  private static StoredCheckpoint stored(Path directory) {
    Location location = Location.of(directory);
    return StoredCheckpoint.at(Storages.at(location), location);
  }

  @Override
  public LocalCheckpoint part() {
    return new LocalCheckpoint(directory, true, inMidEpoch, metadata, options);
  }

  @Override
  public LocalCheckpoint midEpoch() {
    return new LocalCheckpoint(directory, isPart, true, metadata, options);
  }

  @Override
  public LocalCheckpoint withMetadata(String key, String value) {
    Map<String, String> more = new TreeMap<>(metadata);
    more.put(key, value);
    return new LocalCheckpoint(directory, isPart, inMidEpoch, more, options);
  }

  @Override
  public Location location() {
    return Location.of(directory);
  }

  @Override
  public int parts() {
    return stored(directory).parts();
  }

  @Override
  public Checkpoint partOf(int index) {
    return stored(directory).partOf(index);
  }

  @Override
  public void toDirectory(Path target) {
    LocalFiles found = LocalFiles.below(directory);
    TargetDirectory to = new TargetDirectory(target);
    try {
      to.directory("");
      for (String path : found.directories()) {
        to.directory(path);
      }
      for (Map.Entry<String, Path> file : found.files().entrySet()) {
        copy(file.getValue(), file.getKey(), to);
      }
    } catch (IOException e) {
      throw StorageFailure.of("copy checkpoint " + directory + " to", Location.of(target), e);
    }
  }

  private static void copy(Path from, String path, TargetDirectory to) throws IOException {
    try (OutputStream out = Channels.newOutputStream(to.create(path))) {
      Files.copy(from, out);
    }
  }

  @Override
  public Opened open() {
    return OpenedDirectory.inPlace(directory);
  }
}
