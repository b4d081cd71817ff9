package dev.manta.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The Python environment that `./dev peers` makes.
public final class Peers {
  /// What to do where a peer is missing.
  public static final String HOW_TO_INSTALL = "install the peers with: ./dev peers";

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Path python;

  public Peers(Path python) {
    this.python = python;
  }

  /// The environment in the user's cache directory.
  public static Peers installed(Map<String, String> environment) {
    String home = System.getProperty("user.home", "");
    String cache = environment.getOrDefault("XDG_CACHE_HOME", home + "/.cache");
    return new Peers(Path.of(cache, "manta", "peers", "bin", "python"));
  }

  /// Whether a module can be imported.
  public boolean has(String module) throws IOException, InterruptedException {
    if (!Files.isExecutable(python)) {
      return false;
    }
    Process process =
        new ProcessBuilder(
                python.toString(),
                "-c",
                "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)",
                module)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }

  /// A subject that runs a script of this package, if the module it needs is there. The files named
  /// first to last are laid side by side; the last one runs.
  public Optional<Subject> script(String module, List<String> files, List<String> arguments)
      throws IOException, InterruptedException {
    return script(module, files, arguments, LIMIT);
  }

  /// The same, which may take so long.
  public Optional<Subject> script(
      String module, List<String> files, List<String> arguments, Duration limit)
      throws IOException, InterruptedException {
    return has(module) ? Optional.of(() -> run(files, arguments, limit)) : Optional.empty();
  }

  /// A script of this package that is talked to, if the module it needs is there.
  public Optional<Dialogue> dialogue(String module, String file)
      throws IOException, InterruptedException {
    if (!has(module)) {
      return Optional.empty();
    }
    var scratch = Scratch.make();
    Path script = scratch.path().resolve(file);
    unpack(file, script);
    return Optional.of(
        Dialogue.start(List.of(python.toString(), script.toString()), scratch, LIMIT));
  }

  private Map<String, Double> run(List<String> files, List<String> arguments, Duration limit)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      for (String file : files) {
        unpack(file, scratch.path().resolve(file));
      }
      List<String> command = new ArrayList<>();
      command.add(python.toString());
      command.add(scratch.path().resolve(files.getLast()).toString());
      command.addAll(arguments);
      return new Child(command, scratch.path(), limit).figures();
    }
  }

  /// Where the environment really lies, whatever links lead to it.
  public Path environment() throws IOException {
    return python.toAbsolutePath().resolveSibling("..").toRealPath();
  }

  /// A program of the environment.
  public Path program(String name) throws IOException {
    return environment().resolve("bin").resolve(name);
  }

  /// The interpreter, which must have a module.
  public Path pythonWith(String module) throws IOException, InterruptedException {
    if (!has(module)) {
      throw new IOException("there is no Python with " + module + "; " + HOW_TO_INSTALL);
    }
    return program("python");
  }

  /// Measures with a program of ours in a JVM of its own, which is given the interpreter and a
  /// directory to work in, and then the rest.
  public static Map<String, Double> measured(
      Class<?> program, Path python, List<String> rest, Duration limit)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      List<String> arguments = new ArrayList<>();
      arguments.addAll(List.of(python.toString(), scratch.path().toString()));
      arguments.addAll(rest);
      return Child.java(program, arguments, scratch.path(), limit).figures();
    }
  }

  /// Writes a script of this package into a file.
  public static void unpack(String file, Path to) throws IOException {
    try (InputStream in = Peers.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("the script " + file + " is missing from the benchmarks' jar");
      }
      Files.copy(in, to);
    }
  }
}
