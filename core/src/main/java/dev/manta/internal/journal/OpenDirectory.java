package dev.manta.internal.journal;

import dev.manta.storage.Location;
import java.io.IOException;
import java.util.List;

/// The files of the segments that are not sealed yet: on this machine, and the same for every
/// controller on it.
public interface OpenDirectory {
  /// A file that its writer has open.
  interface OpenFile extends AutoCloseable {
    /// Writes from an offset on and makes that durable.
    void write(long offset, byte[] bytes, int count) throws IOException;

    /// Whether the file still has its name; a later controller takes it away before it reads it, so
    /// what was written while this was true is never lost.
    boolean isOurs() throws IOException;

    /// Its first bytes, whether it still has its name or not; once this is closed, what has that
    /// name.
    byte[] content(int length) throws IOException;

    /// Never fails: what was written is durable already.
    @Override
    void close();
  }

  /// Makes a file that must not be there yet; its name is durable when this returns.
  OpenFile create(String name) throws IOException;

  /// The names of all files; none where there is no such directory.
  List<String> names() throws IOException;

  /// What is in a file from an offset on.
  byte[] read(String name, long from) throws IOException;

  /// Writes a whole file.
  void write(String name, byte[] bytes) throws IOException;

  /// Gives a file another name at once, instead of what had that before.
  void move(String name, String to) throws IOException;

  /// Deletes a file, if it is there.
  void delete(String name) throws IOException;

  /// Where it is, for people.
  Location location();
}
