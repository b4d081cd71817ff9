package dev.manta.cli.shell;

import dev.manta.internal.code.ProgramLoader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What is imported before the first snippet.
public final class StartImports {
  private record Framework(String name, String type) {}

  /// By the name of the file with its imports, and a class of it.
  private static final List<Framework> FRAMEWORKS =
      List.of(
          new Framework("torch", "dev.manta.torch.Torch"),
          new Framework("xgboost", "dev.manta.xgboost.XGBoost"),
          new Framework("lightgbm", "dev.manta.lightgbm.LightGBM"),
          new Framework("tensorflow", "dev.manta.tensorflow.Tensorflow"),
          new Framework("djl", "dev.manta.djl.Djl"));

  private StartImports() {}

  /// One import each; those of a framework where its jars are on the class path.
  public static List<String> lines() throws IOException {
    return lines(type -> ProgramLoader.find(type, ProgramLoader.current()).isPresent());
  }

  /// Of two classes with the same simple name the first one is imported: XGBoost's `Objective`, not
  /// also LightGBM's.
  static List<String> lines(Predicate<String> isThere) throws IOException {
    Map<String, String> byName = new LinkedHashMap<>();
    read("start").forEach(line -> byName.putIfAbsent(imported(line), line));
    for (Framework each : FRAMEWORKS) {
      if (isThere.test(each.type())) {
        read(each.name()).forEach(line -> byName.putIfAbsent(imported(line), line));
      }
    }
    return List.copyOf(byName.values());
  }

  /// The simple name of a class; all of the line where it imports a whole package.
  private static String imported(String line) {
    return line.endsWith("*;") ? line : line.substring(line.lastIndexOf('.') + 1);
  }

  private static Stream<String> read(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(StartImports.class.getResourceAsStream(name + ".jsh"), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines();
    }
  }
}
