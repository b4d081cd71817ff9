package dev.manta.testkit.framework;

import dev.manta.collective.Numerics;
import dev.manta.train.Framework;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A process that asks a framework for its variables and jars, and prints which native libraries it
/// has loaded since.
public final class LoadedLibraries {
  private LoadedLibraries() {}

  /// Takes the class of the framework.
  public static void main(String[] arguments) throws Exception {
    Numerics numerics = Numerics.forWorkers(2);
    Set<String> before = mapped();
    Class<? extends Framework> type = Class.forName(arguments[0]).asSubclass(Framework.class);
    Framework framework = type.getDeclaredConstructor().newInstance();
    framework.environment(numerics);
    framework.jars();
    Set<String> after = mapped();
    after.removeAll(before);
    System.out.println("loaded " + after);
  }

  /// The libraries in memory that are not the JDK's own.
  private static Set<String> mapped() throws IOException {
    String jdk = System.getProperty("java.home");
    Set<String> libraries = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      List<String> parts = List.of(line.split(" +", 6));
      if (parts.size() == 6 && parts.get(5).contains(".so") && !parts.get(5).startsWith(jdk)) {
        libraries.add(parts.get(5));
      }
    }
    return libraries;
  }
}
