package dev.manta.internal.code;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/// Jars and directories in the order of a class path, each once and plain: a jar's manifest is
/// followed, a Spring Boot jar unpacked.
final class ClassPathEntries {
  private final Set<Path> entries = new LinkedHashSet<>();
  private final boolean unpacks;

  private ClassPathEntries(boolean unpacks) {
    this.unpacks = unpacks;
  }

  /// All that this program was started with, as its own class loader sees it.
  static List<Path> of(ClassLoader loader) {
    return of(loader, true);
  }

  /// The same with jars as they were given, so that nothing is written.
  static List<Path> asGiven(ClassLoader loader) {
    return of(loader, false);
  }

  private static List<Path> of(ClassLoader loader, boolean unpacks) {
    var all = new ClassPathEntries(unpacks);
    all.addClassPath(System.getProperty("java.class.path", ""));
    all.addModules();
    all.addLoader(loader);
    return List.copyOf(all.entries);
  }

  private void addClassPath(String classPath) {
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (!entry.isEmpty()) {
        add(Path.of(entry));
      }
    }
  }

  /// Modules of the program, where there are any: a worker has them on its class path.
  private void addModules() {
    ModuleLayer.boot().configuration().modules().stream()
        .sorted((one, other) -> one.name().compareTo(other.name()))
        .flatMap(module -> module.reference().location().stream())
        .filter(location -> "file".equals(location.getScheme()))
        .forEach(location -> add(Path.of(location)));
  }

  /// What loaders add that a program has made by itself, those that are asked first before others.
  private void addLoader(@Nullable ClassLoader loader) {
    if (loader == null || loader.equals(ClassLoader.getSystemClassLoader())) {
      return;
    }
    addLoader(loader.getParent());
    if (loader instanceof URLClassLoader known) {
      for (URL url : known.getURLs()) {
        CodeLocation.parse(url)
            .map(found -> unpacks ? found.plain() : found.file())
            .ifPresent(this::add);
      }
    }
  }

  private void add(Path given) {
    Path file = given.toAbsolutePath().normalize();
    if (entries.contains(file) || !Files.exists(file)) {
      return;
    }
    Optional<Manifest> manifest = manifest(file);
    Optional<SpringBootJar> boot = manifest.flatMap(found -> SpringBootJar.of(file, found));
    if (unpacks && boot.isPresent()) {
      boot.get().classPath().forEach(this::add);
    } else {
      entries.add(file);
      manifest.ifPresent(found -> named(file, found).forEach(this::add));
    }
  }

  private static Optional<Manifest> manifest(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (var jar = new JarFile(file.toFile())) {
      return Optional.ofNullable(jar.getManifest());
    } catch (IOException noJar) {
      return Optional.empty();
    }
  }

  /// The files that a jar's manifest adds to the class path, seen from where the jar lies.
  private static List<Path> named(Path jar, Manifest manifest) {
    String names = manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
    List<Path> files = new ArrayList<>();
    for (String name :
        names == null || names.isBlank() ? new String[0] : names.strip().split("\\s+", -1)) {
      try {
        URL url = URI.create(jar.toUri().toString()).resolve(name).toURL();
        CodeLocation.parse(url).map(CodeLocation::file).ifPresent(files::add);
      } catch (IllegalArgumentException | MalformedURLException skipped) {
        // as the JVM does with what is not a URL
      }
    }
    return files;
  }
}
