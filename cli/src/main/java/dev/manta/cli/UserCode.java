package dev.manta.cli;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A user's jars and class directories, added behind Manta's own.
///
/// The JVM itself was started with Manta's jars only, which its AOT cache requires; workers take
/// the class path from the property that is set here.
final class UserCode {
  private static final String CLASS_PATH = "java.class.path";

  private UserCode() {}

  /// Makes the entries known to this process and to the workers it starts.
  static ClassLoader load(List<Path> entries) {
    List<Path> real = entries.stream().map(UserCode::require).toList();
    var loader = new URLClassLoader(urls(real), UserCode.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    System.setProperty(CLASS_PATH, extended(real));
    return loader;
  }

  private static Path require(Path entry) {
    if (!Files.exists(entry)) {
      throw new IllegalArgumentException("no jar or directory of classes at " + entry);
    }
    return entry.toAbsolutePath().normalize();
  }

  private static URL[] urls(List<Path> entries) {
    return entries.stream().map(UserCode::url).toArray(URL[]::new);
  }

  private static URL url(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalArgumentException("not a file: " + entry, impossible);
    }
  }

  private static String extended(List<Path> entries) {
    List<String> all = new ArrayList<>();
    all.add(System.getProperty(CLASS_PATH, ""));
    entries.forEach(entry -> all.add(entry.toString()));
    return String.join(File.pathSeparator, all);
  }
}
