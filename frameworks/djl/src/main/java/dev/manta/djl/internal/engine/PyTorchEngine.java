package dev.manta.djl.internal.engine;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.pytorch.jni.LibUtils;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// The one door to DJL's PyTorch engine: loads it once per process, unpacked once per user, and
/// without a look at the network.
public final class PyTorchEngine {
  private static final String NAME = "PyTorch";
  private static final String PRELOAD_PROPERTY = "dev.manta.djl.preload";
  private static final String OFFLINE_PROPERTY = "ai.djl.offline";

  /// The JVM option by which a run says that its function uses DJL.
  public static final String PRELOAD = "-D" + PRELOAD_PROPERTY + "=true";

  /// The JVM option that keeps DJL from downloading libraries and from telling its authors that it
  /// was started.
  public static final String OFFLINE = "-D" + OFFLINE_PROPERTY + "=true";

  private static final String QUIET_PROPERTY = "slf4j.internal.verbosity";

  /// The JVM option that keeps SLF4J from saying in each worker's log that DJL's messages go
  /// nowhere, where the program has no logger for them.
  public static final String QUIET = "-D" + QUIET_PROPERTY + "=ERROR";

  private static boolean loaded;

  private PyTorchEngine() {}

  /// Whether this process was started with [#PRELOAD].
  public static boolean isPreloadAsked() {
    return Boolean.getBoolean(PRELOAD_PROPERTY);
  }

  /// Whether this process has it.
  public static synchronized boolean isLoaded() {
    return loaded;
  }

  /// Loads it unless this process has it already.
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    ifAbsent(OFFLINE_PROPERTY, "true");
    ifAbsent(QUIET_PROPERTY, "ERROR");
    try {
      EngineCache.choose().load(PyTorchEngine::loadLibraries);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the directory for DJL's native libraries cannot be used; name another one with"
              + " -DENGINE_CACHE_DIR=DIR",
          e);
    }
    loaded = true;
  }

  private static void ifAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static List<Path> loadLibraries() throws IOException {
    try {
      Engine.getEngine(NAME);
      return EngineCache.files(Path.of(LibUtils.getLibtorchPath()));
    } catch (EngineException e) {
      throw new MantaException(ErrorCode.USER, OtherTorch.advice(e), e);
    }
  }

  /// DJL computes gradients only where it is asked to, but a thread of its library does so unless
  /// it is told: called once on each thread that trains.
  public static void enterThread() {
    load();
    JniUtils.setGradMode(false);
  }

  /// Makes random numbers of this process begin here.
  public static void seed(long seed) {
    Engine.getEngine(NAME).setRandomSeed((int) (seed ^ (seed >>> 32)));
  }
}
