package dev.manta.internal.checkpoint;

/// One file of a checkpoint: its path below the checkpoint, its size and its CRC32C in hexadecimal,
/// which is empty where it is not known.
///
/// CRC32C runs at the speed of memory, so every copy is checked; the manifest that holds these
/// values is itself named by its SHA-256.
public record StoredFile(String path, long size, String crc32c) {
  public StoredFile {
    FilePath.require(path);
    if (size < 0) {
      throw new IllegalArgumentException("\"" + path + "\" cannot have " + size + " bytes");
    }
  }
}
