package dev.manta.internal.checkpoint;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that belongs to a checkpoint: its parts in order, with sizes and checksums.
///
/// @param metrics what was reported with it; older versions of Manta left that out
public record Manifest(
    int version, String name, Moment moment, List<Part> parts, Optional<Json> metrics) {
  /// The manifest's file in the checkpoint's directory.
  public static final String FILE = "manta-manifest.json";

  static final int VERSION = 1;

  /// One rank's files, with paths below the checkpoint's directory.
  public record Part(
      int rank, Extent extent, List<StoredFile> files, Map<String, String> metadata) {
    public Part {
      files = List.copyOf(files);
      FilePath.requireWithin(extent, files);
    }

    /// The same as a whole, with paths below its own directory.
    Part relativeTo(String directory) {
      int prefix = directory.length() + 1;
      List<StoredFile> relative =
          files.stream()
              .map(f -> new StoredFile(f.path().substring(prefix), f.size(), f.crc32c()))
              .toList();
      return new Part(rank, new Extent.Whole(), relative, metadata);
    }
  }

  public Manifest {
    parts = List.copyOf(parts);
    FilePath.requireDistinct(files(parts));
  }

  /// Reads what anybody may have written: it must not be believed before all of it is checked.
  static Manifest read(byte[] json, Location at) {
    try {
      Manifest manifest = Bind.read(Json.parse(json), Manifest.class, "manifest");
      if (manifest.version != VERSION) {
        throw new IllegalArgumentException(
            "manifest version %s; this Manta reads version %s"
                .formatted(manifest.version, VERSION));
      }
      return manifest;
    } catch (IllegalArgumentException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "cannot use the checkpoint of %s: %s; restore the manifest or use another checkpoint"
              .formatted(at, e.getMessage()),
          e);
    }
  }

  /// The bytes that are stored: the same parts always give the same bytes.
  byte[] bytes() {
    return (Bind.write(this).pretty() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /// Whether the same parts were stored, whatever was reported with them.
  boolean describesSame(Manifest other) {
    return name.equals(other.name) && moment.equals(other.moment) && parts.equals(other.parts);
  }

  /// The files of all parts, in order.
  public List<StoredFile> files() {
    return files(parts);
  }

  private static List<StoredFile> files(List<Part> parts) {
    List<StoredFile> files = new ArrayList<>();
    parts.forEach(part -> files.addAll(part.files()));
    return files;
  }

  /// How many bytes all files have.
  public long size() {
    return files().stream().mapToLong(StoredFile::size).sum();
  }

  /// What the ranks noted; where two noted the same key, the lower rank's value.
  public Map<String, String> metadata() {
    Map<String, String> all = new LinkedHashMap<>();
    parts.forEach(part -> part.metadata().forEach(all::putIfAbsent));
    return all;
  }
}
