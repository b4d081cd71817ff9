package dev.manta.internal.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program's code ready to be sent: its class path as jars with their hashes. Made when another
/// machine needs it; on one machine workers share the class path, and nothing is hashed.
public final class PackedCode {
  private final Code code;
  private final Map<String, Path> files;

  private PackedCode(Code code, Map<String, Path> files) {
    this.code = code;
    this.files = files;
  }

  /// Manta's own code, then all that this program was started with, frameworks included.
  ///
  /// @param cache remembers hashes, and holds the jars of directories
  public static PackedCode ofProgram(Path cache) throws IOException {
    List<Path> entries = new ArrayList<>(List.of(OwnCode.location()));
    ClassPath.ofUser(ProgramLoader.current()).stream()
        .map(Path::of)
        .filter(entry -> !entries.contains(entry))
        .forEach(entries::add);
    return of(entries, cache);
  }

  /// These jars and directories of classes.
  public static PackedCode of(List<Path> classPath, Path cache) throws IOException {
    List<Code.Entry> entries = new ArrayList<>();
    Map<String, Path> files = new LinkedHashMap<>();
    for (Path entry : classPath) {
      Path jar = Files.isDirectory(entry) ? new DirectoryJar(entry).in(cache) : entry;
      String hash = JarHash.of(jar, cache);
      entries.add(new Code.Entry(name(entry), hash, Files.size(jar)));
      files.put(hash, jar);
    }
    return new PackedCode(new Code(entries), files);
  }

  private static String name(Path entry) {
    String name = String.valueOf(entry.getFileName());
    return Files.isDirectory(entry) ? name + ".jar" : name;
  }

  public Code code() {
    return code;
  }

  /// The file that has this hash, if it is of this program.
  public Optional<Path> file(String sha256) {
    return Optional.ofNullable(files.get(sha256));
  }
}
