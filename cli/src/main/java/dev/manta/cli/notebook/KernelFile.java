package dev.manta.cli.notebook;

import dev.manta.spi.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What tells Jupyter how this kernel is started.
///
/// @param options those of the kernel's class path
record KernelFile(Path launcher, List<String> options) {
  KernelFile {
    options = List.copyOf(options);
  }

  /// The command that started this process.
  static Path ownLauncher() {
    Path launcher = Path.of(System.getProperty("manta.home", "")).resolve("manta");
    if (!launcher.isAbsolute() || !Files.isExecutable(launcher)) {
      throw new IllegalArgumentException(
          "the launcher manta did not start this process, so kernel.json cannot name it: run"
              + " ./manta notebook install");
    }
    return launcher;
  }

  /// Kernels with other jars stand beside each other.
  private Optional<String> framework() {
    int option = options.indexOf("--with");
    return option < 0 ? Optional.empty() : Optional.of(options.get(option + 1));
  }

  private String name() {
    return framework().map(name -> "manta-" + name).orElse("manta");
  }

  String shownName() {
    return framework()
        .map(name -> "Java (Manta with %s)".formatted(name.equals("torch") ? "PyTorch" : name))
        .orElse("Java (Manta)");
  }

  /// Where Jupyter looks for it.
  Path directory(Optional<Path> prefix, Map<String, String> environment, String system) {
    Path data =
        prefix
            .map(each -> each.toAbsolutePath().resolve("share/jupyter"))
            .orElseGet(() -> ofUser(environment, system));
    return data.resolve("kernels").resolve(name());
  }

  private static Path ofUser(Map<String, String> environment, String system) {
    String chosen = environment.getOrDefault("JUPYTER_DATA_DIR", "");
    if (!chosen.isEmpty()) {
      return Path.of(chosen);
    }
    Path home = Path.of(System.getProperty("user.home"));
    if (system.toLowerCase(Locale.ROOT).startsWith("mac")) {
      return home.resolve("Library/Jupyter");
    }
    String data = environment.getOrDefault("XDG_DATA_HOME", "");
    return (data.isEmpty() ? home.resolve(".local/share") : Path.of(data)).resolve("jupyter");
  }

  /// A message interrupts, because a signal would reach only kernels of the same machine; no
  /// terminal is drawn on, although Jupyter may have been started in one.
  JsonObject content() {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "notebook", "kernel"));
    command.addAll(options);
    command.add("{connection_file}");
    return JsonObject.builder()
        .put("argv", Contents.texts(command))
        .put("display_name", shownName())
        .put("language", "java")
        .put("interrupt_mode", "message")
        .put("env", JsonObject.builder().put("TERM", "dumb").build())
        .build();
  }
}
