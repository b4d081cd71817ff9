package dev.manta.internal.local;

import dev.manta.internal.code.ClassPath;
import dev.manta.internal.code.OwnCode;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.train.Framework;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    for (Framework framework : Framework.installed(ProgramLoader.current())) {
      framework.jars().forEach(jar -> file(jar).ifPresent(all::add));
    }
    return all.stream().distinct().toList();
  }

  /// The jar, or the file of that name on the class path where it lies within another jar.
  private static Optional<Path> file(Path jar) {
    return Files.isRegularFile(jar)
        ? Optional.of(jar)
        : ClassPath.ofUser(ProgramLoader.current()).stream()
            .map(Path::of)
            .filter(entry -> entry.endsWith(jar.getFileName()))
            .findFirst();
  }
}
