package dev.manta.it;

import dev.manta.testkit.framework.QuickJava;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How a test starts a JVM that can be stopped with Ctrl-C.
public final class JavaCommand {
  /// One for all tests: a cache for workers is made once, not by every test whose user has a home
  /// of their own.
  private static final Path CACHES = Path.of("target", "caches").toAbsolutePath();

  private JavaCommand() {}

  /// The command's first words. A test runner in the background ignores Ctrl-C and the end of its
  /// terminal, and so would what it starts.
  public static List<String> words() {
    List<String> words = new ArrayList<>(before());
    words.addAll(QuickJava.words());
    return words;
  }

  /// The first words of a `manta` command, which starts from a cache where there is one.
  public static List<String> manta() {
    List<String> words = words();
    words.addAll(CommandCache.flags());
    return words;
  }

  /// The words after the options of a `manta` command.
  public static List<String> mantaMain() {
    return List.of("-cp", CommandCache.classPath(), "dev.manta.cli.Main");
  }

  /// A command line of another program on this JVM's class path, changed to start from that cache.
  public static List<String> cached(List<String> command) {
    List<String> words = new ArrayList<>(command);
    words.set(words.indexOf("-cp") + 1, CommandCache.classPath());
    words.addAll(1, CommandCache.flags());
    return words;
  }

  /// What stands before `java`.
  public static List<String> before() {
    return Files.isDirectory(Path.of("/proc/self"))
        ? List.of("env", "--default-signal=INT,HUP", "XDG_CACHE_HOME=" + CACHES)
        : List.of();
  }
}
