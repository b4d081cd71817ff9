package dev.manta.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// The AOT cache of the `manta` commands that tests type: users' have one too, and half the time of
/// a command is its start. It is made when tests begin, in the background, once for all their JVMs.
///
/// A cache is for a class path that begins with the jars it was made with, so directories come
/// last.
public final class CommandCache implements LauncherSessionListener {
  private static final Path FILE = Path.of("target", "caches", "command.aot").toAbsolutePath();
  private static final List<String> FLAGS =
      List.of("-Xlog:disable", "-Xlog:all=warning,aot*=error:stderr");
  private static final String SCRIPT =
      """
      cache="$1"; shift
      mkdir "$cache.lock" 2>/dev/null || exit 0
      rm -f "$cache"
      if "$@" && [ -s "$cache.new" ]; then mv "$cache.new" "$cache"; fi
      rm -rf "$cache.new" "$cache.new.config" "$cache.lock"
      """;

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    try {
      if (!isFresh()) {
        make();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What a command's JVM is given to start from the cache; nothing while there is none.
  static List<String> flags() {
    List<String> flags = new ArrayList<>(FLAGS);
    if (isFresh()) {
      flags.add("-XX:AOTCache=" + FILE);
    }
    return flags;
  }

  /// The class path of this JVM, in the order that the cache is for.
  static String classPath() {
    return String.join(
        File.pathSeparator,
        Stream.concat(entries(Files::isRegularFile), entries(Files::isDirectory)).toList());
  }

  private static Stream<String> entries(Predicate<Path> kind) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> kind.test(Path.of(entry)));
  }

  private static boolean isFresh() {
    long made = FILE.toFile().lastModified();
    return made > 0 && jars().allMatch(jar -> new File(jar).lastModified() < made);
  }

  private static Stream<String> jars() {
    return entries(Files::isRegularFile);
  }

  private static void make() throws IOException {
    Files.createDirectories(FILE.getParent());
    List<String> command = new ArrayList<>();
    command.addAll(List.of("/bin/sh", "-c", SCRIPT, "manta-aot", FILE.toString()));
    command.addAll(JavaCommand.words());
    command.addAll(FLAGS);
    command.addAll(
        List.of("-XX:AOTCacheOutput=" + FILE + ".new", "-Dmanta.home=" + Sources.root()));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, jars().toList())));
    command.addAll(List.of("dev.manta.cli.Main", "rehearse"));
    new ProcessBuilder(command)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
