package dev.manta.internal.journal;

import dev.manta.internal.journal.RowGroupPlan.RowGroup;
import dev.manta.storage.Location;
import java.io.IOException;

/// The file that rows are written to until it is sealed.
final class OpenSegment implements AutoCloseable {
  private final OpenDirectory directory;
  private final long number;
  private final String name;
  private final OpenDirectory.OpenFile file;
  private final long openedNanos;
  private long length;
  private long position;

  private OpenSegment(
      OpenDirectory directory,
      long number,
      String name,
      OpenDirectory.OpenFile file,
      long openedNanos) {
    this.directory = directory;
    this.number = number;
    this.name = name;
    this.file = file;
    this.openedNanos = openedNanos;
  }

  static OpenSegment create(OpenDirectory directory, long number, String name, long nowNanos)
      throws IOException {
    return new OpenSegment(directory, number, name, directory.create(name), nowNanos);
  }

  /// Writes rows and makes them durable; after an error the same rows can be written again.
  void write(RowGroup group) throws IOException {
    write(group.rows().array(), group.rows().length());
    position = group.position();
  }

  void write(byte[] rows, int count) throws IOException {
    file.write(length, rows, count);
    length += count;
  }

  /// The position of its last row.
  long position() {
    return position;
  }

  /// Whether the file still has its name.
  boolean isOurs() throws IOException {
    return file.isOurs();
  }

  /// The same under the same name, whose file was deleted: what was written is still there as long
  /// as this is open.
  OpenSegment again() throws IOException {
    byte[] rows = content();
    if (directory.names().contains(name)) {
      directory.move(name, name + ".replaced");
    }
    OpenSegment next = create(directory, number, name, openedNanos);
    try {
      next.write(rows, rows.length);
      next.position = position;
    } catch (IOException e) {
      next.close();
      directory.delete(name);
      throw e;
    }
    close();
    return next;
  }

  /// All that was written; of one that is closed, what the file holds.
  byte[] content() throws IOException {
    return file.content(Math.toIntExact(length));
  }

  long number() {
    return number;
  }

  String name() {
    return name;
  }

  /// Where the file lies, for people.
  Location at() {
    return directory.location().resolve(name);
  }

  long length() {
    return length;
  }

  long ageNanos(long nowNanos) {
    return nowNanos - openedNanos;
  }

  @Override
  public void close() {
    file.close();
  }
}
