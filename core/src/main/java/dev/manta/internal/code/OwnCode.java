package dev.manta.internal.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Where Manta's own classes come from.
public final class OwnCode {
  private static final CodeLocation SOURCE = source();

  /// Looked for where a process is started: a jar within a jar is unpacked for it.
  private static final class Plain {
    static final Path LOCATION = SOURCE.plain();
    static final boolean SHARED = SOURCE.within().isEmpty() && holdsOthers(LOCATION);
  }

  private OwnCode() {}

  /// A jar, or a directory of classes.
  public static Path location() {
    return Plain.LOCATION;
  }

  /// Whether an entry of the class path holds Manta's own code and nothing else.
  static boolean isOnly(Path entry) {
    return entry.equals(location()) && !Plain.SHARED;
  }

  /// The same of an entry as the program was started with it, where nothing is unpacked.
  static boolean isOnlyAsGiven(Path entry) {
    return SOURCE.within().isEmpty() && isOnly(entry);
  }

  private static CodeLocation source() {
    return CodeLocation.of(OwnCode.class)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Manta's classes come from no file, so workers could not load them; put"
                        + " manta-core on the class path of the program"));
  }

  /// A build may have merged the jars of a program into one.
  private static boolean holdsOthers(Path jar) {
    if (!Files.isRegularFile(jar)) {
      return false;
    }
    try (var file = new ZipFile(jar.toFile())) {
      return file.stream()
          .map(ZipEntry::getName)
          .anyMatch(name -> name.endsWith(".class") && !name.startsWith("dev/manta/"));
    } catch (IOException unreadable) {
      return false;
    }
  }
}
