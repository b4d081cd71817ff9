package dev.manta.it.fuzz;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.Manifest;
import dev.manta.internal.checkpoint.StoredCheckpoint;
import dev.manta.internal.checkpoint.StoredFile;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A manifest, and the files that it names copied to a directory: nothing may be written outside.
final class ManifestTarget implements Target {
  private static final Location AT = Location.parse("mem:fuzz/manifest");
  private static final int FILES_MAX = 50;
  private static final int BYTES_MAX = 1000;

  private final MemoryStorage storage = MemoryStorage.shared();
  private final Path root;
  private final Path target;

  ManifestTarget() throws IOException {
    root = Scratch.directory();
    target = root.resolve("target");
  }

  @Override
  public void take(byte[] input, Limits limits) throws IOException {
    storage.deletePrefix(AT);
    storage.put(AT.resolve(Manifest.FILE), ByteSource.of(input));
    Checkpoint checkpoint = Checkpoint.at(AT);
    Manifest manifest = ((StoredCheckpoint) checkpoint).manifest().orElseThrow();
    for (StoredFile file : manifest.files()) {
      requireInside(file);
    }
    for (int i = 0; i < checkpoint.parts(); i++) {
      checkpoint.partOf(i).metadata();
    }
    copy(checkpoint, manifest.files());
  }

  private void requireInside(StoredFile file) {
    Path to = target.resolve(file.path()).normalize();
    Finding.unless(
        to.startsWith(target) && !to.equals(target),
        "would write to " + to + ", outside " + target);
  }

  private void copy(Checkpoint checkpoint, List<StoredFile> files) throws IOException {
    if (files.size() > FILES_MAX || files.stream().anyMatch(file -> file.size() > BYTES_MAX)) {
      return;
    }
    for (StoredFile file : files) {
      storage.put(AT.resolve(file.path()), ByteSource.of(new byte[(int) file.size()]));
    }
    try {
      checkpoint.toDirectory(target);
    } finally {
      try (Stream<Path> beside = Files.list(root)) {
        Finding.unless(beside.allMatch(target::equals), "something was written beside the target");
      }
      Scratch.empty(target);
    }
  }
}
