package dev.manta.internal.code;

import java.util.List;

/// The class path of a program by content: what two machines compare, in its order. Names are for
/// people; a hash alone says what an entry is.
public record Code(List<Entry> entries) {
  private static final int HASH_CHARS = 64;

  /// One jar.
  ///
  /// @param sha256 of its bytes, in lower-case hexadecimal digits
  public record Entry(String name, String sha256, long bytes) {
    public Entry {
      if (sha256.length() != HASH_CHARS || !sha256.matches("[0-9a-f]+")) {
        throw new IllegalArgumentException(
            "the hash of " + name + " is not a SHA-256 in hexadecimal digits: \"" + sha256 + "\"");
      }
      if (bytes < 0) {
        throw new IllegalArgumentException(name + " cannot have " + bytes + " bytes");
      }
    }
  }

  public Code {
    entries = List.copyOf(entries);
  }

  /// How many bytes all of it has.
  public long bytes() {
    return entries.stream().mapToLong(Entry::bytes).sum();
  }
}
