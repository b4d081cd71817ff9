package dev.manta.internal.local;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.ZipFile;

/// The class path of this program without Manta's own code: what travels to workers.
public final class ClassPath {
  private ClassPath() {}

  /// The user's entries, in order.
  public static List<String> ofUser() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath().normalize();
      if (!entry.isEmpty() && Files.exists(path) && !path.equals(OwnCode.location())) {
        entries.add(path.toString());
      }
    }
    return entries;
  }

  /// Changes when any class or resource on these entries changes; a jar's own checksums are used,
  /// so that large ones cost nothing.
  public static String hash(List<String> entries) {
    var crc = new CRC32C();
    for (String entry : entries) {
      try {
        add(crc, Path.of(entry));
      } catch (IOException e) {
        crc.update(entry.getBytes(StandardCharsets.UTF_8));
      }
    }
    return HexFormat.of().toHexDigits(crc.getValue());
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
