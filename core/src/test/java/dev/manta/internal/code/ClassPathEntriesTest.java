package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a class loader of the program's own adds to the class path.
class ClassPathEntriesTest {
  @TempDir Path root = Path.of("");

  @Test
  void aJarIsFollowedByThoseItsManifestNames() throws IOException {
    Path named = jar("lib/b c.jar", "");
    Path naming = jar("a.jar", "lib/b%20c.jar gone.jar http://localhost/d.jar " + root.toUri());
    assertThat(added(naming)).containsExactly(naming, named, root);
  }

  @Test
  void jarsThatNameEachOtherAreThereOnce() throws IOException {
    Path one = jar("one.jar", "two.jar");
    Path two = jar("two.jar", "one.jar");
    assertThat(added(one, two)).containsExactly(one, two);
  }

  @Test
  void aFileThatIsNoJarStaysAsItIs() throws IOException {
    Path file = Files.writeString(root.resolve("settings.txt"), "no jar");
    assertThat(added(file)).containsExactly(file);
  }

  @Test
  void aClassThatLiesInNoFileIsRefusedWithAWayOut() throws IOException {
    String name = ClassPathEntriesTest.class.getName();
    try (var memory = new MemoryLoader(name)) {
      assertThatThrownBy(() -> ClassPath.requireHolds(List.of(), name, memory))
          .hasMessageContaining(
              name + ", which was not loaded from a file", "ScalingConfig.inProcess");
    }
  }

  private static List<Path> added(Path... files) throws IOException {
    URL[] urls = new URL[files.length];
    for (int i = 0; i < files.length; i++) {
      urls[i] = files[i].toUri().toURL();
    }
    List<Path> before = ClassPathEntries.of(ClassLoader.getSystemClassLoader());
    try (var loader = new URLClassLoader(urls, ClassLoader.getSystemClassLoader())) {
      return ClassPathEntries.of(loader).stream().filter(e -> !before.contains(e)).toList();
    }
  }

  private Path jar(String name, String classPath) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    Path jar = root.resolve(name);
    Files.createDirectories(jar.getParent());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  /// A loader that makes a class from memory, as notebooks do.
  private static final class MemoryLoader extends URLClassLoader {
    private final String name;

    MemoryLoader(String name) {
      super(new URL[0], null);
      this.name = name;
    }

    @Override
    protected Class<?> findClass(String asked) throws ClassNotFoundException {
      String file = "/" + asked.replace('.', '/') + ".class";
      try (var in = ClassPathEntriesTest.class.getResourceAsStream(file)) {
        if (!asked.equals(name) || in == null) {
          throw new ClassNotFoundException(asked);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(asked, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(asked, e);
      }
    }
  }
}
