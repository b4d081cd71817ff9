package dev.manta.cli.shell;

import dev.manta.internal.code.ProgramLoader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// What is imported before the first snippet.
public final class StartImports {
  /// A class of each framework, by the name of the file with its imports.
  private static final Map<String, String> FRAMEWORKS =
      Map.of(
          "torch", "dev.manta.torch.Torch",
          "xgboost", "dev.manta.xgboost.XGBoost",
          "lightgbm", "dev.manta.lightgbm.LightGBM",
          "tensorflow", "dev.manta.tensorflow.Tensorflow",
          "djl", "dev.manta.djl.Djl");

  private StartImports() {}

  /// One import each; those of a framework where its jars are on the class path.
  public static List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>(read("start").toList());
    for (Map.Entry<String, String> each : FRAMEWORKS.entrySet()) {
      if (ProgramLoader.find(each.getValue(), ProgramLoader.current()).isPresent()) {
        lines.addAll(read(each.getKey()).toList());
      }
    }
    return lines;
  }

  private static Stream<String> read(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(StartImports.class.getResourceAsStream(name + ".jsh"), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines();
    }
  }
}
