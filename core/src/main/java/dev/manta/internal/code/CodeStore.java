package dev.manta.internal.code;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Jars of programs on a node, by their hashes alone: whoever sent one, it is what it says. Files
/// are checked before they are used, and those that were not used for longest make way for others.
///
/// One process has the directory; any thread may call.
public final class CodeStore {
  /// How files end that are on their way into the store's directory: they are none of its own, and
  /// those that a process has left are deleted.
  public static final String COMING = ".coming";

  private static final String JAR = ".jar";
  private static final String USED = ".used";
  private static final int CHUNK_BYTES = 1 << 16;
  private static final System.Logger LOG = System.getLogger("dev.manta.code");

  /// What a file was like when its hash was last found right.
  private record Checked(long bytes, FileTime changed) {}

  private final Path directory;
  private final long bytesMax;
  private final Map<String, Checked> checked = new HashMap<>();
  private final Map<String, Integer> held = new HashMap<>();

  /// @param bytesMax how much is kept beside what is in use
  public CodeStore(Path directory, long bytesMax) {
    this.directory = directory;
    this.bytesMax = bytesMax;
    deleteComing();
  }

  private void deleteComing() {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, "*" + COMING)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | DirectoryIteratorException none) {
      LOG.log(System.Logger.Level.DEBUG, "files may be left in " + directory, none);
    }
  }

  /// What of a program is not here, each once; a file that is not what its name says is deleted and
  /// counts as missing.
  public synchronized List<Code.Entry> missing(Code code) throws IOException {
    List<Code.Entry> missing = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Code.Entry entry : code.entries()) {
      if (seen.add(entry.sha256()) && !isRight(entry)) {
        missing.add(entry);
      }
    }
    return missing;
  }

  private boolean isRight(Code.Entry entry) throws IOException {
    Path file = file(entry.sha256());
    if (!Files.isRegularFile(file)) {
      return false;
    }
    var now = Files.readAttributes(file, BasicFileAttributes.class);
    var like = new Checked(now.size(), now.lastModifiedTime());
    if (like.equals(checked.get(entry.sha256()))) {
      return now.size() == entry.bytes();
    }
    boolean right = now.size() == entry.bytes() && Sha256.of(file).equals(entry.sha256());
    if (right) {
      checked.put(entry.sha256(), like);
    } else {
      delete(entry.sha256());
    }
    return right;
  }

  /// Takes a file in. Nothing of it stays where it is not what its entry says.
  public void put(Code.Entry entry, InputStream content) throws IOException {
    Files.createDirectories(directory);
    Path fresh = Files.createTempFile(directory, "code-", COMING);
    try {
      String hash = copy(entry, content, fresh);
      if (!hash.equals(entry.sha256())) {
        throw refused(entry, "its SHA-256 is " + hash + ", not " + entry.sha256());
      }
      keep(entry, fresh);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /// Reads no more than the entry has.
  private static String copy(Code.Entry entry, InputStream in, Path to) throws IOException {
    MessageDigest digest = Sha256.digest();
    long total = 0;
    try (OutputStream out = Files.newOutputStream(to)) {
      byte[] chunk = new byte[CHUNK_BYTES];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        total += count;
        if (total > entry.bytes()) {
          throw refused(entry, "it has more than " + entry.bytes() + " bytes");
        }
        digest.update(chunk, 0, count);
        out.write(chunk, 0, count);
      }
    }
    if (total < entry.bytes()) {
      throw refused(entry, "only " + total + " of " + entry.bytes() + " bytes came");
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MantaException refused(Code.Entry entry, String why) {
    return new MantaException(
        ErrorCode.CLUSTER, entry.name() + " was refused: " + why + "; it has to be sent again");
  }

  private synchronized void keep(Code.Entry entry, Path fresh) throws IOException {
    Path file = file(entry.sha256());
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    checked.remove(entry.sha256());
    touch(entry.sha256());
    makeRoom(entry.sha256());
  }

  /// A program's class path in its order, kept from being deleted until it is [released][#release].
  public synchronized List<Path> hold(Code code) throws IOException {
    List<Code.Entry> missing = missing(code);
    if (!missing.isEmpty()) {
      throw new MantaException(
          ErrorCode.CLUSTER,
          "this node lacks code: " + missing.stream().map(Code.Entry::name).toList());
    }
    for (Code.Entry entry : code.entries()) {
      held.merge(entry.sha256(), 1, Integer::sum);
      touch(entry.sha256());
    }
    return code.entries().stream().map(entry -> file(entry.sha256())).toList();
  }

  public synchronized void release(Code code) throws IOException {
    for (Code.Entry entry : code.entries()) {
      held.computeIfPresent(entry.sha256(), (_, count) -> count == 1 ? null : count - 1);
    }
    makeRoom("");
  }

  /// Deletes what was not used for longest.
  private void makeRoom(String newest) throws IOException {
    List<Path> free = new ArrayList<>();
    long bytes = 0;
    for (Path jar : jars()) {
      if (!held.containsKey(hash(jar)) && !hash(jar).equals(newest)) {
        free.add(jar);
        bytes += size(jar);
      }
    }
    free.sort(Comparator.comparing(this::used));
    for (Path jar : free) {
      if (bytes > bytesMax) {
        bytes -= size(jar);
        delete(hash(jar));
      }
    }
  }

  private List<Path> jars() throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, "*" + JAR)) {
      jars.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return found;
  }

  /// A file that somebody has deleted takes no space.
  private static long size(Path jar) throws IOException {
    try {
      return Files.size(jar);
    } catch (NoSuchFileException gone) {
      return 0;
    }
  }

  private FileTime used(Path jar) {
    try {
      return Files.getLastModifiedTime(directory.resolve(hash(jar) + USED));
    } catch (IOException never) {
      return FileTime.fromMillis(0);
    }
  }

  private void touch(String sha256) throws IOException {
    Files.write(directory.resolve(sha256 + USED), new byte[0]);
  }

  private void delete(String sha256) throws IOException {
    checked.remove(sha256);
    Files.deleteIfExists(file(sha256));
    Files.deleteIfExists(directory.resolve(sha256 + USED));
  }

  private Path file(String sha256) {
    return directory.resolve(sha256 + JAR);
  }

  private static String hash(Path jar) {
    String name = String.valueOf(jar.getFileName());
    return name.substring(0, name.length() - JAR.length());
  }
}
