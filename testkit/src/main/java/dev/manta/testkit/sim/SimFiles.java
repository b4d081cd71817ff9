package dev.manta.testkit.sim;

import dev.manta.internal.journal.OpenDirectory;
import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The local disk of the machine that controllers run on; what is written survives them.
final class SimFiles implements OpenDirectory {
  private static final Location DIRECTORY = Location.parse("mem:open");

  /// What a file holds, whatever its name is.
  private static final class Content {
    private byte[] bytes = new byte[0];

    void write(long offset, byte[] from, int count) {
      int start = Math.toIntExact(offset);
      bytes = Arrays.copyOf(bytes, start + count);
      System.arraycopy(from, 0, bytes, start, count);
    }
  }

  private final Map<String, Content> files;
  private final Writing writing;

  /// What may happen to a controller while it writes.
  interface Writing {
    /// How many of so many bytes get to the disk.
    int written(int count) throws IOException;

    /// Happens when so many of them are there; a controller that is killed in its write throws.
    void done(int written, int count);

    /// Whether a file that has lost its name is still taken for the controller's own.
    boolean believesItsOwn();
  }

  private SimFiles(Map<String, Content> files, Writing writing) {
    this.files = files;
    this.writing = writing;
  }

  /// A disk without files, where nothing goes wrong.
  static SimFiles empty() {
    return new SimFiles(new HashMap<>(), new Undisturbed());
  }

  private record Undisturbed() implements Writing {
    @Override
    public int written(int count) {
      return count;
    }

    @Override
    public void done(int written, int count) {}

    @Override
    public boolean believesItsOwn() {
      return false;
    }
  }

  /// The same files, written by somebody to whom things happen.
  SimFiles as(Writing somebody) {
    return new SimFiles(files, somebody);
  }

  /// Other files: none of these.
  SimFiles without() {
    return new SimFiles(new HashMap<>(), writing);
  }

  /// Nothing is left of them.
  void lose() {
    files.clear();
  }

  /// How many lines all files have.
  long lines() {
    return files.values().stream().mapToLong(each -> SimWorld.lines(each.bytes)).sum();
  }

  private Content content(String name) throws NoSuchFileException {
    return Optional.ofNullable(files.get(name)).orElseThrow(() -> new NoSuchFileException(name));
  }

  @Override
  public OpenFile create(String name) throws IOException {
    var made = new Content();
    if (files.putIfAbsent(name, made) != null) {
      throw new FileAlreadyExistsException(name);
    }
    return new SimFile(name, made);
  }

  @Override
  public List<String> names() {
    return List.copyOf(files.keySet());
  }

  @Override
  public byte[] read(String name, long from) throws IOException {
    byte[] bytes = content(name).bytes;
    return Arrays.copyOfRange(bytes, (int) Math.min(from, bytes.length), bytes.length);
  }

  @Override
  public void write(String name, byte[] bytes) {
    var made = new Content();
    made.write(0, bytes, bytes.length);
    files.put(name, made);
  }

  @Override
  public void move(String name, String to) throws IOException {
    files.put(to, content(name));
    files.remove(name);
  }

  @Override
  public void delete(String name) {
    files.remove(name);
  }

  @Override
  public Location location() {
    return DIRECTORY;
  }

  /// A file that a controller has open.
  private final class SimFile implements OpenFile {
    private final String name;
    private final Content content;

    SimFile(String name, Content content) {
      this.name = name;
      this.content = content;
    }

    @Override
    public void write(long offset, byte[] bytes, int count) throws IOException {
      int written = writing.written(count);
      content.write(offset, bytes, written);
      writing.done(written, count);
    }

    @Override
    public boolean isOurs() {
      return writing.believesItsOwn() || content == files.get(name);
    }

    @Override
    public byte[] content(int length) {
      return Arrays.copyOf(content.bytes, length);
    }

    @Override
    public void close() {}
  }
}
