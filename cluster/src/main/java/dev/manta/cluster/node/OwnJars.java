package dev.manta.cluster.node;

import dev.manta.error.MantaException;
import dev.manta.internal.code.Code;
import dev.manta.internal.code.CodeStore;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The jars that this daemon runs from itself: a driver of the same release need not send them.
record OwnJars(List<Path> jars) {
  OwnJars {
    jars = List.copyOf(jars);
  }

  static OwnJars ofProcess() {
    String[] entries = System.getProperty("java.class.path", "").split(File.pathSeparator, -1);
    return new OwnJars(
        Arrays.stream(entries)
            .filter(entry -> entry.endsWith(".jar"))
            .map(Path::of)
            .filter(Files::isRegularFile)
            .toList());
  }

  /// Puts into a store what it lacks and is here, checked as if it had been sent.
  void give(CodeStore store, List<Code.Entry> missing) throws IOException {
    for (Code.Entry entry : missing) {
      for (Path jar : jars) {
        if (isLike(jar, entry)) {
          give(store, entry, jar);
        }
      }
    }
  }

  private static boolean isLike(Path jar, Code.Entry entry) throws IOException {
    return String.valueOf(jar.getFileName()).equals(entry.name())
        && Files.exists(jar)
        && Files.size(jar) == entry.bytes();
  }

  private static void give(CodeStore store, Code.Entry entry, Path jar) throws IOException {
    try (InputStream in = Files.newInputStream(jar)) {
      store.put(entry, in);
    } catch (MantaException other) {
      System.getLogger("dev.manta.node")
          .log(System.Logger.Level.DEBUG, "{0} is another one than the driver has", jar);
    }
  }
}
