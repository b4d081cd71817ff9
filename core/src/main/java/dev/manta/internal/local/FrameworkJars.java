package dev.manta.internal.local;

import dev.manta.train.Framework;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The jars of the frameworks on this program's class path.
final class FrameworkJars {
  private static final List<Path> AFTER_OWN = find();

  private FrameworkJars() {}

  /// Manta's own code, then the frameworks' jars; classes in directories are left out.
  static List<Path> afterOwn() {
    return AFTER_OWN;
  }

  private static List<Path> find() {
    List<Path> all = new ArrayList<>();
    all.add(OwnCode.location());
    for (Framework framework : Framework.installed(ClassLoader.getSystemClassLoader())) {
      framework.jars().stream().filter(Files::isRegularFile).forEach(all::add);
    }
    return all.stream().distinct().toList();
  }
}
