package dev.manta.internal.code;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Enumeration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The sources of an interpreter below a directory, on their way to other machines as a jar. What
/// is hidden, compiled, or a virtual environment is left out.
///
/// @param ending how the names of the files end that are meant
public record SourceFolder(Path directory, String ending) {
  private static final long BYTES_MAX = 64 << 20;
  private static final int LOOKED_AT_MAX = 200_000;
  private static final String COMPILED = "__pycache__";
  private static final String ENVIRONMENT = "pyvenv.cfg";

  /// The jar in a directory of such jars, made unless it is there.
  ///
  /// @throws IOException that says what is wrong, also where there is too much of it
  public Path jar(Path jars) throws IOException {
    return new DirectoryJar(directory, files()).in(jars);
  }

  /// By their names in the jar.
  private SortedMap<String, Path> files() throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    Files.walkFileTree(directory, new Visitor(files));
    return files;
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    private final SortedMap<String, Path> files;
    private long bytes;
    private int lookedAt;

    Visitor(SortedMap<String, Path> files) {
      this.files = files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return folder.equals(directory) || isSource(folder)
          ? FileVisitResult.CONTINUE
          : FileVisitResult.SKIP_SUBTREE;
    }

    private static boolean isSource(Path folder) {
      String name = String.valueOf(folder.getFileName());
      boolean left = name.startsWith(".") || name.equals(COMPILED);
      return !left && !Files.exists(folder.resolve(ENVIRONMENT));
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (String.valueOf(file.getFileName()).endsWith(ending) && Files.isRegularFile(file)) {
        files.put(directory.relativize(file).toString(), file);
        bytes += attributes.size();
      }
      if (bytes > BYTES_MAX || ++lookedAt > LOOKED_AT_MAX) {
        throw new IOException(
            "there are more than %s files below it, or %s MB of those that end with %s; put what is needed into a directory of its own"
                .formatted(LOOKED_AT_MAX, BYTES_MAX >> 20, ending));
      }
      return FileVisitResult.CONTINUE;
    }

    /// What nobody may read is none of the program's.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
      if (file.equals(directory)) {
        throw why;
      }
      return FileVisitResult.CONTINUE;
    }
  }

  /// A copy of the folder that such a jar was made of, below a directory; it is made once.
  public static Path unpacked(Path jar, Path below) throws IOException {
    Path folder = below.resolve(Sha256.of(jar));
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(below);
      Path fresh = Files.createTempDirectory(below, "new-");
      unpack(jar, fresh);
      Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
    }
    return folder;
  }

  private static void unpack(Path jar, Path folder) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        Path file = folder.resolve(entry.getName()).normalize();
        if (!file.startsWith(folder)) {
          throw new IOException(entry.getName() + " does not lie in the folder that was sent");
        }
        Files.createDirectories(file.resolveSibling(""));
        try (InputStream in = zip.getInputStream(entry)) {
          Files.copy(in, file);
        }
      }
    }
  }
}
