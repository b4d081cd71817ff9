package dev.manta.cli.shell;

import dev.manta.internal.machine.FileTree;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;
import org.jspecify.annotations.Nullable;

/// The classes of a shell's snippets: in its memory as the shell runs them, and in a directory as
/// the compiler made them. The directory is on the class path of workers.
final class SnippetClasses implements LoaderDelegate, AutoCloseable {
  private final Path directory;
  private final Loader loader;
  private final Map<String, Class<?>> loaded = new HashMap<>();

  private SnippetClasses(Path directory, Loader loader) {
    this.directory = directory;
    this.loader = loader;
  }

  /// None yet; the loader has the classes of the program around them.
  static SnippetClasses below(ClassLoader parent) throws IOException {
    Path directory = Files.createTempDirectory("manta-shell");
    return new SnippetClasses(directory, new Loader(directory, parent));
  }

  /// Where workers find the classes.
  Path directory() {
    return directory;
  }

  /// Sees the classes, and all that is on the shell's class path.
  ClassLoader loader() {
    return loader;
  }

  /// Writes classes for workers. A name is never used for another class: JShell numbers them.
  void keep(ClassBytecodes[] classes) throws IOException {
    for (ClassBytecodes each : classes) {
      Path file = directory.resolve(each.name().replace('.', '/') + ".class");
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.write(file, each.bytecodes());
    }
  }

  @Override
  public void load(ClassBytecodes[] classes) throws ClassInstallException {
    var installed = new boolean[classes.length];
    try {
      List.of(classes).forEach(each -> loader.snippets.put(each.name(), each.bytecodes()));
      for (int i = 0; i < classes.length; i++) {
        Class<?> type = loader.loadClass(classes[i].name());
        loaded.put(classes[i].name(), type);
        installed[i] = true;
        var unused = type.getDeclaredMethods(); // linked here, where what is wrong can be told
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw new ClassInstallException("load: " + e.getMessage(), installed);
    }
  }

  @Override
  public void classesRedefined(ClassBytecodes[] classes) {
    throw new IllegalStateException("classes of snippets are not redefined");
  }

  /// What the shell was started with is there already.
  @Override
  public void addToClasspath(String path) {
    List<String> known =
        List.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1));
    for (String entry : path.split(File.pathSeparator, -1)) {
      if (!entry.isEmpty() && !known.contains(entry)) {
        loader.addURL(url(Path.of(entry)));
      }
    }
  }

  @Override
  public Class<?> findClass(String name) throws ClassNotFoundException {
    @Nullable Class<?> found = loaded.get(name);
    if (found == null) {
      throw new ClassNotFoundException(name + " is not a snippet of this shell");
    }
    return found;
  }

  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException _) {
      // a jar that stays open keeps nobody from leaving
    }
    FileTree.delete(directory);
  }

  private static URL url(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalArgumentException("not a file: " + entry, impossible);
    }
  }

  /// Defines classes from memory, and says that they are those of the directory.
  private static final class Loader extends URLClassLoader {
    private final Map<String, byte[]> snippets = new HashMap<>();
    private final CodeSource source;

    Loader(Path directory, ClassLoader parent) {
      super(new URL[] {url(directory)}, parent);
      this.source = new CodeSource(url(directory), (Certificate[]) null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte @Nullable [] snippet = snippets.remove(name);
      return snippet == null
          ? super.findClass(name)
          : defineClass(name, snippet, 0, snippet.length, source);
    }

    @Override
    protected void addURL(URL url) {
      super.addURL(url);
    }
  }
}
