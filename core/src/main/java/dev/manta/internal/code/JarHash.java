package dev.manta.internal.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/// The hash of a jar's content, remembered by its path, size and time of change.
public final class JarHash {
  private JarHash() {}

  public static String of(Path jar, Path memory) throws IOException {
    BasicFileAttributes now = Files.readAttributes(jar, BasicFileAttributes.class);
    String stamp = jar + " " + now.size() + " " + now.lastModifiedTime().toMillis();
    Path note = memory.resolve("jar-" + Integer.toHexString(jar.toString().hashCode()));
    String known = Files.exists(note) ? Files.readString(note) : "";
    if (known.startsWith(stamp + "\n")) {
      return known.substring(stamp.length() + 1);
    }
    String hash = Sha256.of(jar);
    remember(note, stamp + "\n" + hash);
    return hash;
  }

  private static void remember(Path note, String text) throws IOException {
    Files.createDirectories(note.toAbsolutePath().getParent());
    Path fresh = Files.createTempFile(note.toAbsolutePath().getParent(), "jar-", ".new");
    Files.writeString(fresh, text);
    Files.move(fresh, note, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
