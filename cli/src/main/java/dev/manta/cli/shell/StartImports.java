package dev.manta.cli.shell;

import dev.manta.internal.code.ProgramLoader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// What is imported before the first snippet.
public final class StartImports {
  private static final String TORCH = "dev.manta.torch.Torch";

  private StartImports() {}

  /// One import each; those of PyTorch where its jars are on the class path.
  public static List<String> lines() throws IOException {
    boolean torch = ProgramLoader.find(TORCH, ProgramLoader.current()).isPresent();
    return torch
        ? Stream.concat(read("start.jsh"), read("torch.jsh")).toList()
        : read("start.jsh").toList();
  }

  private static Stream<String> read(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(StartImports.class.getResourceAsStream(name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines();
    }
  }
}
