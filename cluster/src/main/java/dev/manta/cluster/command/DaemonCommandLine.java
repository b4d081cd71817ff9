package dev.manta.cluster.command;

import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.internal.machine.UserCache;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// How the process of a daemon is started.
final class DaemonCommandLine {
  /// Names the directory with jars that only daemons need; where there is none, they are on the
  /// class path of this process.
  private static final String JARS = "manta.daemon.jars";

  private static final String MAIN = "dev.manta.cluster.daemon.DaemonMain";

  /// A daemon passes on what others say, and keeps little of it: by itself a JVM would begin with a
  /// heap that grows with the machine.
  private static final List<String> FLAGS =
      List.of(
          "-Xms32m",
          "-Xmn16m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0",
          "-Djdk.reflect.useNativeAccessorOnly=true",
          "-Xlog:disable",
          "-Xlog:all=warning,aot*=error:stderr",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private DaemonCommandLine() {}

  static List<String> of(DataDirectory directory) {
    List<String> command = new ArrayList<>(List.of(java()));
    cache().file().ifPresent(file -> command.add("-XX:AOTCache=" + file));
    command.addAll(FLAGS);
    String options = System.getenv("MANTA_DAEMON_OPTS");
    if (options != null && !options.isBlank()) {
      command.addAll(List.of(options.strip().split("\\s+", -1)));
    }
    command.addAll(List.of("-cp", classPath(), MAIN, directory.root().toAbsolutePath().toString()));
    return command;
  }

  /// Has what daemons start faster with made, unless it is there; only where Manta is installed, as
  /// jars of a build are soon others.
  static void prepare() {
    if (System.getProperty(JARS) != null) {
      cache().makeIfMissing();
    }
  }

  private static DaemonCache cache() {
    return new DaemonCache(UserCache.directory(), java(), classPath(), FLAGS);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String classPath() {
    List<String> entries = new ArrayList<>(List.of(System.getProperty("java.class.path")));
    String jars = System.getProperty(JARS, "");
    if (!jars.isEmpty()) {
      String[] names = Objects.requireNonNullElse(new File(jars).list(), new String[0]);
      Arrays.stream(names).sorted().map(name -> jars + "/" + name).forEach(entries::add);
    }
    return String.join(File.pathSeparator, entries);
  }
}
