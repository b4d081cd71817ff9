package dev.manta.torch.internal;

import dev.manta.spi.natives.SharedUnpacking;
import dev.manta.torch.internal.cuda.Cuda;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bytedeco.javacpp.Loader;

/// The native libraries that JavaCPP found for PyTorch once, written down so that later processes
/// need not search: JavaCPP asks every jar and directory for some fifty names, which takes longer
/// than loading what it finds.
///
/// @param files the libraries, each after those it needs
/// @param names what JavaCPP searched for; it is not to search for them again
record Libraries(List<Path> files, Set<String> names) {
  /// JavaCPP's names of what the CPU build is made of, each after those it needs.
  private static final List<String> ORDER =
      List.of(
          "jnijavacpp",
          "gcc_s@.1",
          "quadmath@.0",
          "gfortran@.5",
          "gomp@.1",
          "openblas_nolapack@.0",
          "jniopenblas_nolapack",
          "openblas@.0",
          "jniopenblas",
          "c10",
          "torch_cpu",
          "torch",
          "jnitorch");

  private static final Set<String> HARMLESS =
      Set.of(
          "org.bytedeco.javacpp.cachedir",
          "org.bytedeco.javacpp.maxBytes",
          "org.bytedeco.javacpp.maxPhysicalBytes",
          "org.bytedeco.javacpp.noPointerGC");
  private static final String FILE = "file ";
  private static final String NAME = "name ";

  Libraries {
    files = List.copyOf(files);
    names = Set.copyOf(names);
  }

  /// Where it is written down in JavaCPP's cache. Empty when it is not sure what JavaCPP would
  /// load: another build than the one for CPUs, two of them, or settings of the user's.
  static Optional<Path> note(SharedUnpacking shared, Set<String> properties) {
    boolean plain =
        properties.stream().allMatch(p -> !p.startsWith("org.bytedeco.") || HARMLESS.contains(p));
    return plain && !Cuda.isBuilt() ? Optional.of(shared.beside(".loaded")) : Optional.empty();
  }

  /// Whether all of it is there, in this cache.
  boolean isIn(Path cache) {
    return isIn(cache, ORDER.size());
  }

  boolean isIn(Path cache, int count) {
    return files.size() == count
        && files.stream().allMatch(file -> file.startsWith(cache) && Files.exists(file));
  }

  /// What was written down; nothing, if nothing was.
  static Libraries read(Path note) throws IOException {
    List<Path> files = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    for (String line : Files.exists(note) ? Files.readAllLines(note) : List.<String>of()) {
      if (line.startsWith(FILE)) {
        files.add(Path.of(line.substring(FILE.length())));
      } else if (line.startsWith(NAME)) {
        names.add(line.substring(NAME.length()));
      }
    }
    return new Libraries(files, names);
  }

  /// What JavaCPP has loaded into this process; empty if that is not what is known here.
  static Optional<Libraries> loaded() {
    Map<String, String> loaded = Loader.getLoadedLibraries();
    Optional<Map<String, URL[]>> found = found();
    if (found.isEmpty() || !loaded.keySet().containsAll(ORDER)) {
      return Optional.empty();
    }
    List<Path> files = ORDER.stream().map(name -> Path.of(loaded.get(name))).toList();
    return Optional.of(new Libraries(files, found.get().keySet()));
  }

  /// Writes it down, all at once: others may be reading.
  void write(Path note) throws IOException {
    List<String> lines = new ArrayList<>();
    files.forEach(file -> lines.add(FILE + file));
    names.forEach(name -> lines.add(NAME + name));
    Path fresh = Files.createTempFile(note.getParent(), note.getFileName().toString(), ".new");
    Files.write(fresh, lines);
    Files.move(fresh, note, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Loads them all; false where JavaCPP cannot be told or a file is no longer good: it must
  /// search.
  boolean load() {
    Optional<Map<String, URL[]>> found = found();
    if (found.isEmpty()) {
      return false;
    }
    names.forEach(name -> found.get().put(name, new URL[0]));
    try {
      files.forEach(file -> System.load(file.toString()));
      return true;
    } catch (UnsatisfiedLinkError broken) {
      found.get().keySet().removeAll(names);
      return false;
    }
  }

  /// JavaCPP's own memory of what it searched for: where it holds a name without places, nothing is
  /// searched or loaded for it again. There is no public way to it.
  @SuppressWarnings("unchecked") // the field's type is what JavaCPP declares
  private static Optional<Map<String, URL[]>> found() {
    try {
      Field field = Loader.class.getDeclaredField("foundLibraries");
      field.setAccessible(true);
      return Optional.ofNullable((Map<String, URL[]>) field.get(null));
    } catch (ReflectiveOperationException | RuntimeException hidden) {
      return Optional.empty();
    }
  }
}
