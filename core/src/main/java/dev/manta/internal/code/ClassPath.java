package dev.manta.internal.code;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.ZipFile;

/// The class path of this program as plain files: what workers are started with.
public final class ClassPath {
  private ClassPath() {}

  /// The user's entries, in order, as a class loader of the program sees them; without Manta's own
  /// code unless that lies in a jar together with the user's.
  public static List<String> ofUser(ClassLoader loader) {
    return ClassPathEntries.of(loader).stream()
        .filter(entry -> !OwnCode.isOnly(entry))
        .map(Path::toString)
        .toList();
  }

  /// Manta's own code, then the user's, as `java` takes it.
  public static String ofProgram() {
    List<String> all = new ArrayList<>(List.of(OwnCode.location().toString()));
    ofUser(ProgramLoader.current()).stream().filter(e -> !all.contains(e)).forEach(all::add);
    return String.join(File.pathSeparator, all);
  }

  /// Throws when workers could not load a class of the program that this process has.
  public static void requireHolds(List<String> entries, String className, ClassLoader loader) {
    Optional<Class<?>> type = ProgramLoader.find(className, loader);
    if (type.isEmpty()) {
      return;
    }
    Optional<Path> file = CodeLocation.of(type.get()).map(CodeLocation::plain);
    if (file.isEmpty()
        || !(entries.contains(file.get().toString()) || file.get().equals(OwnCode.location()))) {
      throw new IllegalArgumentException(
          "worker processes cannot load %s, which %s: put it in a jar or a directory on the class path, or let workers be threads of this process with ScalingConfig.inProcess"
              .formatted(
                  className,
                  file.map(f -> "comes from " + f + " and is not on the class path")
                      .orElse("was not loaded from a file")));
    }
  }

  /// Changes when any class or resource of the user's changes; a jar's own checksums are used, so
  /// that large ones cost nothing.
  public static String hash(ClassLoader loader) {
    var crc = new CRC32C();
    ClassPathEntries.asGiven(loader).stream()
        .filter(entry -> !OwnCode.isOnlyAsGiven(entry))
        .forEach(entry -> addReadable(crc, entry));
    return HexFormat.of().toHexDigits(crc.getValue());
  }

  private static void addReadable(CRC32C crc, Path entry) {
    try {
      add(crc, entry);
    } catch (IOException e) {
      crc.update(entry.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void add(CRC32C crc, Path path) throws IOException {
    if (Files.isDirectory(path)) {
      addDirectory(crc, path);
    } else {
      addJar(crc, path);
    }
  }

  private static void addJar(CRC32C crc, Path path) throws IOException {
    try (var jar = new ZipFile(path.toFile())) {
      jar.stream().forEach(file -> addNamed(crc, file.getName(), file.getCrc()));
    }
  }

  private static void addDirectory(CRC32C crc, Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        var content = new CRC32C();
        content.update(Files.readAllBytes(file));
        addNamed(crc, directory.relativize(file).toString(), content.getValue());
      }
    }
  }

  private static void addNamed(CRC32C crc, String name, long checksum) {
    crc.update((name + " " + checksum + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
