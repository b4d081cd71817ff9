package dev.manta.internal.loop;

import dev.manta.error.MantaException;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.train.TrainContext;
import dev.manta.train.TrainLoop;
import dev.manta.train.ValidationConfig;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns a function that the user gave into its names, before any process starts.
public final class Loops {
  private static final String SOURCE_LAUNCHER = "com.sun.tools.javac.launcher";

  private Loops() {}

  /// A static method reference with its config.
  public static <C> LoopSpec resolve(TrainLoop<C> loop, @Nullable C config) {
    return named(Reference.of(loop, "training function"), config);
  }

  /// A class that implements the loop.
  public static <C> LoopSpec resolve(Class<? extends TrainLoop<C>> loop, @Nullable C config) {
    return named(new Reference(requireConstructible(loop), ""), config);
  }

  /// The same function with only the class of its config.
  public static LoopSpec awaiting(LoopSpec loop, Class<?> config) {
    return new LoopSpec(loop.className(), loop.method(), config.getName(), "");
  }

  /// A class and a static method of it, by name.
  public static LoopSpec resolve(String className, String method, @Nullable Object config) {
    if (className.isBlank()) {
      throw new IllegalArgumentException("the class of the training function is blank");
    }
    LoopSpec named = spec(className, method, config);
    requireThere(named);
    return named;
  }

  /// Found out here, before any worker is started for it.
  private static void requireThere(LoopSpec named) {
    if (!named.method().isEmpty()) {
      @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();
      try {
        LoopCall.find(
            named, TrainContext.class, own == null ? ClassLoader.getSystemClassLoader() : own);
      } catch (MantaException wrong) {
        throw new IllegalArgumentException(wrong.getMessage(), wrong.getCause());
      }
    }
  }

  /// A function that scores checkpoints.
  public static LoopSpec resolve(ValidationConfig validation) {
    Reference function = Reference.of(validation.function(), "validation function");
    return named(function, validation.config().orElse(null));
  }

  /// A function of any other kind, without a config; `noun` is what messages call it.
  public static LoopSpec nameOf(Object function, String noun) {
    return named(Reference.of(function, noun), null);
  }

  private static LoopSpec named(Reference reference, @Nullable Object config) {
    requireOnDisk(reference.type());
    return spec(reference.type().getName(), reference.method(), config);
  }

  private static LoopSpec spec(String className, String method, @Nullable Object config) {
    if (config == null) {
      return new LoopSpec(className, method, "", "");
    }
    String type = isUntyped(config) ? "" : config.getClass().getName();
    String text = text(config);
    if (!isUntyped(config)) {
      requireReadable(text, config.getClass());
    }
    return new LoopSpec(className, method, type, text);
  }

  /// What a worker could not read, such as null in a field that must be there, is refused before
  /// any process starts.
  private static void requireReadable(String text, Class<?> type) {
    try {
      Bind.read(Json.parse(text), type, "config");
    } catch (JsonException e) {
      throw new IllegalArgumentException(
          "workers could not read the config: "
              + e.getMessage()
              + "; give it a value, or declare what may be empty as Optional or @Nullable",
          e);
    }
  }

  /// The worker reads such a config as what the function's parameter declares.
  private static boolean isUntyped(Object config) {
    return config instanceof Map || config instanceof Json;
  }

  private static String text(Object config) {
    return json(config).text();
  }

  /// A config as it travels.
  public static Json json(Object config) {
    try {
      return config instanceof Json json ? json : Bind.write(config);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the config cannot travel to workers: "
              + e.getMessage()
              + "; use a record of numbers, texts, booleans, enums, lists, maps and records",
          e);
    }
  }

  private static Class<?> requireConstructible(Class<?> loop) {
    boolean inner = loop.isMemberClass() && !Modifier.isStatic(loop.getModifiers());
    if (inner || loop.isLocalClass() || loop.isAnonymousClass() || isAbstract(loop)) {
      throw new IllegalArgumentException(
          loop.getName() + " cannot be made in a worker: use a top-level or static nested class");
    }
    return loop;
  }

  private static boolean isAbstract(Class<?> loop) {
    return loop.isInterface() || Modifier.isAbstract(loop.getModifiers());
  }

  private static void requireOnDisk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader != null && loader.getClass().getName().startsWith(SOURCE_LAUNCHER)) {
      throw new IllegalArgumentException(
          type.getName()
              + " exists only in the memory of `java FILE.java`, where workers cannot load it:"
              + " use `manta run FILE.java`, or compile it first");
    }
  }
}
