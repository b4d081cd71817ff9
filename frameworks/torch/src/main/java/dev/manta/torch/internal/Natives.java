package dev.manta.torch.internal;

import dev.manta.spi.natives.SharedUnpacking;
import dev.manta.torch.internal.cuda.Cuda;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.global.torch;

/// The one door to libtorch: loads it once per process, extracted once per machine.
///
/// JavaCPP's own extraction is not safe between processes: those that start together on a cold
/// cache die of SIGBUS. So the first load of the same libraries on a machine happens under a file
/// lock, and leaves a mark; later ones need no lock. What was found is written down, so that later
/// processes load it without a search.
public final class Natives {
  private static final String VERSION = "pytorch-2.10.0-1.5.13";
  private static final String PRELOAD_PROPERTY = "dev.manta.torch.preload";

  /// The JVM option by which a run says that its function uses PyTorch.
  public static final String PRELOAD = "-D" + PRELOAD_PROPERTY + "=true";

  private static boolean loaded;

  private Natives() {}

  /// Whether this process was started with [#PRELOAD].
  public static boolean isPreloadAsked() {
    return Boolean.getBoolean(PRELOAD_PROPERTY);
  }

  /// Loads libtorch unless this process has it already.
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    settings();
    InstructionSets.guard();
    try {
      loadOncePerMachine(NativeDirectory.choose());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the directory for PyTorch's native libraries cannot be used; name another one with"
              + " -Dorg.bytedeco.javacpp.cachedir=DIR",
          e);
    }
    loaded = true;
  }

  /// Sets how many threads an operator may use: ATen's, oneDNN's and OpenBLAS's.
  public static void threads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    load();
    torch.set_num_threads(threads);
    openblas.blas_set_num_threads(threads);
  }

  /// JavaCPP's limits follow the Java heap, which says nothing about tensors, and cost a system
  /// call per tensor; Manta frees native memory by steps instead.
  private static void settings() {
    ifAbsent("org.bytedeco.javacpp.maxBytes", "0");
    ifAbsent("org.bytedeco.javacpp.maxPhysicalBytes", "0");
  }

  private static void ifAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static void loadOncePerMachine(SharedUnpacking shared) throws IOException {
    Optional<Path> note = Libraries.note(shared, System.getProperties().stringPropertyNames());
    if (note.isPresent()) {
      Libraries before = Libraries.read(note.get());
      if (shared.isReady() && before.isIn(shared.directory()) && before.load()) {
        return;
      }
    }
    shared.load(Natives::loadLibraries);
    note.ifPresent(Natives::remember);
  }

  /// Without a note the next process only takes longer.
  private static void remember(Path note) {
    try {
      Optional<Libraries> loaded = Libraries.loaded();
      if (loaded.isPresent()) {
        loaded.get().write(note);
      }
    } catch (IOException e) {
      System.getLogger("dev.manta.torch").log(System.Logger.Level.DEBUG, "cannot write " + note, e);
    }
  }

  private static List<Path> loadLibraries() {
    try {
      Loader.load(openblas.class);
      if (Cuda.isBuilt()) {
        Cuda.load();
      }
      Loader.load(torch.class);
      return Loader.getLoadedLibraries().values().stream().map(Path::of).toList();
    } catch (UnsatisfiedLinkError e) {
      throw new IllegalStateException(
          "PyTorch's native libraries for %s cannot be loaded; is org.bytedeco:%s with that classifier, and openblas's, on the class path?"
              .formatted(Loader.getPlatform(), VERSION.replaceFirst("-", ":")),
          e);
    }
  }
}
